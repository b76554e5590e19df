"""The map: all families by section, and one family between what it builds on and what builds on it."""

from collections import Counter

from lxml.html import HtmlElement, document_fromstring

from app.home import family_map
from app.home.family_map import Neighbourhood, Spot
from app.web.sections import SECTIONS
from engine import catalogue
from engine.learning.knowledge import Standing
from engine.learning.prerequisites import prerequisites
from tests.app.learner import COSINE, RIGHT, Learner, drawn, key
from tests.engine.submissions import BANK
from tests.every import for_each

FAMILIES = catalogue.families()
GRAPH = prerequisites()


def new(family: str) -> Standing:
    return Standing.NEW


def named(spots: tuple[Spot, ...]) -> list[str]:
    """The families of an outline, each before those below it."""
    return [name for spot in spots for name in (spot.family.id, *named(spot.onward))]


def around(family: str) -> Neighbourhood:
    return family_map.neighbourhood(family, new, BANK, [])


def column(view: Neighbourhood, steps: int) -> set[str]:
    """The families so many steps from the one in the middle."""
    return {spot.family.id for n, spots in view.columns if n == steps for spot in spots if spot}


def page(learner: Learner, address: str = "/map") -> HtmlElement:
    return document_fromstring(learner.get(address).html)


def signs(html: HtmlElement, under: str = "main") -> Counter[str]:
    """Counts how often each sign stands there."""
    uses = html.xpath(f"//{under}//use/@href")
    return Counter(use.removeprefix("#standing-") for use in uses)


def test_the_map_lists_every_family_once_in_the_region_of_its_section() -> None:
    regions = family_map.overview(new).regions
    assert {region.section for region in regions} <= set(SECTIONS)
    listed = [(name, region.section) for region in regions for name in named(region.spots)]
    assert sorted(listed) == sorted((family.id, family.section) for family in FAMILIES.values())
    assert sum(region.families for region in regions) == len(FAMILIES)


def test_a_family_stands_below_one_that_it_builds_on() -> None:
    def check(spots: tuple[Spot, ...]) -> int:
        inside = [(spot.family.id, below.family.id) for spot in spots for below in spot.onward]
        assert all(first in GRAPH.direct[later] for first, later in inside)
        return len(inside) + sum(check(spot.onward) for spot in spots)

    assert sum(check(region.spots) for region in family_map.overview(new).regions) > 30


def test_the_picture_has_a_sign_for_every_family_and_a_line_for_every_prerequisite() -> None:
    drawn = family_map.overview(new).drawn
    assert drawn.places.keys() == FAMILIES.keys()
    assert len(set(drawn.places.values())) == len(FAMILIES)
    assert len(drawn.lines) == sum(map(len, GRAPH.direct.values()))


def test_the_way_in_which_standings_are_found_is_handed_in() -> None:
    standings: dict[str, Standing] = {
        "attention": Standing.KNOWN,
        "layer_norm": Standing.DUE,
        "rope": Standing.SHAKY,
    }
    view = family_map.overview(lambda family: standings.get(family, Standing.NEW))
    assert view.counts == {"known": 1, "due": 1, "shaky": 1, "new": len(FAMILIES) - 3}
    region = next(region for region in view.regions if region.section == "2.5")
    assert (region.known, region.families) == (1, 3)
    near = family_map.neighbourhood(
        "encoder_block", lambda family: standings.get(family, Standing.NEW), BANK, []
    ).columns
    found = {spot.family.id: spot.standing for _, spots in near for spot in spots if spot}
    assert (found["layer_norm"], found["attention"], found["feed_forward"]) == ("due", "known", "new")


@for_each(FAMILIES)
def test_a_family_stands_between_what_it_builds_on_and_what_builds_on_it(family: str) -> None:
    view = around(family)
    assert column(view, 0) == {family}
    assert column(view, -1) == set(GRAPH.direct[family])
    assert column(view, 1) == set(GRAPH.after(family))
    back = {one for n in (-3, -2, -1) for one in column(view, n)}
    further = {spot.family.id for spot in view.further}
    assert back.isdisjoint(further)
    assert back | further == set(GRAPH.before(family))


