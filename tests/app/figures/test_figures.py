"""Figures on their pages: as a plain form, as a fragment, with a prediction, and as an exercise."""

import re
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from app.settings import Settings
from app.web.sections import SECTIONS
from engine.figures.catalogue import figures, find, of_section
from engine.figures.figure import Figure
from engine.figures.handles import Slider, Steps
from tests.app.learner import Learner, Make, Page, new_learner
from tests.engine.figures.states import values
from tests.engine.submissions import BANK
from tests.every import every

COLD, BOLD = {"temperature": "0.1"}, {"temperature": "2"}


def address(figure: str, *states: Mapping[str, str]) -> str:
    asked: dict[str, str] = {}
    for state in states:
        asked |= state
    return f"/figures/{figure}?{urlencode(asked)}"


def says(page: Page) -> str:
    found = re.search(r'class="figure-says" role="status"[^>]*>(.*?)</p>', page.html, re.DOTALL)
    assert found
    return found[1]


def exercise_of(page: Page) -> str:
    found = re.search(r'action="(/figures/[^"]+/exercise[^"]*)"', page.html)
    assert found
    return found[1].replace("&amp;", "&")


def test_the_list_has_a_picture_of_every_figure(learner: Learner) -> None:
    page = learner.get("/figures")
    assert [link for link in page.links if link.startswith("/figures/")] == [
        f"/figures/{id}" for id in figures()
    ]
    drawn = page.html.split('<span class="picture thumbnail"')[1:]
    assert len(drawn) == len(figures())
    assert all("<svg" in one or 'class="boxes' in one for one in drawn)


def test_the_list_is_narrowed_to_a_section_and_never_to_nothing(learner: Learner) -> None:
    page = learner.get("/figures?section=2.7")
    assert [link for link in page.links if link.startswith("/figures/")] == [
        f"/figures/{figure.id}" for figure in figures().values() if figure.section == "2.7"
    ]
    assert len(learner.get("/figures?section=9.9").html.split("thumbnail")) == len(figures()) + 1


def test_every_figure_works_as_a_plain_form(learner: Learner) -> None:
    def check(figure: Figure) -> None:
        first = learner.get(f"/figures/{figure.id}")
        assert first.status == 200
        start = figure.texts(figure.at({}))
        fields = {name: text for name, text in first.fields.items() if name in start or name == "was"}
        assert start.items() <= fields.items(), fields
        for handle in figure.handles:
            moved = handle.texts(values(handle)[-1])
            if isinstance(handle, Steps):
                assert any(f"&{handle.name}=" in link for link in first.links)
            after = learner.get(address(figure.id, fields, moved))
            assert after.status == 200
            state, problems = figure.read({**fields, **moved})
            assert problems == ()
            told = figure.show(state, figure.at({})).sentence
            assert told in after.text, (told, says(after))

    every(figures().values(), check, lambda figure: figure.id)


@pytest.mark.parametrize("section", SECTIONS)
def test_a_study_page_begins_with_its_figures(learner: Learner, section: str) -> None:
    page = learner.get(f"/study/{section}")
    there = re.findall(r'<section class="line" id="figure-([a-z0-9-]+)"', page.html)
    assert there == [figure.id for figure in of_section(section)]
    assert page.html.index('id="figure-') < page.html.index('class="formulas"')
    assert len(re.findall(r' id="([^"]+)"', page.html)) == len(set(re.findall(r' id="([^"]+)"', page.html)))


def test_htmx_gets_what_a_handle_changes_and_the_address(learner: Learner) -> None:
    whole = learner.get(address("temperature", COLD))
    part = learner.get(address("temperature", COLD, {"was": "temperature=1"}), htmx=True)
    assert "<html" not in part.html
    assert 'id="figure-temperature-shown"' in part.html
    assert "rises from 0.56 to 1.00" in says(part)
    assert "rises from" not in says(whole)
    assert "HX-Replace-Url" not in part.headers


def test_only_on_its_own_page_a_figure_puts_its_state_into_the_address(learner: Learner) -> None:
    for on, put in {"/figures/temperature": True, "/study/2.7": False}.items():
        got = learner.client.get(
            address("temperature", COLD),
            headers={
                "HX-Request": "true",
                "HX-Request-Type": "partial",
                "HX-Current-URL": f"http://testserver{on}",
            },
        )
        assert ("HX-Replace-Url" in got.headers) == put
        if put:
            assert dict(parse_qsl(urlsplit(got.headers["HX-Replace-Url"]).query))["temperature"] == "0.1"


