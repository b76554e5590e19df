"""Word vectors: a cosine is predicted by hand, or a training's share of analogies; its numbers become exercises."""

import itertools
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from math import hypot, sqrt
from typing import Any

import numpy as np
import pytest
from fastapi import FastAPI
from pydantic import TypeAdapter

from app.database.connection import Database
from app.jobs.store.points import Point
from app.lab.demos.vectors.demo import Vectors
from app.lab.demos.vectors.state import State
from app.lab.demos.vectors.subsampling import RECORDED, SMALLER
from engine.demos.recording import FOLDER, weights
from engine.demos.vectors import live as live_skip_gram
from tests.app.lab.demos.lab import Lab, claimed, ended, odd
from tests.app.learner import Count, Learner, Page, new_learner

MOSCOW = State(word="moscow", first="warsaw", second="the")
OWN = State(vectors="own", steps=50)
WORDS: Sequence[str] = tuple(json.loads((FOLDER / "skip_gram.json").read_text("utf-8"))["words"])
STATES = TypeAdapter(State)
BELOW = {"run", "space", "neighbours", "analogy", "map", "lengths"}
LAB = Lab("vectors", MOSCOW)
at, predict, exercise = LAB.at, LAB.predict, LAB.exercise


def changed(**changes: object) -> State:
    return STATES.validate_python(asdict(MOSCOW) | changes)


def row(word: str, table: str = "centre") -> list[float]:
    found: list[float] = weights("skip_gram")[table][WORDS.index(word)].tolist()
    return found


def dot(u: Sequence[float], v: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(u, v, strict=True))


def cosine(u: Sequence[float], v: Sequence[float]) -> float:
    return dot(u, v) / sqrt(dot(u, u) * dot(v, v))


def shown_vectors(page: Page, section: str = "") -> dict[str, list[float]]:
    """The table of the three words, as it stands on the page."""
    section = section or ("given" if "given" in page.ids else "predict")
    part = page.html.partition(f'id="{section}"')[2].partition("</table>")[0]
    rows = re.findall(r'<th scope="row" lang="en">(\w+)</th>(.*?)</tr>', part, re.DOTALL)
    number = re.compile(r"<td>([^<]+)</td>")
    return {word: [float(x.replace("−", "-")) for x in number.findall(cells)] for word, cells in rows}


def trained(table: Sequence[Sequence[float]], right: float = 0.81, length: float = 0.62) -> dict[str, Any]:
    relations = {relation: [right, 0.5] for relation in Vectors(State()).relations}
    return {"loss": 1.2, "right": right, "length": length, "table": table, "relations": relations}


def ran(store: Database, result: Mapping[str, Any] | None, said: str = "") -> str:
    told = [Point(0, {"loss": 4.2, "right": 0.0, "length": 0.1}), Point(1, {"loss": 3.9})]
    told.append(Point(50, result or {"loss": 3.0, "right": 0.1, "length": 0.3}))
    return ended(store, claimed(store), told, result, said)


def reached(page: Page) -> list[bool]:
    return [said == "yes" for said in re.findall(r'data-reached="(\w+)"', page.html)]


RANDOM = np.random.default_rng(1).normal(size=(len(WORDS), 12)).round(3).tolist()


def test_it_opens_with_a_run_that_is_there_already(learner: Learner, count: Count) -> None:
    page = learner.get("/lab/vectors")
    assert page.ids >= BELOW
    assert "predicted" not in page.fields
    assert "king − man + woman: the nearest vector by cosine is queen. So says the small world." in " ".join(
        page.text.split()
    )
    assert reached(page) == [False, False, False]
    assert count() == {}


def test_nothing_of_the_outcome_is_shown_before_the_prediction(learner: Learner) -> None:
    page = learner.get(f"/lab/vectors?{MOSCOW.address}")
    assert "predicted" in page.fields
    assert not BELOW & page.ids
    assert "<svg" not in page.html.partition('id="demo"')[2].partition("</article>")[0]
    for other in ("warsaw", "the"):
        came = cosine(row("moscow"), row(other))
        assert f"{came:.2f}" not in page.html
        assert f"{came:.3f}" not in page.html