def test_a_family_far_back_is_named_below_the_picture() -> None:
    view = around("decoder_block")
    assert column(view, -1) == {"encoder_block"}
    assert "attention" in column(view, -3)
    assert "softmax_regression" in {spot.family.id for spot in view.further}


def test_exercises_of_a_family_come_from_the_easiest_on_and_the_next_one_is_new() -> None:
    view = around("cosine_similarity")
    levels = [exercise.question.levels[0] for exercise in view.exercises]
    assert levels == sorted(levels, key=["warm-up", "exam", "hard"].index)
    assert {exercise.question.family_id for exercise in view.exercises} == {"cosine_similarity"}
    assert view.next_exercise == view.exercises[0].question


def test_the_page_tells_the_picture_in_words_too(learner: Learner) -> None:
    html = page(learner)
    outline = html.xpath("//*[@class='regions']//a/@href")
    assert sorted(outline) == sorted(f"/map?family={family}" for family in FAMILIES)
    assert all("(new)" in link.text_content() for link in html.xpath("//*[@class='regions']//a"))
    (picture,) = html.xpath("//*[contains(@class, 'lanes')]")
    assert picture.get("aria-hidden") == "true"
    assert {link.get("tabindex") for link in picture.iter("a")} == {"-1"}


def test_what_is_new_shaky_and_known_follows_from_what_came_out_right(learner: Learner) -> None:
    assert signs(page(learner), "*[@class='regions']") == {"new": len(FAMILIES)}
    learner.press(learner.open(), typed=RIGHT)
    learner.press(learner.open(COSINE, level="exam"), typed={"dot": "1000"})
    html = page(learner)
    assert signs(html, "*[@class='regions']") == {"new": len(FAMILIES) - 2, "shaky": 2}
    asked = [one for one in BANK.questions.values() if one.family_id == "perplexity"]
    for question in asked:
        variant = drawn(question.id, 3, question.default_level)
        learner.press(learner.open(question.id, 3, question.default_level), typed=key(variant))
    assert "known: every step came out right" in learner.get("/map?family=perplexity").text
    assert "shaky: begun" in learner.get("/map?family=cosine_similarity").text


def test_a_sheet_that_was_only_opened_leaves_its_family_new(learner: Learner) -> None:
    learner.press(learner.open(COSINE, level="exam"), "hint:dot")
    assert "new: not tried yet" in learner.get("/map?family=cosine_similarity").text


def test_one_clicks_from_the_map_through_families_to_an_exercise(learner: Learner) -> None:
    assert "/map?family=attention" in learner.get("/map").links
    attention = learner.get("/map?family=attention")
    assert {"/map?family=softmax_regression", "/map?family=multi_head_attention", "/solve/attention"} <= set(
        attention.links
    )
    exercise = next(link for link in attention.links if link.startswith("/practice/"))
    assert BANK.questions[exercise.removeprefix("/practice/")].family_id == "attention"
    assert "/map#2.5" in attention.links
    assert "2.5" in learner.get("/map").ids


def test_what_has_nothing_before_or_after_it_says_so(learner: Learner) -> None:
    text = learner.get("/map?family=batch_norm").text
    assert "one can begin here" in text
    assert "No other builds on it" in text
    assert "One step back" not in text


def test_a_family_that_does_not_exist_is_told_with_the_nearest_one(learner: Learner) -> None:
    missing = learner.get("/map?family=atention")
    assert missing.status == 404
    assert "no kind of task called “atention”" in missing.text
    assert learner.get(f"/map?family={'x' * 61}").status == 422


def test_the_grid_and_the_map_lead_to_each_other(learner: Learner) -> None:
    assert "/map" in learner.get("/grid").links
    assert {"/grid", "/topics", "/topics?by=model"} <= set(learner.get("/map").links)
