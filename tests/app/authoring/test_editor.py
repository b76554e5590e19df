"""The editor shows what a text is as a question, says at which line it is none, and writes only when told to."""

from collections.abc import Mapping

import pytest

from app.authoring import starters
from app.authoring.text_diff import beside
from app.identity.store.people import Role
from app.questions.library import drafted
from app.settings import Settings
from app.web.concurrency import COMPUTING
from engine import variants
from engine.questions import Question
from engine.validation import examples
from tests.app.accounts.members import Member, member
from tests.app.authoring.sample_question import ENDLESS, MENDED, NAME, TEXT, publish
from tests.app.learner import Count, Make, Page, key


def look(owner: Member, text: str = TEXT, fields: Mapping[str, str] | None = None) -> Page:
    return owner.learner.send(f"/author/{NAME}/preview", {"text": text, **(fields or {})}, htmx=True)


def test_a_text_is_saved_as_it_stands_a_question_or_not(owner: Member) -> None:
    for text in (MENDED, "no question", ""):
        page = owner.learner.send(f"/author/{NAME}", {"text": text.replace("\n", "\r\n")})
        assert page.status == 200
        assert owner.learner.get(f"/author/{NAME}").fields["text"] == f"\n{text}"


def test_the_preview_shows_the_question_with_key_solution_and_mistakes(owner: Member) -> None:
    page = look(owner, MENDED, {"seed": "3"})
    assert page.html.lstrip().startswith('<div id="preview"')
    variant = variants.draw(_read(MENDED), 3, "exam")
    assert "A lamp in joules" in page.text
    assert f"We accept {key(variant)['energy'][0]}" in page.text
    assert "divided" in page.text
    assert "You divided by the hours." in page.text
    assert "Worked solution" in page.text


def test_a_browser_puts_no_field_back_when_the_page_is_loaded_again(owner: Member) -> None:
    """It would tick again what stood at this place before, and by now another option may stand there."""
    form = owner.learner.get(f"/author/{NAME}").html.partition('<form class="sheet author')[2]
    assert 'autocomplete="off"' in form.partition(">")[0]


def test_an_answer_that_is_a_sentence_ends_with_one_full_stop(owner: Member) -> None:
    assert (
        "We accept To each logit the same number is added. " in look(owner, starters.text_of("choice")).text
    )


def test_new_numbers_are_those_of_the_next_seed(owner: Member) -> None:
    page = look(owner, TEXT, {"seed": "3", "again": "4"})
    assert page.fields["seed"] == "4"
    assert page.buttons["5"] == "New numbers"


def test_a_preview_writes_nothing(owner: Member, count: Count) -> None:
    before = count()
    page = owner.learner.send(f"/author/{NAME}/preview", {"text": MENDED})
    assert page.fields["text"] == f"\n{MENDED}"
    assert count() == before
    assert owner.learner.get(f"/author/{NAME}").fields["text"] == f"\n{TEXT}"


@pytest.mark.parametrize(
    ("before", "after", "line", "said"),
    [
        ('value = "power * hours"', 'value = "power * minutes"', 25, "minutes"),
        ('title = "A lamp in watts"', 'titel = "A lamp in watts"', 1, "titel"),
        ("from = 11", "from = = 11", 12, "this is no value"),
        ("<power>", "<force>", 6, "force"),
    ],
)
def test_an_error_stands_at_its_line(owner: Member, before: str, after: str, line: int, said: str) -> None:
    page = look(owner, TEXT.replace(before, after))
    assert "to mend" in page.text
    assert f"Line {line}:" in page.text
    assert said in page.text


def test_the_reason_calls_a_step_by_its_title_and_no_question_by_its_id(owner: Member) -> None:
    page = look(owner, TEXT.replace("power * hours", "power * hours / 100000"))
    told = page.text.partition("No numbers were found that can be marked fairly.")[2]
    assert "Energy in watt hours: the number does not fit its form" in told.partition("New numbers")[0]
    assert NAME not in told.partition("New numbers")[0]