@pytest.mark.parametrize(
    "vectors", ["thinned", *(pytest.param(one, marks=pytest.mark.sweep) for one in ("all", "strong"))]
)
def test_whoever_computes_with_the_vectors_of_the_page_is_right(learner: Learner, vectors: str) -> None:
    """The cosine that came is that of all numbers, computed here from the checkpoint."""
    for first in ("warsaw", "the", "crown"):
        state = changed(vectors=vectors, first=first)
        shown = shown_vectors(learner.get(f"/lab/vectors?{state.address}"))
        assert list(shown) == ["moscow", first, "the"][: 2 if first == "the" else 3]
        by_hand = cosine(shown["moscow"], shown[first])
        page = predict(learner, f"{by_hand:.2f}", state)
        table = RECORDED[state.vectors][0]
        came = cosine(row("moscow", table), row(first, table))
        assert page.rules == ["right"]
        assert f"it came to {came:.2f}".replace("-", "−") in page.text


def test_a_wrong_one_says_both_numbers_and_stands_in_the_picture(learner: Learner, count: Count) -> None:
    page = predict(learner, "0.2")
    came = cosine(row("moscow"), row("warsaw"))
    assert page.rules == ["wrong"]
    assert f"You said 0.20; it came to {came:.2f}" in page.text
    assert page.ids >= BELOW
    picture = page.html.partition('id="angle-title"')[2].partition("</svg>")[0]
    assert "you: 0.20" in picture
    assert "Predictions: 0 of 1 right" in learner.get("/lab").text
    assert count()["predictions"] == 1


@pytest.mark.parametrize("typed", ["a lot", "", "0.5.5"])
def test_what_is_no_number_is_told_and_not_stored(learner: Learner, count: Count, typed: str) -> None:
    page = predict(learner, typed)
    assert page.status == 422
    assert page.fields["predicted"] == typed
    assert not BELOW & page.ids
    assert count() == {}


def test_after_a_prediction_all_but_the_word_and_the_vectors_is_free(learner: Learner) -> None:
    run = predict(learner, "0.8").fields["run"]
    free = replace(MOSCOW, first="crown", second="king", a="paris", relation="animal and young")
    page = learner.get(at(free, run))
    assert page.ids >= BELOW
    assert page.rules == []
    for other in (replace(MOSCOW, word="rome"), replace(MOSCOW, vectors="all")):
        page = learner.get(at(other, run))
        assert "predicted" in page.fields
        assert "run" not in page.ids
        assert "before" in page.ids  # the picture of the word before
        assert not (BELOW - {"space"}) & page.ids


def test_the_sums_of_the_page_add_up(learner: Learner) -> None:
    page = predict(learner, "0.8")
    shown = shown_vectors(page)
    u, v = shown["moscow"], shown["warsaw"]
    said = page.text.replace("−", "-")
    assert re.search(rf"moscow · warsaw = .* = {dot(u, v):.2f}\b", said)
    assert re.search(
        rf"\|moscow - warsaw\| = .* = {hypot(*(x - y for x, y in zip(u, v, strict=True))):.2f}\b", said
    )
    assert f"= {cosine(u, v):.2f}" in said


def test_neighbours_are_ranked_by_both_measures(learner: Learner) -> None:
    page = predict(learner, "0.8")
    here = row("moscow")
    others = [word for word in WORDS if word != "moscow"]
    by_angle = sorted(others, key=lambda word: -cosine(here, row(word)))
    by_distance = sorted(others, key=lambda word: dot(d := np.subtract(here, row(word)).tolist(), d))
    for n, (mine, theirs) in enumerate([(by_angle, by_distance), (by_distance, by_angle)], 1):
        part = page.html.partition(f'id="near-{n}-title"')[2].partition("</svg>")[0]
        found = re.findall(r">(\w+) \((\d+)\)<", part)
        assert found == [(word, str(theirs.index(word) + 1)) for word in mine[:6]]


@pytest.mark.parametrize(
    ("asked", "with_inputs", "world"),
    [
        (("king", "man", "woman"), "the same", "So says the small world"),
        (("boy", "son", "daughter"), "would be daughter: a word of the question", "So says the small world"),
        (("boy", "king", "queen"), "", "The small world would say girl"),
        (("queen", "woman", "man"), "", "So says the small world"),
        (("woman", "man", "king"), "the same", "So says the small world"),
        (("the", "man", "spree"), "", "has no answer to this one"),
    ],
)
def test_an_analogy_is_answered_without_its_own_words(
    learner: Learner, asked: tuple[str, str, str], with_inputs: str, world: str
) -> None:
    run = predict(learner, "0.8").fields["run"]
    a, b, c = asked
    page = learner.get(at(replace(MOSCOW, a=a, b=b, c=c), run))
    target = [x - y + z for x, y, z in zip(row(a), row(b), row(c), strict=True)]
    best = max((word for word in WORDS if word not in asked), key=lambda word: cosine(target, row(word)))
    said = " ".join(page.text.split())
    assert f"{a} − {b} + {c}: the nearest vector by cosine is {best}." in said
    assert with_inputs in said
    assert world in said