def test_a_state_that_is_no_state_any_more_is_told_and_the_nearest_shown(learner: Learner) -> None:
    page = learner.get(address("temperature", {"temperature": "9", "token": "banjo", "colour": "red"}))
    assert page.status == 200
    assert "Temperature T goes from 0.1 to 3 here; 3 is shown instead of 9." in page.text
    assert "there is no “banjo” here" in page.text
    assert learner.get(address("temperature", {"was": "%%%" * 200})).status == 200
    assert learner.get("/figures/perpetuum-mobile").status == 404


def test_constants_are_folded_until_one_is_moved(learner: Learner) -> None:
    assert '<details class="constants"><summary>' in learner.get("/figures/valley").html
    assert '<details class="constants" open><summary>' in learner.get(address("valley", {"B": "460.7"})).html
    assert 'class="constants"' not in learner.get("/figures/temperature").html


def test_words_of_ones_own_are_only_ever_text(learner: Learner) -> None:
    page = learner.get(address("bpe", {"words": "<script>alert(1)</script> {{7*7}} lowlow"}))
    assert page.status == 200
    assert "<script>alert" not in page.html
    assert "{{7*7}}" in page.text


def test_one_predicts_first_and_is_told_what_came(learner: Learner) -> None:
    first = {"predict": "on", "was": "temperature=1&token=bridge", "token": "bridge"}
    asked = learner.get(address("temperature", BOLD, first), htmx=True)
    assert "Your prediction for" in asked.text
    assert "Round to 2 decimals." in asked.text
    assert "Nothing is typed yet" not in asked.text
    empty = learner.get(address("temperature", BOLD, first, {"guess": " ", "look": "on"}), htmx=True)
    assert "Nothing is typed yet. A rough guess is enough, and it is not graded." in empty.text
    assert ("Your prediction for" in empty.text, 'class="verdict"' in empty.html) == (True, False)
    assert "0.56" not in says(asked)
    assert "At T = 2" not in asked.text
    right = learner.get(address("temperature", BOLD, first, {"guess": "0.37"}), htmx=True)
    wrong = learner.get(address("temperature", BOLD, first, {"guess": "0.5"}), htmx=True)
    assert ("You said 0.37" in right.text, 'data-rule="right"' in right.html) == (True, True)
    assert ("You said 0.5; it came to 0.37." in wrong.text, 'data-rule="wrong"' in wrong.html) == (True, True)
    unread = learner.get(address("temperature", BOLD, first, {"guess": "a lot"}), htmx=True)
    assert "Your prediction" in unread.text


@pytest.mark.parametrize(
    ("figure", "was", "now", "asks"),
    [
        ("beam", {"width": "1"}, {"width": "2"}, "Your prediction for a train at the new place:"),
        (
            "allocation",
            {"budget": "21"},
            {"budget": "22"},
            "A power of ten with two decimals, such as 1.25e3.",
        ),
        ("zero-stages", {"stage": "0"}, {"stage": "1"}, "Round to 2 decimals."),
        ("bpe", {"merges": "1"}, {"merges": "2"}, "A whole number."),
    ],
)
def test_a_prediction_says_what_is_asked_and_how_it_is_written(
    learner: Learner, figure: str, was: Mapping[str, str], now: Mapping[str, str], asks: str
) -> None:
    asked = learner.get(address(figure, now, {"predict": "on", "was": urlencode(was)}), htmx=True)
    assert asks in " ".join(asked.text.split())


@pytest.mark.parametrize("figure", ["learning-rate", "allocation", "temperature"])
@pytest.mark.parametrize("typed", ["inf", "-∞", "1e999"])
def test_a_guess_beyond_all_numbers_is_not_right(learner: Learner, figure: str, typed: str) -> None:
    one, *_ = (handle for handle in figures()[figure].handles if isinstance(handle, Slider))
    moved = {one.name: one.text(one.most), "predict": "on", "was": f"{one.name}={one.text(one.least)}"}
    page = learner.get(address(figure, moved, {"guess": typed}))
    assert page.status == 200
    assert 'data-rule="right"' not in page.html


def test_where_two_handles_moved_neither_is_named_as_the_cause(learner: Learner) -> None:
    was = {"was": "temperature=1&p=0.6&k=3"}
    one = learner.get(address("nucleus", {"temperature": "2", "p": "0.6", "k": "3"}, was))
    both = learner.get(address("nucleus", {"temperature": "2", "p": "0.9", "k": "3"}, was))
    assert "At T = 2 top-p keeps" in says(one)
    assert "At T = 2" not in says(both)


