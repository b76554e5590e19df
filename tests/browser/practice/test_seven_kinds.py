"""The product's story, once per kind: mistake, unreadable answer, follow-through, right answer, solution, restart."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from engine import variants
from engine.answers import cells
from engine.chain import run
from engine.variants import Asked, Variant
from tests.app.bank import small_bank
from tests.browser.conftest import Desk
from tests.engine.submissions import BANK


@dataclass(frozen=True, kw_only=True)
class Kind:
    """One kind of exercise: a question, the part that goes wrong by a known mistake, and one that follows from it.

    ``unread`` is the part where something unreadable is typed first, the wrong one where nothing is said.
    """

    question: str
    level: str
    mistake: str
    wrong: str
    follows: str
    unread: str = ""
    seed: int = 7


KINDS = [
    Kind(
        question="tiny-gpt",
        level="exam",
        mistake="no_output_matrix",
        wrong="attention_per_layer",
        follows="total",
    ),
    Kind(
        question="causal-attention-by-hand",
        level="exam",
        mistake="divided_by_d_k",
        wrong="weights",
        follows="output",
    ),
    Kind(
        question="first-five-merges",
        level="exam",
        mistake="words_counted_once",
        wrong="merge_1",
        follows="count_1",
        unread="count_1",
    ),
    Kind(
        question="surprise-of-a-sentence",
        level="exam",
        mistake="sum_for_average",
        wrong="nats",
        follows="perplexity",
    ),
    Kind(
        question="full-context-of-a-real-model",
        level="exam",
        mistake="keys_only",
        wrong="bytes_per_token_per_layer",
        follows="total_gib",
    ),
    Kind(
        question="spend-a-budget-well",
        level="exam",
        mistake="forward_pass_only",
        wrong="parameters",
        follows="tokens",
    ),
    Kind(
        question="cosine-of-two-vectors",
        level="exam",
        mistake="root_forgotten_u",
        wrong="norm_u",
        follows="cosine",
    ),
]


def typed(asked: Asked, value: object) -> list[str]:
    """A value as a student writes it: each cell in the form that the page asks for."""
    return [asked.step.form.show(leaf) for leaf in cells.cells(value)]


def fill(page: Page, part: str, texts: Sequence[str]) -> None:
    for n, text in enumerate(texts):
        page.locator(f"[name='cell.{part}.{n}']").fill(text)


def press(page: Page, name: str) -> None:
    """Presses a button of the sheet and waits until the answer is on the page."""
    key = page.locator("[name=key]").get_attribute("value")
    page.get_by_role("button", name=name, exact=True).first.click()
    expect(page.locator("[name=key]")).not_to_have_value(key or "")


def margin(page: Page, part: str) -> str:
    return page.locator(f"#margin-{part}").inner_text()


def drawn(kind: Kind) -> tuple[Variant, Asked, Asked]:
    variant = variants.draw(BANK.questions[kind.question], kind.seed, kind.level)
    wrong, follows = variant.part(kind.wrong), variant.part(kind.follows)
    assert wrong is not None
    assert follows is not None
    return variant, wrong, follows


def own_values(kind: Kind, variant: Variant) -> tuple[object, object]:
    """The value that the mistake gives the wrong part, and the one that follows correctly for the later part."""
    mistake = variant.question.family.mistakes[kind.mistake]
    mistaken = run(variant.question.family, variant.parameters, instead={mistake.of: mistake}).reached[
        kind.wrong
    ]
    followed = run(variant.question.family, variant.parameters, given={kind.wrong: mistaken}).reached[
        kind.follows
    ]
    return mistaken, followed


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A server of these tests alone, for each of them starts it again."""
    bank = small_bank(tmp_path_factory.mktemp("bank"), [kind.question for kind in KINDS])
    started = Desk(tmp_path_factory.mktemp("server"), EXAMFORMER_QUESTION_BANK=str(bank))
    try:
        started.start()
        yield started
    finally:
        started.stop()


@pytest.mark.sweep  # in every run a newcomer does it in home/test_today.py, and without scripts in test_kinds.py
@pytest.mark.parametrize("javascript", [pytest.param(True, id="htmx"), pytest.param(False, id="plain")])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.question)
@pytest.mark.long("its server is started again within the story")
def test_a_student_practises_from_the_first_mistake_to_the_solution(
    kind: Kind, javascript: bool, person: Callable[..., Page], desk: Desk
) -> None:
    page = person(java_script_enabled=javascript)
    variant, wrong, follows = drawn(kind)
    mistaken, followed = own_values(kind, variant)
    page.goto(f"{desk.address}/practice/{kind.question}?seed={kind.seed}&level={kind.level}")

    unread = variant.part(kind.unread or kind.wrong)
    assert unread is not None
    fill(page, unread.name, ["1,234,5", *typed(unread, unread.key)[1:]])
    press(page, "Check all")
    assert "no try is spent" in margin(page, unread.name)
    assert page.locator(f"[name='cell.{unread.name}.0']").input_value() == "1,234,5"

    fill(page, kind.wrong, typed(wrong, mistaken))
    fill(page, kind.follows, typed(follows, followed))
    press(page, "Check all")
    says = variant.question.family.mistakes[kind.mistake].says.partition("$")[0].partition(".")[0]
    assert says in margin(page, kind.wrong)
    assert "from your earlier answer" in margin(page, kind.follows)

    for asked in variant.asked:
        fill(page, asked.name, typed(asked, asked.key))
    press(page, "Check all")
    expect(page.locator("#sheet [role=status]")).to_contain_text("All of it is right")

    address = page.url
    assert "/attempts/" in address
    page.get_by_role("link", name="Worked solution").click()
    expect(page.locator(".place")).to_contain_text("Worked solution")
    assert wrong.step.title in page.locator("main").inner_text()

    desk.stop()
    desk.start()
    page.goto(f"{desk.address}/progress")
    assert variant.question.title in page.locator("main").inner_text()
    page.goto(address)
    expect(page.locator("#sheet [role=status]")).to_contain_text("All of it is right")