def test_the_order_in_which_an_analogy_is_written_changes_neither_its_answer_nor_a_goal() -> None:
    for a, b, c in (
        ("boy", "son", "daughter"),
        ("norwegian", "norway", "sweden"),
        ("oslo", "norway", "sweden"),
    ):
        one, other = (Vectors(replace(MOSCOW, a=x, b=b, c=z)) for x, z in ((a, c), (c, a)))
        assert one.expected == other.expected != ""
        assert one.analogy.ranked[0][0] == other.analogy.ranked[0][0]
        assert one.goals[1].reached == other.goals[1].reached


@pytest.mark.parametrize(("often", "recorded"), [(1.0, 1.0), (0.02, 0.003), (0.003, 0.003), (0.0001, 0.0005)])
def test_beside_a_live_run_stands_the_recorded_one_that_is_most_like_it(
    often: float, recorded: float
) -> None:
    lab = Vectors(replace(OWN, often=often))
    right = {one: share for one, share, _ in lab.recorded_runs}
    assert list(lab.chart.levels.values()) == [round(right[recorded], 2)]


@pytest.mark.parametrize("word", ["king", "moscow", "the"])
def test_names_on_the_lengths_stand_apart(word: str) -> None:
    picture = Vectors(changed(word=word, first="queen", second="man")).lengths
    assert picture.named[0] == word
    places = {name: (np.log10(x), y) for name, x, y in picture.points}
    wide, high = (np.ptp([place[axis] for place in places.values()]) for axis in (0, 1))
    for one, other in itertools.combinations(picture.named, 2):
        across, up = np.abs(np.subtract(places[one], places[other]))
        assert across > 0.2 * wide or up > 0.05 * high


def test_the_map_and_the_lengths_hold_every_word(learner: Learner) -> None:
    page = learner.get("/lab/vectors")
    for picture in ("world-map", "length-count"):
        part = page.html.partition(f'id="{picture}-title"')[2].partition("</figure>")[0]
        assert part.partition("</svg>")[0].count("<circle") == len(WORDS) == part.count('<th scope="row">')


@pytest.mark.parametrize("turn", [0, 30, 90, 200, 360])
def test_a_turned_map_holds_the_three_directions_in_which_words_differ_most(turn: int) -> None:
    table = np.array([row(word) for word in WORDS])
    values, directions = np.linalg.eigh(np.cov(table, rowvar=False))
    along = (table - table.mean(0)) @ directions[:, [-1, -2, -3]]
    space = Vectors(State(turn=turn)).space
    assert space.share == pytest.approx(values[-3:].sum() / values.sum())
    along *= np.sign((along * space.components).sum(0))  # a direction has no sign
    angle = np.exp(-1j * np.radians(turn)) * (along[:, 0] + 1j * along[:, 2])
    assert np.allclose(space.turned, np.column_stack((angle.real, along[:, 1], angle.imag)))
    dots = {dot.word: dot for dot in space.dots}
    x, y = np.array([(dots[word].x, -dots[word].y) for word in WORDS]).T
    assert np.corrcoef(x, space.turned[:, 0])[0, 1] == pytest.approx(1, abs=1e-4)
    assert np.polyfit(space.turned[:, 0], x, 1)[0] == pytest.approx(
        np.polyfit(space.turned[:, 1], y, 1)[0], abs=0.05
    )
    assert all(0 < dot.x < space.size[0] and 0 < dot.y < space.size[1] for dot in space.dots)


def test_the_map_in_three_dimensions_compares_the_word_that_is_pressed(learner: Learner) -> None:
    run = predict(learner, "0.8").fields["run"]
    state = replace(MOSCOW, turn=120)
    page = learner.get(at(state, run))
    part = page.html.partition('id="space"')[2]
    assert part.partition("</svg>")[0].count("<circle") == len(WORDS)
    assert part.partition("</table>")[0].count('<th scope="row">') == len(WORDS)
    assert "predicted" not in page.fields  # to turn it is free
    oslo = next(link for link in page.links if "first=oslo" in link)
    page = learner.get(oslo)
    assert page.fields["turn"] == "120"
    came = f"{cosine(row('moscow'), row('oslo')):.2f}".replace("-", "−")
    apart = f"{hypot(*np.subtract(row('moscow'), row('oslo'))):.2f}"
    assert f"oslo and moscow: cosine {came}, distance {apart}." in " ".join(page.text.split())


