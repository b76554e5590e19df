"""Worked on paper: lines ticked against the telling earn points that are kept as self-marked."""

from fractions import Fraction

from tests.app.learner import PERPLEXITY, Count, Learner, Page, read


def on_paper(learner: Learner, typed: dict[str, str] | None = None) -> Page:
    """The worked solution of the sheet, with boxes to tick."""
    return learner.press(learner.open(PERPLEXITY), "paper", typed=typed or {})


def keep(learner: Learner, page: Page, *lines: str) -> Page:
    answer = learner.client.post(
        page.action, data={"key": page.fields["key"], "line": list(lines)}, follow_redirects=True
    )
    return read(answer)


def test_every_line_of_an_open_part_can_be_ticked(learner: Learner) -> None:
    html = on_paper(learner).html
    for line in ("surprisals", "nats", "bits", "perplexity"):
        assert f'name="line" value="{line}"' in html


def test_a_part_earns_its_ticked_lines_and_says_who_marked_it(learner: Learner) -> None:
    sheet = keep(learner, on_paper(learner), "surprisals", "bits", "nonsense")
    assert "Marked by yourself, on paper: 1 of 2 lines." in sheet.text
    assert sheet.rules == ["self-marked", "self-marked", "self-marked"]
    assert sheet.earned == Fraction(3, 2)
    assert "1.5 points ✎ marked by yourself" in learner.get("/progress").text
    assert ",self-marked,0.50," in learner.client.get("/progress.csv").text


def test_what_was_answered_before_is_marked_by_the_engine_and_stays(learner: Learner) -> None:
    page = on_paper(learner, {"nats": "1.21"})
    assert 'value="nats"' not in page.html
    sheet = keep(learner, page, "nats", "perplexity")
    assert sheet.rules[0] == "right"
    assert sheet.earned == 2


def test_marks_are_kept_once(learner: Learner, count: Count) -> None:
    page = on_paper(learner)
    keep(learner, page, "bits")
    sheet = keep(learner, page, "surprisals", "nats", "bits", "perplexity")
    assert sheet.earned == 1
    assert count()["responses"] == 3


def test_no_marks_without_the_solution_and_none_on_another_persons_sheet(
    learner: Learner, count: Count
) -> None:
    sheet = learner.press(learner.open(PERPLEXITY), typed={"nats": "1.21"})
    address = f"{sheet.action}/solution"
    key = {"key": sheet.fields["key"], "line": ["bits"]}
    learner.client.post(address, data=key)
    assert count()["responses"] == 1
    learner.client.cookies.clear()
    assert learner.client.post(address, data=key).status_code == 404
    assert learner.client.post(address, data={"line": ["bits"]}).status_code == 400


def test_the_solution_leads_to_the_same_numbers_in_a_form(learner: Learner) -> None:
    page = on_paper(learner)
    link = next(link for link in page.links if link.startswith("/solve/perplexity?"))
    assert "3.36" in learner.get(link).text


def test_each_line_says_what_it_counts_for(learner: Learner) -> None:
    page = on_paper(learner)
    assert [label for label in ("0.5 points", "1 point") if label in page.text] == ["0.5 points", "1 point"]
    assert 'value="bits" data-part="bits" data-points="1.0" data-cost="0.0"' in page.html


def test_the_solution_shows_the_first_answer_that_earned_the_points_and_todays(learner: Learner) -> None:
    sheet = learner.press(learner.open(), typed={"nats": "9"})
    right = learner.press(sheet, typed={"nats": "1.21"})
    text = learner.press(right, "solution").text
    assert "0 of 1 pointFirst: 9 ✗wrong Then: 1.21 ✓right" in text


WRITTEN = "why-attention-has-short-paths"


def test_sentences_are_kept_unmarked_until_their_points_are_ticked(learner: Learner) -> None:
    mine = "Self-attention connects any two positions, so the gradient takes <one> step."
    sheet = learner.press(learner.open(WRITTEN), "check", {"answer": mine})
    assert sheet.rules == ["not marked yet"]
    assert sheet.earned is None
    assert "unfinished" in learner.get("/progress").text
    page = learner.press(sheet, "solution", {"answer": mine})
    assert "one&gt; step" in page.html
    assert "In your answer: gradient" in page.text
    sheet = keep(learner, page, "mechanism", "nonsense")
    assert sheet.rules == ["self-marked"]
    assert sheet.earned == 1
    assert sheet.typed("answer") == [mine]
    assert "Marked by yourself: 1 of 3 points." in sheet.text
    again = learner.get(f"{sheet.action}/solution")
    assert "marked by yourself" in again.text.partition("Mechanism")[2].partition("Consequence")[0]
    assert 'name="line"' not in again.html


def test_a_point_that_a_hint_showed_is_taken_off(learner: Learner) -> None:
    sheet = learner.press(learner.open(WRITTEN), "hint", {"answer": "x"})
    page = learner.press(sheet, "solution", {"answer": "x"})
    assert keep(learner, page, "cause", "mechanism", "consequence").earned == 2
