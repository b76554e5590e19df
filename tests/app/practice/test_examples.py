"""Worked examples step by step: what is told, what is left, which sheet follows, and what it counts for."""

import csv
import io

import pytest
from fastapi import FastAPI

from app.practice.examples import LOOKED_AT
from engine import asked_lines
from engine.variants import Variant
from tests.app.learner import PERPLEXITY, Count, Learner, Page, drawn, key, new_learner, on_both

BITS = "bits-per-token"  # asks bits and perplexity for 3 points
EXAMPLES = f"/practice/{BITS}/examples"
CHAIN = ["surprisals", "nats", "bits", "perplexity"]


def example(learner: Learner, stage: int, seed: int = 7) -> Page:
    return learner.get(f"{EXAMPLES}?seed={seed}&level=warm-up&stage={stage}")


def faded(page: Page) -> Variant:
    """The example that a fresh page shows, from what its form says."""
    stage = int(page.action.partition("stage=")[2])
    whole = drawn(BITS, int(page.fields["seed"]), page.fields["level"])
    return asked_lines.example(whole, stage)


def asked(page: Page) -> list[str]:
    return [name for name in CHAIN if f"line-{name}" in page.ids]


def do(learner: Learner, right: bool) -> Page:
    """Opens the next example and fills in its lines."""
    page = learner.get(EXAMPLES)
    answers = key(faded(page)) if right else {CHAIN[-1]: "777"}
    return learner.press(page, typed=answers)


def stage(learner: Learner) -> int:
    led = learner.get(EXAMPLES, follow=False)
    return int(led.headers["location"].partition("stage=")[2])


def test_the_first_example_is_told_whole_asks_nothing_and_leads_to_the_last_line(
    learner: Learner, count: Count
) -> None:
    page = learner.get(EXAMPLES)
    assert page.status == 200
    assert asked(page) == []
    assert "check" not in page.buttons
    whole = drawn(BITS, int(page.fields["seed"]), page.fields["level"])
    assert all(line.step.title in page.text for line in asked_lines.solution(whole))
    assert f"{EXAMPLES}?level=warm-up&stage=1" in page.links
    assert count() == {}


def test_an_example_with_a_seed_shows_its_numbers_and_the_chosen_lines(learner: Learner) -> None:
    page = example(learner, 2)
    assert asked(page) == ["bits", "perplexity"]
    assert "The last 2 lines are yours, the lines before them are done." in page.text
    assert page.html.count('class="line told"') == 2
    told, left = (
        {name: answer[-1] for name, answer in key(faded(one)).items()} for one in (example(learner, 4), page)
    )
    assert told["nats"] in page.text
    assert not any(answer in page.text for answer in left.values())


def test_lines_that_are_left_are_marked_and_earn_their_points_alone(learner: Learner) -> None:
    page = example(learner, 2)
    checked = learner.press(page, typed=key(faded(page)) | {"perplexity": "777"})
    assert (checked.rule("bits"), checked.rule("perplexity")) == ("right", "wrong")
    assert checked.earned == pytest.approx(faded(page).asked[0].points, abs=0.005)
    assert checked.html.count('class="line told"') == 2


def test_a_stored_example_opens_again_as_it_was(learner: Learner) -> None:
    page = example(learner, 1)
    checked = learner.press(page, typed=key(faded(page)))
    again = learner.get(checked.action)
    assert asked(again) == ["perplexity"]
    assert again.earned == pytest.approx(faded(page).points, abs=0.005)
    solved = learner.get(f"{again.action}/solution")
    assert solved.html.count('class="line told"') == 4
    assert f"{EXAMPLES}?level=warm-up" in solved.links


@on_both
def test_right_examples_lead_on_to_all_lines_and_then_to_the_exercise(learner: Learner) -> None:
    left = []
    page = example(learner, 1, 1)
    page = learner.press(page, typed=key(faded(page)))
    for _ in range(3):
        assert f"{EXAMPLES}?level=warm-up" in page.links
        page = do(learner, right=True)
        left.append(asked(page))
    assert left == [CHAIN[2:], CHAIN[1:], CHAIN]
    assert "All of it is right." in page.text
    assert f"/practice/{BITS}?level=warm-up" in page.links


@on_both
def test_two_failures_in_a_row_lead_back_one_step_and_one_does_not(learner: Learner) -> None:
    first = example(learner, 1, 1)
    learner.press(first, typed=key(faded(first)))
    assert "Once more, with other numbers" in do(learner, right=False).text
    assert stage(learner) == 2
    assert "Next: the last line" in do(learner, right=False).text
    assert stage(learner) == 1
    do(learner, right=False)
    assert "Read a whole example again" in do(learner, right=False).text
    assert stage(learner) == 0


@pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])
def test_the_very_first_answer_of_a_guest_already_decides_what_follows(learner: Learner, htmx: bool) -> None:
    page = example(learner, 1)
    checked = learner.press(page, typed=key(faded(page)), htmx=htmx)
    assert "Next: the last 2 lines" in checked.text


def test_each_example_has_new_numbers(learner: Learner) -> None:
    seeds = {learner.get(EXAMPLES).fields["seed"] for _ in range(4)}
    assert len(seeds) > 1


def test_a_line_that_was_mended_after_its_first_answer_does_not_lead_on(learner: Learner) -> None:
    page = example(learner, 1)
    wrong = learner.press(page, typed={"perplexity": "777"})
    mended = learner.press(wrong, typed=key(faded(page)))
    assert mended.rule("perplexity") == "right"
    assert "Once more, with other numbers" in mended.text
    assert stage(learner) == 1


def test_an_example_that_was_only_begun_decides_nothing(learner: Learner) -> None:
    page = example(learner, 2)
    learner.press(page, typed=key(faded(page)), do="check:bits")
    assert stage(learner) == 0


def test_a_seen_solution_is_a_failure(learner: Learner) -> None:
    for seed in (7, 8):
        page = example(learner, 2, seed)
        learner.press(page, "solution")
    assert stage(learner) == 1


def test_only_the_newest_examples_decide(learner: Learner) -> None:
    for seed in range(LOOKED_AT + 1):
        page = example(learner, 1, seed)
        learner.press(page, typed={"perplexity": "777"})
    assert stage(learner) in (0, 1)


def test_examples_of_other_people_and_other_questions_decide_nothing(app: FastAPI) -> None:
    one, other = new_learner(app), new_learner(app)
    page = example(one, 1, 7)
    one.press(page, typed=key(faded(page)))
    assert (stage(one), stage(other)) == (2, 0)
    assert "stage=0" in one.get("/practice/cosine-of-two-vectors/examples", follow=False).headers["location"]


def test_an_example_sent_twice_is_stored_once(learner: Learner, count: Count) -> None:
    page = example(learner, 1)
    for _ in range(2):
        learner.press(page, typed=key(faded(page)))
    assert count()["attempts"] == count()["responses"] == 1


def test_a_form_that_names_another_stage_than_it_began_is_refused(learner: Learner) -> None:
    page = example(learner, 1)
    learner.press(page, typed=key(faded(page)))
    sent = page.fields | {"do": "check", "cell.bits.0": "1"}
    assert learner.send(f"{EXAMPLES}?stage=2", sent).status == 400


@pytest.mark.parametrize("stage", ["-1", "6", "x", ""])
def test_a_stage_that_does_not_exist_is_refused_with_a_page(learner: Learner, stage: str) -> None:
    assert learner.get(f"{EXAMPLES}?seed=7&stage={stage}").status == 422


def test_a_stage_beyond_the_last_asks_all_lines(learner: Learner) -> None:
    assert asked(example(learner, 5)) == CHAIN


def test_a_question_that_always_has_the_same_numbers_leads_to_its_exercise(learner: Learner) -> None:
    led = learner.get(f"/practice/{PERPLEXITY}/examples", follow=False)
    assert led.headers["location"].startswith(f"/practice/{PERPLEXITY}?")


def test_a_hint_of_an_example_shows_its_own_line_alone(learner: Learner) -> None:
    page = example(learner, 1)
    hinted = learner.press(page, "hint:perplexity:0")
    assert hinted.line("perplexity").count('class="rung-title"') == 1


def test_the_exercise_and_the_study_page_lead_to_its_examples(learner: Learner) -> None:
    assert f"{EXAMPLES}?level=warm-up" in learner.open(BITS).links
    assert any(link.endswith("/examples") for link in learner.get("/study/2.4").links)


def test_an_example_that_is_done_counts_neither_in_progress_nor_in_topics(learner: Learner) -> None:
    page = example(learner, 1)
    learner.press(page, typed=key(faded(page)))
    assert "Nothing here yet" in learner.get("/progress").text
    rows = list(csv.DictReader(io.StringIO(learner.get("/progress.csv").html)))
    assert [(row["part"], row["verdict"], row["way"]) for row in rows] == [("perplexity", "right", "example")]