@pytest.mark.parametrize("turn", [0, 30, 75, 200])
@pytest.mark.parametrize("word", ["king", "moscow", "the"])
def test_names_on_the_turned_map_cover_no_other_name(word: str, turn: int) -> None:
    boxes = []
    for dot, (x, base, side) in Vectors(State(word=word, turn=turn)).space.labels:
        wide = 6.5 * len(dot.word)
        boxes.append((x - {"end": wide, "middle": wide / 2, "": 0}[side], base, wide))
    for (left, base, wide), (other, below, far) in itertools.combinations(boxes, 2):
        assert left + wide <= other or other + far <= left or abs(base - below) >= 11


def field_of(html: str, name: str) -> str:
    """The tag of the field of this name that one can type into."""
    return str(next(tag for tag in re.findall(r"<input[^>]*>", html) if f' id="{name}"' in tag))


def test_a_word_that_the_world_has_leaves_its_field_valid(learner: Learner) -> None:
    page = learner.get(f"/lab/vectors?{MOSCOW.address}")
    assert "aria-invalid" not in field_of(page.html, "word")


def test_a_word_that_the_world_does_not_have_is_replaced_in_words(learner: Learner) -> None:
    state = replace(MOSCOW, word="moskow", first="<b>x", second=" ", a="Kings")
    page = learner.get(f"/lab/vectors?{state.address}")
    assert page.status == 200
    assert "no word “moskow”: “moscow” is taken" in page.text
    assert "no word “<b>x”" in page.text
    assert "<b>x" not in page.html
    for name in ("word", "first", "second"):
        assert f'aria-invalid="true" aria-describedby="{name}-instead"' in field_of(page.html, name)
    assert "Where no word stands, “man” is taken." in page.text
    assert "Kings" not in page.text
    page = predict(learner, "0.8", state)
    analogy = page.html.partition('id="analogy"')[2].partition("</section>")[0]
    assert "no word “Kings”: “king” is taken" in analogy
    assert page.text.count("Kings") == 1
    assert "has no word" not in learner.get(f"/lab/vectors?{replace(MOSCOW, word=' Moscow ').address}").text


def test_the_goals_are_reached_by_a_short_vector_and_by_words_that_were_left_out(learner: Learner) -> None:
    run = predict(learner, "0.2", replace(MOSCOW, first="speaks")).fields["run"]
    short = learner.get(at(replace(MOSCOW, first="speaks"), run))
    assert reached(short) == [True, False, False]
    assert "The two measures disagree" in short.text
    assert reached(learner.get(at(MOSCOW, run))) == [False, False, False]
    left_out = learner.get(at(replace(MOSCOW, a="boy", b="son", c="daughter"), run))
    assert reached(left_out) == [False, True, False]


def test_the_cosine_becomes_an_exercise_with_the_numbers_of_the_page(learner: Learner) -> None:
    shown = shown_vectors(learner.get(f"/lab/vectors?{MOSCOW.address}"))
    sheet = exercise(learner, MOSCOW)
    assert sheet.address.startswith("/attempts/")
    typed = {"cosine": f"{cosine(shown['moscow'], shown['warsaw']):.2f}"}
    assert learner.press(sheet, typed=typed, do="check:cosine").rule("cosine") == "right"


@pytest.mark.parametrize(
    ("first", "title"), [("speaks", "Two measures that disagree"), ("warsaw", "Which word is nearest?")]
)
def test_two_words_become_an_exercise_of_both_measures(learner: Learner, first: str, title: str) -> None:
    state = replace(MOSCOW, first=first, sheet="nearest")
    shown = shown_vectors(learner.get(f"/lab/vectors?{state.address}"))
    query, others = shown["moscow"], {word: shown[word] for word in (first, "the")}
    near = {word: hypot(*np.subtract(query, vector)) for word, vector in others.items()}
    sheet = exercise(learner, state)
    assert title in sheet.text
    typed = {
        "nearest_by_cosine": max(others, key=lambda word: cosine(query, others[word])),
        "nearest_by_euclidean": min(near, key=lambda word: near[word]),
    }
    for part, word in typed.items():
        assert learner.press(sheet, typed=typed, do=f"check:{part}").rule(part) == "right", word