def test_mathematics_in_what_a_mistake_says_is_set(owner: Member) -> None:
    page = look(owner, TEXT.replace("You divided by the hours.", "You took $p_e$ for $p$."))
    told = page.html.partition("What each mistake would say")[2].partition("Worked solution")[0]
    assert "<msub>" in told
    assert "$" not in told


LONE = TEXT.replace("takes $<power>$ watts", "takes $<power> watts")


def test_a_lone_dollar_is_said_at_its_field_and_the_rest_is_set(owner: Member) -> None:
    page = look(owner, LONE, {"view": "form", "f.title": "A lamp in watts"})
    told = page.html.partition("look at this first")[2].partition("</section>")[0]
    assert 'data-at="f.statement"' in told
    assert "A $ stands alone here." in told
    statement = page.html.partition("</section>")[2].partition("</section>")[0]
    assert "watts for <math" in statement.replace("\n", " ")
    text = look(owner, LONE)
    assert "Line 6:" in text.text
    assert "look at this first" not in look(owner).text


ATTENTION = """title = "Attention"
family = "attention"
section = "2.4"
statement = "Take <Q>, <K> and <V>."

[[parts]]
ask = "raw_scores"
"""
CACHE = """title = "A cache"
family = "kv_cache"
section = "2.11"
statement = "A model has <layers> layers."

[[parts]]
ask = "total_bytes"

[[cases]]
name = "one"
layers = -1

[[cases]]
name = "two"
d_head = "big"
"""


def things_to_mend(page: Page) -> str:
    return page.text.partition("things to mend.")[2].partition("Proof and publication")[0]


def test_every_value_that_fits_no_parameter_is_told(owner: Member) -> None:
    told = look(owner, ATTENTION + "[fixed]\nQ = 3\nK = 3\nV = [[1, 2], [3]]\n")
    assert "there are 3 things to mend." in told.text
    for line in (9, 10, 11):
        assert f"Line {line}:" in things_to_mend(told)
    told = look(owner, ATTENTION + '[fixed]\nQ = 3\n[ranges]\nK = [[["a"]], [["b"]]]\n')
    assert "there are 2 things to mend." in told.text


@pytest.mark.parametrize(
    ("cases", "lines"),
    [
        (CACHE, (11, 15)),
        (CACHE.replace('d_head = "big"', "layers = 0"), (11, 15)),
        (CACHE.replace("layers = -1", "layers = 2").replace('d_head = "big"', "layers = 0"), ()),
        (ATTENTION + '[[cases]]\nname = "a"\nQ = 3\n[[cases]]\nname = "b"\nQ = 3\nK = 4\n', (10, 13, 14)),
    ],
)  # fmt: skip
def test_every_case_that_cannot_be_drawn_is_told(owner: Member, cases: str, lines: tuple[int, ...]) -> None:
    """Unless another one can be: then there are numbers to be seen, and the check tells of the rest."""
    page = look(owner, cases, {"seed": "1"})
    assert "No fair numbers" not in page.text
    if lines:
        assert f"there are {len(lines)} things to mend." in page.text
    for line in lines:
        assert f"Line {line}:" in things_to_mend(page)


def test_cases_with_which_no_numbers_are_fair_are_each_told_with_the_reason(owner: Member) -> None:
    cases = "".join(f'[[cases]]\nname = "{n}"\nu = [{n}00, 1]\nv = [0, 1]\n' for n in (1, 2))
    asks = ATTENTION.replace('"attention"', '"cosine_similarity"').replace("raw_scores", "cosine")
    page = look(owner, asks.replace("<Q>, <K> and <V>", "<u>") + cases)
    assert "there are 2 things to mend." in page.text
    assert things_to_mend(page).count("Cosine similarity: the number does not fit its form") == 2


def test_amounts_of_money_that_would_pair_to_a_formula_are_said_at_their_field(owner: Member) -> None:
    text = TEXT.replace(
        "takes $<power>$ watts", "costs $5 per million tokens, $6 for others, takes <power> watts"
    )
    page = look(owner, text, {"view": "form", "f.title": "A lamp in watts"})
    told = page.html.partition("look at this first")[2].partition("</section>")[0]
    assert 'data-at="f.statement"' in told
    assert "Write amounts of money in words: 5 dollars." in told