def test_long_words_in_another_script_are_compared_with_what_was_shown(learner: Learner) -> None:
    texts = {"text_a": "ট্রেন রাতে ভিয়েনা যায় আর সকালে ফেরে", "text_b": "ট্রেন রাতে ভিয়েনা যায় আর দুপুরে ফেরে"}
    first = learner.get(address("near-duplicates", texts))
    after = learner.get(address("near-duplicates", texts, {"n": "2", "was": first.fields["was"]}))
    assert "By 2 words in a row" in says(after)


@pytest.mark.parametrize(
    ("figure", "before", "after", "came", "place"),
    [
        ("pass-at-k", {"k": "1", "c": "2"}, {"k": "4"}, "0.67", "pass@4"),
        ("zero-stages", {"stage": "0", "gpus": "8", "billions": "7"}, {"stage": "1"}, "38.50", "stage 1"),
        (
            "sinusoids",
            {"position": "1", "slow": "2", "entry": "fast sin"},
            {"position": "32"},
            "0.55",
            "sine, position p = 32",
        ),
    ],
)
def test_a_picture_that_tells_the_number_waits_for_the_prediction(
    learner: Learner, figure: str, before: Mapping[str, str], after: Mapping[str, str], came: str, place: str
) -> None:
    first = {"predict": "on", "was": urlencode(before)}
    assert came in learner.get(address(figure, before)).text
    asked = learner.get(address(figure, before, after, first), htmx=True)
    assert "Your prediction" in asked.text
    assert f"The picture has this number already ({place})" in asked.text
    assert came not in asked.html
    told = learner.get(address(figure, before, after, first, {"guess": "0.5"}), htmx=True)
    assert f"it came to {came}." in told.text
    assert "<svg" in told.html


def test_a_picture_that_does_not_tell_the_number_stays(learner: Learner) -> None:
    asked = learner.get(address("temperature", BOLD, {"predict": "on", "was": "temperature=1"}), htmx=True)
    assert "<svg" in asked.html


def test_the_line_says_in_words_what_it_is(learner: Learner) -> None:
    assert ">Training state on one GPU<" in learner.get("/figures/zero-stages").html
    asked = learner.get(
        address("zero-stages", {"gpus": "9", "stage": "1", "predict": "on", "was": "stage=1&gpus=8"}),
        htmx=True,
    )
    assert ">Training state on one GPU<" in asked.html


def test_the_numbers_of_a_figure_become_a_sheet(learner: Learner) -> None:
    page = learner.get(address("temperature", {"temperature": "0.5"}))
    sheet = learner.send(exercise_of(page), {"key": page.fields["key"]})
    assert sheet.status == 200
    assert sheet.attempt
    assert BANK.questions["careful-or-bold"].title in sheet.text
    assert "0.5" in sheet.text
    again = learner.send(exercise_of(page), {"key": page.fields["key"]})
    assert again.attempt == sheet.attempt  # the form was sent twice


def test_numbers_that_make_no_fair_exercise_are_refused_in_words(learner: Learner) -> None:
    page = learner.get(address("temperature", COLD))
    assert "make no fair exercise" in page.text
    assert "Make this an exercise" not in page.text
    refused = learner.send(exercise_of(page), {"key": page.fields["key"]})
    assert refused.status == 422
    assert "make no fair exercise" in refused.text
    assert learner.get(exercise_of(page)).status == 200  # its address may be opened again


def test_where_no_question_asks_for_the_numbers_there_is_no_button(learner: Learner) -> None:
    assert "Make this an exercise" in learner.get("/figures/attention").text
    page = learner.get("/figures/attention?scale=none")
    assert "Make this an exercise" not in page.text
    assert learner.send(exercise_of(page), {"key": page.fields["key"]}).status == 422


def test_a_click_into_the_picture_is_a_link_for_a_browser_without_javascript(learner: Learner) -> None:
    page = learner.get("/figures/attention")
    (link,) = [link for link in page.links if link.endswith("cell=1,1") and "/figures/" in link][:1]
    assert "takes 1.00 of its output from “the”" in learner.get(link).text


def test_figures_are_named_in_english_where_the_page_is_in_another_language(learner: Learner) -> None:
    assert 'lang="en">Temperature' in learner.get("/figures/temperature").html
    assert find("temperature").title in learner.get("/study/2.7").text


def test_guests_behind_one_address_may_move_a_figure_as_often_as_they_like(
    make: Make, settings: Settings
) -> None:
    """With a budget that a few dozen counted moves would use up."""
    app = make(settings.model_copy(update={"guest_seconds_per_address": "1/hour"}))
    for n in range(400):
        moved = new_learner(app, address="10.0.0.7").get(
            address("attention", {"cell": f"{n % 3 + 1},1"}), htmx=True
        )
        assert moved.status == 200