def test_an_analogy_becomes_an_exercise_whose_answer_is_that_of_the_page(learner: Learner) -> None:
    state = replace(MOSCOW, a="italy", b="france", c="french", sheet="analogy")
    sheet = exercise(learner, state)
    assert "An analogy of the lab" in sheet.text
    typed = {"nearest": "italian"}
    assert learner.press(sheet, typed=typed, do="check:nearest").rule("nearest") == "right"


def test_words_that_rounding_would_decide_and_a_word_twice_make_no_exercise(
    learner: Learner, count: Count
) -> None:
    for state in (
        replace(MOSCOW, first="moscow"),
        replace(MOSCOW, second="warsaw", sheet="nearest"),
        replace(State(), word="king", first="empress", second="empire", sheet="nearest"),
        OWN,
    ):
        page = exercise(learner, state)
        assert page.status == 422
        if state is not OWN:
            assert not BELOW & page.ids  # it was not predicted
    assert "attempts" not in count()
    near = replace(MOSCOW, word="king", first="empress", second="empire", sheet="nearest")
    run = predict(learner, "1", near).fields["run"]
    assert "make no clear exercise" not in learner.get(at(near, run)).text
    assert "make no clear exercise" in exercise(learner, near, run).text


def test_a_word_that_stands_twice_is_told_before_an_exercise_is_asked_for(learner: Learner) -> None:
    run = predict(learner, "1", replace(MOSCOW, first="moscow")).fields["run"]
    twice = replace(MOSCOW, first="moscow")
    for page in (learner.get(at(twice, run)), exercise(learner, twice, run)):
        assert page.text.count("take two different words") == 1
        assert page.text.count("take three different words") == 1
        assert "Make these two words an exercise" not in page.text
        assert "no clear exercise" not in page.text
    page = learner.get(at(replace(MOSCOW, second="warsaw"), run))
    assert "take two different words" not in page.text
    assert page.text.count("take three different words") == 1


def test_a_prediction_about_ones_own_vectors_begins_a_run(learner: Learner, count: Count) -> None:
    page = learner.get(f"/lab/vectors?{OWN.address}")
    assert "746 analogies" in page.text
    assert {"dimensions", "noise", "often"} <= page.fields.keys()
    page = predict(learner, "0.5", OWN)
    assert "Waiting: place 1 in the queue." in page.text
    assert "You said 0.50." in page.text
    assert not {"neighbours", "analogy"} & page.ids
    assert count()["jobs"] == 1


def test_what_was_trained_is_shown_and_asked_and_becomes_an_exercise(
    learner: Learner, store: Database
) -> None:
    predict(learner, "0.75", OWN)
    run = ran(store, trained(RANDOM))
    page = learner.get(at(OWN, run))
    assert page.rules == ["right"]
    assert "You said 0.75; it came to 0.81." in page.text
    assert page.ids >= {*BELOW, "your-run-title"}
    assert "Other settings begin a new prediction" in page.text
    assert "Another word begins" not in page.text
    assert "you: 0.75" not in page.html  # it was about no cosine
    assert reached(page)[2]
    other = replace(OWN, word="moscow", first="paris", second="rome", sheet="cosine")
    page = learner.get(at(other, run))
    came = cosine(RANDOM[WORDS.index("moscow")], RANDOM[WORDS.index("paris")])
    assert f"cosine {came:.2f}".replace("-", "−") in page.text
    shown = shown_vectors(page, "words")
    by_hand = cosine(shown["moscow"], shown["paris"])
    assert by_hand == pytest.approx(came, abs=0.04)
    sheet = exercise(learner, other, run)
    assert (
        learner.press(sheet, typed={"cosine": f"{by_hand:.2f}"}, do="check:cosine").rule("cosine") == "right"
    )


def test_the_guide_for_small_runs_does_not_tell_the_first_one(learner: Learner) -> None:
    first = State(vectors="own")
    assert (first.dimensions, first.often) == (12, 1.0)
    text = " ".join(learner.get(at(first)).text.split())
    assert "With 12 numbers in a vector and no word thinned out" in text
    for steps, right in SMALLER.items():
        assert steps != first.steps
        assert f"{right:.2f}" in text


@pytest.mark.sweep
@pytest.mark.parametrize(("steps", "right"), SMALLER.items())
def test_the_guide_for_small_runs_is_what_they_come_to(steps: int, right: float) -> None:
    lab = Vectors(State(vectors="own", steps=steps))
    *_, (_, last) = live_skip_gram.live(lab.training, dict)
    assert round(last["right"], 2) == right