@pytest.mark.parametrize(
    ("was", "becomes"),
    [
        ("power * hours", "power * hours / 100000"),
        ('value = "power * hours"', 'value = "power * minutes"'),
        ("to = 60", 'to = "many"'),
        ("[[steps]]", '[[cases]]\nname = "a"\npower = "x"\n[[steps]]'),
        ("points = 2", 'points = 2\nconstraints = ["1 == 2"]'),
    ],
)
def test_a_lone_dollar_is_told_beside_every_other_fault(owner: Member, was: str, becomes: str) -> None:
    text = LONE.replace(was, becomes, 1)
    assert "a $ stands alone here" in look(owner, text).text
    page = look(owner, text, {"view": "form", "f.title": "A lamp in watts"})
    assert "A $ stands alone here." in page.html.partition('<div id="preview"')[2]


def test_a_typed_answer_is_tested_without_a_trace(owner: Member, count: Count) -> None:
    variant = variants.draw(_read(TEXT), 3, "exam")
    right = key(variant)["energy"][0]
    before = count()
    for typed, rule, said in (
        (right, 'data-rule="right"', "Right."),
        (_divided(variant), 'data-rule="wrong"', "You divided by the hours."),
        ("1,2,3 and so on", 'data-rule=""', "cannot be read"),
    ):
        page = look(owner, TEXT, {"seed": "3", "cell.energy.0": typed})
        assert rule in page.html, typed
        assert said in page.text, typed
        assert page.fields["cell.energy.0"] == typed
    assert "Mistake: divided" in look(owner, TEXT, {"seed": "3", "cell.energy.0": _divided(variant)}).text
    assert count() == before


@pytest.mark.parametrize("typed", ["", "wrong", "divided"])
def test_a_variant_is_kept_as_a_test_that_passes(owner: Member, typed: str) -> None:
    variant = variants.draw(_read(TEXT), 3, "exam")
    answer = {"": "", "wrong": "0.01", "divided": _divided(variant)}[typed]
    page = owner.learner.send(f"/author/{NAME}/tests", {"text": TEXT, "seed": "3", "cell.energy.0": answer})
    assert page.status == 200
    question = _read(page.fields["text"])
    assert [test.gives for test in question.tests] == [typed or "right"]
    assert question.tests[0].numbers == variant.parameters.to_json()
    assert list(examples.broken(question)) == []


# Two tabs

OTHER = TEXT.replace("A lamp in watts", "A lamp in another tab")
MINE = TEXT.replace("A lamp in watts", "My lamp")


@pytest.mark.parametrize("act", ["", "/tests", "/check", "/cancel", "/publish"])
def test_a_text_that_was_saved_elsewhere_meanwhile_is_not_overwritten(
    owner: Member, count: Count, act: str
) -> None:
    mine, other = owner.learner, owner.learner.twin()
    opened = mine.get(f"/author/{NAME}?view=text").fields["opened"]
    other.send(f"/author/{NAME}", {"text": OTHER, "opened": opened})
    before = count()
    page = mine.send(f"/author/{NAME}{act}", {"text": MINE, "opened": opened, "seed": "3"})
    assert page.status == 409
    assert '+title = "My lamp"' in page.text
    assert '-title = "A lamp in another tab"' in page.text
    assert count() == before
    assert other.get(f"/author/{NAME}").fields["text"] == f"\n{OTHER}"
    kept = page.fields["text"].removeprefix("\n")
    assert kept == MINE
    page = mine.send(f"/author/{NAME}", dict(page.fields) | {"text": kept})
    assert page.status == 200
    assert other.get(f"/author/{NAME}").fields["text"] == f"\n{kept}"


def test_keeping_mine_overwrites_what_was_shown_and_nothing_newer(owner: Member) -> None:
    mine, other = owner.learner, owner.learner.twin()
    opened = mine.get(f"/author/{NAME}").fields["opened"]
    other.send(f"/author/{NAME}", {"text": OTHER})
    page = mine.send(f"/author/{NAME}", {"text": MINE, "opened": opened})
    other.send(f"/author/{NAME}", {"text": MENDED})
    page = mine.send(f"/author/{NAME}", {"text": MINE, "opened": page.fields["opened"]})
    assert page.status == 409
    assert '-title = "A lamp in joules"' in page.text


def test_the_same_text_from_two_tabs_is_no_conflict(owner: Member) -> None:
    opened = owner.learner.get(f"/author/{NAME}").fields["opened"]
    for _ in range(2):
        assert owner.learner.send(f"/author/{NAME}", {"text": OTHER, "opened": opened}).status == 200


def test_after_a_refusal_the_saved_text_is_the_one_that_goes_on(owner: Member) -> None:
    opened = owner.learner.get(f"/author/{NAME}").fields["opened"]
    for text in ("half = ", "half of it = "):
        page = owner.learner.send(f"/author/{NAME}/publish", {"text": text, "opened": opened})
        assert page.status == 409
        opened = page.fields["opened"]
    assert owner.learner.send(f"/author/{NAME}", {"text": MENDED, "opened": opened}).status == 200


def test_both_texts_stand_line_by_line_in_one() -> None:
    lines = list(beside("a\nb\nc", "a\nx\nc\nd"))
    assert lines == [(" ", "a"), ("-", "b"), ("+", "x"), (" ", "c"), ("+", "d")]


# Faster than anybody types


def test_a_loop_of_previews_is_stopped_with_a_sentence(make: Make, settings: Settings) -> None:
    app = make(settings.model_copy(update={"previews_per_person": "5/minute"}))
    owner, other = member(app, Role.INSTRUCTOR), member(app, Role.INSTRUCTOR)
    publish(app, owner.id)
    publish(app, other.id, name="another-1a2b")
    pages = [look(owner) for _ in range(7)]
    assert [page.status for page in pages] == [200] * 5 + [429] * 2
    assert "faster than anybody types" in pages[-1].text
    assert pages[-1].headers["HX-Retarget"] == "#alert"
    assert 0 < int(pages[-1].headers["Retry-After"]) <= 60
    assert owner.learner.get(f"/author/{NAME}").status == 429
    assert owner.learner.send(f"/author/{NAME}", {"text": MENDED}, follow=False).status == 303
    assert other.learner.get("/author/another-1a2b").status == 200


def test_of_what_is_no_question_no_test_is_kept(owner: Member) -> None:
    page = owner.learner.send(f"/author/{NAME}/tests", {"text": "half = "})
    assert page.status == 409
    assert "Nothing here could be saved as a test." in page.text
    assert "This is no question yet" in page.text
    assert page.fields["text"] == "\nhalf = "


@pytest.mark.parametrize(
    "form",
    [{}, {"text": TEXT, "seed": "-1"}, {"text": TEXT, "seed": "9" * 30}],
    ids=["no text", "-1", "9..."],
)
def test_a_form_that_no_page_sends_is_refused(owner: Member, form: dict[str, str]) -> None:
    assert owner.learner.send(f"/author/{NAME}/preview", form).status == 400


def test_fields_of_another_shape_are_left_out(owner: Member) -> None:
    page = look(
        owner, TEXT, {"cell.energy.0": "1", "cell.energy.1": "2", "cell.nothing.0": "3", "level": "hard"}
    )
    assert page.status == 200
    assert 'class="verdict"' not in page.html


def _read(text: str) -> Question:
    question = drafted(NAME, text)
    assert isinstance(question, Question)
    return question


def _divided(variant: variants.Variant) -> str:
    numbers = variant.parameters.to_json()
    return f"{numbers['power'] / numbers['hours']:.2f}"


# Longer than anybody waits


def test_a_preview_that_finds_no_numbers_ends_and_the_text_stays(
    owner: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(COMPUTING, "budget", 0.1)
    page = look(owner, ENDLESS)
    assert page.status == 200
    assert "Drawing these numbers takes too long." in page.text