def test_ones_own_run_stands_beside_the_recorded_ones_with_its_question(
    learner: Learner, store: Database
) -> None:
    predict(learner, "0.75", OWN)
    page = learner.get(at(OWN, ran(store, trained(RANDOM))))
    assert re.search(r"yours: no word\s*0.81\s*0.62", page.text)
    assert page.text.count("Thinned out above") == 1
    assert "Which share of them will your vectors get right?" in page.text


@pytest.mark.parametrize(
    ("right", "length"),
    [
        (0.69, 0.9),
        pytest.param(0.9, 0.49, marks=pytest.mark.sweep),
        pytest.param(0.0, 0.0, marks=pytest.mark.sweep),
    ],
)
def test_the_last_goal_takes_both(learner: Learner, store: Database, right: float, length: float) -> None:
    predict(learner, "0.2", OWN)
    page = learner.get(at(OWN, ran(store, trained(RANDOM, right, length))))
    assert not reached(page)[2]
    assert page.rules == ["wrong"]


def test_a_run_that_failed_says_so_and_asks_nothing_of_its_vectors(learner: Learner, store: Database) -> None:
    predict(learner, "0.2", OWN)
    page = learner.get(at(OWN, ran(store, None, "The process that did this ended unexpectedly.")))
    assert page.status == 200
    assert "ended unexpectedly" in page.text
    assert not {"neighbours", "analogy"} & page.ids
    assert "nothing can be asked of its words" in page.text
    assert "You know" not in page.text


def test_nobody_sees_the_run_of_somebody_else(learner: Learner, app: FastAPI, store: Database) -> None:
    predict(learner, "0.2", OWN)
    run = ran(store, trained(RANDOM))
    assert "neighbours" not in new_learner(app).get(at(OWN, run)).ids
    assert exercise(new_learner(app), OWN, run).status == 422


def test_without_torch_the_recorded_vectors_stay(learner: Learner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.lab.runs.possible", lambda: False)
    assert "it has no PyTorch" in learner.get(f"/lab/vectors?{OWN.address}").text
    assert predict(learner, "0.8").status == 200


ENDS: Mapping[str, Sequence[object]] = {
    "vectors": ("thinned", "all", "strong", "own"),
    "word": ("", "x" * 30, "\0", "moscow", "the"),
    "first": ("", "moscow", "the"),
    "second": ("", "moscow", "warsaw"),
    "a": ("", "man"), "b": ("", "king"), "c": ("", "king", "man"),
    "relation": Vectors(State()).relations,
    "sheet": ("cosine", "nearest", "analogy"),
    "often": (1e-4, 1.0, 0.2),
    **{name: State.limits(name) for name in ("dimensions", "window", "noise", "steps", "seed", "turn")},
}  # fmt: skip


@odd("ends", [(name, value) for name, values in ENDS.items() for value in values], every=6)
def test_every_setting_at_its_ends_answers_before_and_after(
    learner: Learner, ends: list[tuple[str, object]]
) -> None:
    run = predict(learner, "0.8").fields["run"]
    for name, value in ends:
        state = changed(**{name: value})
        for page in (learner.get(f"/lab/vectors?{state.address}"), learner.get(at(state, run))):
            assert page.status == 200, (name, value)
        if name in ("vectors", "word", "sheet"):
            assert predict(learner, "0.5", state).status == 200, (name, value)
    assert {field.name for field in fields(State)} == asdict(MOSCOW).keys()


@pytest.mark.parametrize(
    "bad", ["vectors=best", "dimensions=3", "often=0", "often=nan", "steps=9999", "relation=x"]
)
def test_settings_out_of_range_are_refused(learner: Learner, bad: str) -> None:
    assert learner.get(f"/lab/vectors?{bad}").status == 422


@pytest.mark.sweep
def test_every_sheet_of_every_fifth_word_opens_or_is_refused_in_words(learner: Learner) -> None:
    opened = 0
    for n, (word, sheet) in enumerate(
        itertools.product(sorted(WORDS)[::40], ("cosine", "nearest", "analogy"))
    ):
        state = changed(word=word, first=WORDS[n], second=WORDS[-n - 1], a=word, b=WORDS[n + 9], sheet=sheet)
        page = exercise(learner, state)
        assert page.status in (200, 422)
        opened += page.status == 200
    assert opened > 10
