"""Filling exams whenever that is possible, drawing them for exactly their points, and telling what is missing."""

import json
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random
from typing import Any

import pytest

from engine import variants
from engine.exams import composing
from engine.exams.alike import pairs
from engine.exams.blueprints import Blueprint
from engine.exams.composing import Unfillable, fill
from engine.exams.matching import Lack, matched
from engine.exams.own_exam import own
from engine.exams.pools import family_of, stretched
from engine.questions import Question
from engine.sections import section_order
from engine.variants import MOST_SEED, worth
from tests.engine.submissions import BANK, SWEEP, all_right, key, question

ALL = list(BANK.questions.values())
SECTIONS = sorted({one.section for one in ALL}, key=section_order)
TITLES = {"c.3": "n-gram models", "2.5": "Attention"}
FULL = BANK.exams["full"]
TIMES = 200 if SWEEP else 40


def group(title: str, number: int, points: Any = 1, **filters: Any) -> dict[str, Any]:
    return {"title": title, "number": number, "points": points, **filters}


def exam(*groups: dict[str, Any], **more: Any) -> Blueprint:
    points = sum(one["number"] * Fraction(one["points"]) for one in groups)
    minutes = max(1, round(points * Fraction(12, 5)))
    values = {"id": "an-exam", "title": "An exam", "minutes": minutes, "points": points, "groups": groups}
    return Blueprint.model_validate(values | more)


def said_of(blueprint: Blueprint, titles: Mapping[str, str] = TITLES) -> list[str]:
    return [str(one) for one in composing.findings(blueprint, ALL, titles)]


def ids(picked: Sequence[composing.Picked]) -> list[str]:
    return [one.question.id for one in picked]


# Who gets which place


def first(group: int, free: Iterator[str], owners: object) -> str:
    return next(free)


def test_what_taking_the_first_that_fits_would_miss_is_found() -> None:
    """The first group takes a, then b; the others can have nothing else."""
    pools = [["a", "b", "c", "d"], ["a"], ["b", "c"], ["c"]]
    owners, lacks = matched(pools, [0, 1, 2, 3], first)
    assert lacks == ()
    assert owners == {"d": 0, "a": 1, "b": 2, "c": 3}


def test_a_lack_names_the_groups_that_stand_in_one_anothers_way_and_no_other() -> None:
    pools = [["a", "b"], ["x", "y", "z"], ["b", "a"], ["b"]]
    owners, lacks = matched(pools, [1, 0, 1, 2, 3], first)
    assert lacks == (Lack((0, 2, 3), 3, 2),)
    assert {member for member, owner in owners.items() if owner == 1} <= {"x", "y", "z"}
    assert len(owners) == 4


def test_places_are_filled_exactly_when_no_groups_want_more_than_there_is_for_them() -> None:
    """Hall's condition, tried for every set of groups."""
    rng = Random(6)
    possible = 0
    for _ in range(2000):
        pools = [rng.sample("abcdefg", rng.randrange(8)) for _ in range(rng.randrange(1, 5))]
        places = [n for n in range(len(pools)) for _ in range(rng.randrange(1, 4))]
        rng.shuffle(places)
        sets = [some for size in range(1, len(pools) + 1) for some in combinations(range(len(pools)), size)]
        holds = all(
            len({member for n in some for member in pools[n]}) >= sum(n in some for n in places)
            for some in sets
        )
        owners, lacks = matched(pools, places, first)
        possible += holds
        assert (not lacks) == holds
        assert all(member in pools[owner] for member, owner in owners.items())
        assert not holds or Counter(owners.values()) == Counter(places)
        for lack in lacks:
            there = {member for n in lack.groups for member in pools[n]}
            assert (lack.wanted, lack.found) == (sum(n in lack.groups for n in places), len(there))
            assert lack.wanted > lack.found
    assert 200 < possible < 1800


# Filling


@pytest.mark.parametrize("id", sorted(BANK.exams))
def test_a_built_in_exam_is_filled_every_time_with_no_question_twice_and_exactly_its_points(id: str) -> None:
    blueprint = BANK.exams[id]
    assert said_of(blueprint) == []
    made = []
    for seed in range(TIMES):
        picked = fill(blueprint, ALL, Random(seed))
        assert len(set(ids(picked))) == len(picked) == blueprint.number
        assert sum(one.group.points for one in picked) == blueprint.points
        assert [one.group for one in picked] == [one for one in blueprint.groups for _ in range(one.number)]
        for one in picked:
            assert one.group.takes(one.question)
            assert one.level in one.question.levels
        made.append(tuple(ids(picked)))
    assert len(set(made)) > TIMES * 0.95


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize("id", ["sprint", "weak-spots"])
def test_an_exam_of_sections_that_are_not_known_before_can_be_filled_from_each_alone(
    id: str, section: str
) -> None:
    for seed in range(20):
        picked = fill(BANK.exams[id].narrowed([section]), ALL, Random(seed))
        assert {one.question.section for one in picked} == {section}
        assert sum(one.group.points for one in picked) == BANK.exams[id].points


def test_a_full_exam_goes_through_the_course_and_repeats_no_family() -> None:
    for seed in range(50):
        picked = fill(FULL, ALL, Random(seed))
        assert len({one.question.section for one in picked}) >= 16
        assert len({family_of(one.question) for one in picked}) == len(picked)
        assert not any(stretched(one.question, one.group) for one in picked)
        numeric = [one.question for one in picked if one.question.of_numbers]
        assert len(numeric) == 3
        assert all(one.points >= Fraction(5, 2) for one in numeric)


def test_the_same_chance_gives_the_same_exam_and_another_one_another() -> None:
    assert ids(fill(FULL, ALL, Random(1))) == ids(fill(FULL, ALL, Random(1)))
    assert ids(fill(FULL, ALL, Random(1))) != ids(fill(FULL, ALL, Random(2)))


def test_questions_stand_as_written_or_shuffled() -> None:
    named = [one.id for one in ALL if one.kind == "choice"][:6][::-1]
    written = exam(group("These", 6, questions=named), group("More", 5, kinds=["choice"]), order="as written")
    places = {one.id: n for n, one in enumerate(ALL)}
    for seed in range(10):
        mine = ids(fill(written, ALL, Random(seed)))
        assert mine[:6] == named
        assert mine[6:] == sorted(mine[6:], key=places.__getitem__)
    shuffled = written.model_copy(update={"order": "shuffled"})
    assert len({tuple(ids(fill(shuffled, ALL, Random(seed)))[:6]) for seed in range(10)}) > 5


def test_one_of_these_is_one_of_these_and_every_one_of_them_at_times() -> None:
    named = [one.id for one in ALL if one.kind == "code"][:3]
    blueprint = exam(group("One of these", 1, 5, questions=named))
    assert {ids(fill(blueprint, ALL, Random(seed)))[0] for seed in range(60)} == set(named)


def test_groups_that_share_their_questions_are_filled_whenever_that_is_possible() -> None:
    """The first group could take what alone fits the others."""
    a, b, c = [one.id for one in ALL if one.kind == "choice"][:3]
    tight = exam(
        group("Any", 1, questions=[a, b, c]),
        group("This or that", 1, questions=[a, b]),
        group("This", 1, questions=[a]),
    )
    for seed in range(50):
        assert ids(fill(tight, ALL, Random(seed))) == [c, b, a]


def test_what_is_stretched_comes_last_and_a_level_that_is_asked_for_is_drawn() -> None:
    weak = [one for one in ALL if one.kind == "family" and one.points <= 2][:3]
    strong = [one for one in ALL if one.kind == "family" and one.points == 5 and len(one.parts) > 2][:2]
    named = [one.id for one in [*weak, *strong]]
    two = exam(group("Two", 2, 5, questions=named))
    assert {*ids(fill(two, ALL, Random(1)))} == {one.id for one in strong}
    three = exam(group("Three", 3, 5, questions=named))
    assert {*ids(fill(three, ALL, Random(1)))} > {one.id for one in strong}
    hard = exam(group("Hard", 10, 5, kinds=["family"], level="hard"))
    assert {one.level for one in fill(hard, ALL, Random(1))} == {"hard"}


# What is missing


def test_an_exam_that_was_narrowed_too_far_says_what_is_missing() -> None:
    narrowed = BANK.exams["chapter"].narrowed(["2.3", "2.9"])
    with pytest.raises(Unfillable) as refused:
        fill(narrowed, ALL, Random(1))
    assert [one.title for one in refused.value.groups] == ["Numbers, line by line"]
    assert (refused.value.wanted, refused.value.found) == (2, 0)
    assert (
        str(refused.value)
        == "Numbers, line by line: 2 questions are needed, and none fits in sections 2.3, 2.9"
    )
    assert said_of(narrowed) == [str(refused.value)]
    with pytest.raises(Unfillable, match="and none fits"):
        fill(FULL.narrowed([]), ALL, Random(1))


def test_groups_that_want_the_same_questions_are_named_together() -> None:
    a, b = [one.id for one in ALL if one.kind == "choice"][:2]
    blueprint = exam(
        group("These", 2, questions=[a, b]),
        group("One of these", 1, questions=[b, a]),
        group("Other", 1, kinds=["code"]),
    )
    for seed in range(10):
        with pytest.raises(Unfillable) as refused:
            fill(blueprint, ALL, Random(seed))
        assert str(refused.value) == "These, One of these: 3 questions are needed for all of them, and 2 fit"


def test_every_fault_is_found_and_said_with_the_title_of_its_group() -> None:
    blueprint = exam(
        group("Choice", 60, kinds=["choice"], sections=["2.4"]),
        group("Chain", 1, 5, families=["perplexty"]),
        group("That one", 1, questions=["no-such-question"]),
        minutes=10,
    )
    there = sum(one.kind == "choice" and one.section == "2.4" for one in ALL)
    assert said_of(blueprint) == [
        "Chain: there is no question of the family perplexty; did you mean perplexity?",
        "That one: there is no question no-such-question",
        f"Choice: 60 questions are needed, and {there} fit",
        "at the exam's pace it takes about 158 minutes, not 10; from 106 to 237 are accepted",
    ]
    wrong = FULL.model_copy(update={"points": Fraction(51)})
    assert said_of(wrong)[0].startswith(
        "the groups come to 50, not to 51: 7 × 1 (Level 1, basic: multiple choice) + "
    )


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("n-gram models", "did you mean c.3 (n-gram models)?"),
        ("n-grams", "did you mean c.3 (n-gram models)?"),
        ("C3", "did you mean c.3 (n-gram models)?"),
        ("attention mechanism", "did you mean 2.5 (Attention)?"),
        ("9.9", f"there are {', '.join(SECTIONS)}"),
    ],
)
def test_an_unknown_section_is_told_with_the_one_that_may_be_meant_and_nothing_that_follows(
    name: str, hint: str
) -> None:
    in_a_group = exam(group("Some", 1, sections=[name]), group("Code", 99, kinds=["code"]))
    told = f"there is no section {name}; {hint}"
    assert said_of(in_a_group)[0] == f"Some: {told}"
    assert [one.partition(":")[0] for one in said_of(in_a_group)] == ["Some", "Code"]
    assert said_of(exam(group("Any", 1), sections=[name])) == [told]
    (fault,) = composing.findings(exam(group("Any", 1), sections=[name]), ALL, TITLES)
    assert (fault.place, fault.spot) == (("sections",), f'"{name}"')


def test_without_titles_sections_go_by_their_numbers_alone() -> None:
    narrowed = exam(group("Any", 1), sections=["n-gram models"])
    assert said_of(narrowed, {})[0].startswith("there is no section n-gram models; there are c.1, c.2")
    assert said_of(exam(group("Any", 1), sections=["c3"]), {}) == [
        "there is no section c3; did you mean c.3?"
    ]


def test_an_exam_for_each_section_is_tried_in_each() -> None:
    numbers = [group("Numbers", 1, 5, kinds=["family", "formula"])]
    assert said_of(exam(*numbers)) == []
    for scope in ("section", "weak spots"):
        assert said_of(exam(*numbers, scope=scope)) == [
            "Numbers: one question is needed, and none fits in sections c.6, 2.3, 2.9"
        ]
    assert said_of(exam(*numbers, scope="section").narrowed(["2.4"])) == []
    assert said_of(exam(*numbers, scope="section").narrowed([])) != []


def test_minutes_may_differ_from_the_pace_but_not_by_more_than_half() -> None:
    assert composing.borders(FULL) == (80, 180)
    for minutes, fine in ((80, True), (79, False), (180, True), (181, False)):
        found = said_of(FULL.model_copy(update={"minutes": minutes}))
        assert (found == []) is fine, minutes


# Drawing


def test_a_drawn_exam_is_worth_exactly_its_points_and_survives_json_with_a_seed_of_128_bits() -> None:
    for id, blueprint in BANK.exams.items():
        drawn = [composing.draw(one, secrets.randbits(128)) for one in fill(blueprint, ALL, Random(id))]
        assert sum(variant.points for variant in drawn) == blueprint.points
        for variant in drawn:
            kept = json.loads(json.dumps(variant.to_json()))
            assert kept["seed"] == variant.seed
            again = variants.from_json(variant.question, kept)
            assert again.to_json() == variant.to_json()
            assert again.points == variant.points == again.given
    large = max(secrets.randbits(128) for _ in range(5)) | 1 << 127
    assert large > MOST_SEED
    picked = fill(FULL, ALL, Random(1))[0]
    assert composing.draw(picked, large).to_json() == composing.draw(picked, large).to_json()


UNEQUAL = question("cosine_similarity", parts=[{"ask": "dot", "points": "1/3"}, {"ask": "cosine"}], points=4)


@pytest.mark.parametrize("points", ["5", "1", "7/3", "0.1"])
def test_other_points_are_shared_in_the_same_proportions_and_a_regrade_keeps_them(points: str) -> None:
    variant = variants.draw(UNEQUAL, 1, "exam")
    other = worth(variant, Fraction(points))
    shares = {asked.name: asked.points / variant.points for asked in variant.asked}
    assert shares == {"dot": Fraction(1, 12), "cosine": Fraction(11, 12)}
    assert {asked.name: asked.points / Fraction(points) for asked in other.asked} == shares
    assert other.points == Fraction(points)
    assert all_right(other, key(other))
    kept = json.loads(json.dumps(other.to_json()))
    assert kept["worth"] == str(Fraction(points))
    assert variants.rekeyed(UNEQUAL, kept).to_json() == other.to_json()
    assert worth(worth(other, Fraction(9)), Fraction(points)).to_json() == other.to_json()


def test_a_regrade_by_a_text_with_other_shares_keeps_the_worth_alone() -> None:
    kept = worth(variants.draw(UNEQUAL, 1, "exam"), Fraction(10)).to_json()
    equal = question("cosine_similarity", parts=["dot", "cosine"], points=2)
    again = variants.rekeyed(equal, kept)
    assert [asked.points for asked in again.asked] == [5, 5]
    assert again.to_json()["worth"] == "10"


def test_what_is_worth_its_own_points_is_kept_as_ever() -> None:
    kept = variants.draw(UNEQUAL, 1, "exam").to_json()
    assert "worth" not in kept
    assert variants.from_json(UNEQUAL, kept).given is None
    assert variants.rekeyed(UNEQUAL, kept).points == 4


# An exam of one's own


def test_the_full_exam_in_its_own_proportions_is_itself() -> None:
    mine = own(FULL, ALL, [], 120)
    assert mine.groups == FULL.groups
    assert (mine.minutes, mine.rules, mine.aids) == (120, FULL.rules, FULL.aids)
    assert mine.points == 50


def test_a_shorter_exam_of_ones_own_has_its_share_of_everything() -> None:
    """Nothing is further from its share than half a question of 5 points, and a sprint comes out as a sprint."""
    for minutes in (40, 60, 90, 150):
        mine = {one.title: one.total for one in own(FULL, ALL, [], minutes).groups}
        assert sum(mine.values()) == round(minutes / Fraction(12, 5))
        for one in FULL.groups:
            assert abs(mine.get(one.title, 0) - one.total * minutes / 120) <= Fraction(5, 2), (
                minutes,
                one.title,
            )
    assert [(one.number, one.title) for one in own(FULL, ALL, [], 20).groups] == [
        (2, "Level 1, basic: multiple choice"), (1, "Level 1, basic: definitions"),
        (1, "Level 3, harder numbers: line by line"),
    ]  # fmt: skip


def test_what_a_section_does_not_have_is_made_up_for_by_the_rest() -> None:
    mine = own(FULL, ALL, ["2.3"], 55)
    titles = {one.title: one.number for one in mine.groups}
    assert mine.points == 23
    assert "Level 3, harder numbers: line by line" not in titles
    assert titles["Level 4, transfer: cases"] == 2
    assert own(FULL, ALL, ["2.3"], 300).points < 125


@pytest.mark.parametrize("minutes", [2, 5, 20, 55, 90, 120, 300, 600])
@pytest.mark.parametrize("sections", [[], ["2.3"], ["2.6"], ["c.6", "c.2"], ["2.9"], SECTIONS])
def test_an_exam_of_ones_own_can_always_be_sat(sections: list[str], minutes: int) -> None:
    mine = own(FULL, ALL, sections, minutes)
    assert Blueprint.model_validate(mine.model_dump()) == mine
    picked = fill(mine, ALL, Random(1))
    assert sum(one.group.points for one in picked) == mine.points == mine.summed
    assert {one.question.section for one in picked} <= set(sections or SECTIONS)
    assert mine.minutes <= minutes
    assert said_of(mine) == []
    if minutes <= 90:
        assert mine.minutes == minutes
        assert mine.points == max(1, round(minutes / Fraction(12, 5)))


def test_an_exam_of_sections_without_questions_is_refused() -> None:
    with pytest.raises(Unfillable, match=r"none fits in section 9\.9"):
        own(FULL, ALL, ["9.9"], 60)


def test_a_question_of_somebody_is_taken_like_those_of_the_bank() -> None:
    theirs: list[Question] = [UNEQUAL, *ALL[:3]]
    blueprint = exam(group("Theirs", 1, 5, questions=[UNEQUAL.id]))
    assert ids(fill(blueprint, theirs, Random(1))) == [UNEQUAL.id]


# Questions that are alike


def alikes(*pairs: tuple[str, str]) -> list[Question]:
    """The bank, in which the first of each pair names the second."""
    named: dict[str, list[str]] = {}
    for one, other in pairs:
        named.setdefault(one, []).append(other)
    return [one.model_copy(update={"alike": named.get(one.id, [])}) for one in ALL]


CHOICES = [one.id for one in ALL if one.kind == "choice" and one.section == "2.7"]


def test_of_two_that_are_alike_an_exam_has_one_at_most_and_each_has_its_chance() -> None:
    bank = alikes(*((CHOICES[0], other) for other in CHOICES[1:]))
    seen = Counter[str]()
    for seed in range(TIMES):
        drawn = set(ids(fill(exam(group("All", 3, kinds=["choice"]), sections=["2.7"]), bank, Random(seed))))
        assert drawn.isdisjoint(CHOICES[1:]) or CHOICES[0] not in drawn
        seen.update(drawn)
    assert len(seen) > 5


def test_a_chain_of_alike_questions_gives_as_many_as_can_stand_together() -> None:
    few = CHOICES[:4]
    bank = [one for one in alikes(*pairwise(few)) if one.id in few]
    for seed in range(TIMES):
        one, other = ids(fill(exam(group("Two", 2, kinds=["choice"])), bank, Random(seed)))
        assert abs(few.index(one) - few.index(other)) > 1


def test_what_is_named_by_hand_is_asked_although_it_is_alike() -> None:
    bank = alikes((CHOICES[0], CHOICES[1]))
    named = exam(group("Named", 2, questions=CHOICES[:2]))
    assert sorted(ids(fill(named, bank, Random(1)))) == sorted(CHOICES[:2])
    assert composing.findings(named, bank) == []


def test_what_is_named_by_hand_comes_before_what_is_drawn_at_random() -> None:
    named, others = CHOICES[5:10], CHOICES[:5]
    bank = alikes(*zip(named, others, strict=True))
    plan = exam(group("Named", 5, questions=named), group("Any", 3, kinds=["choice"], sections=["2.7"]))
    for seed in range(TIMES):
        drawn = ids(fill(plan, bank, Random(seed)))
        assert set(named) <= set(drawn)
        assert set(others).isdisjoint(drawn)


def test_an_exam_that_only_alike_questions_could_fill_is_told_so() -> None:
    bank = [one for one in alikes((CHOICES[0], CHOICES[1])) if one.id in CHOICES[:2]]
    plan = exam(group("Two", 2, kinds=["choice"]))
    with pytest.raises(Unfillable):
        fill(plan, bank, Random(1))
    assert composing.findings(plan, bank) != []


def test_no_exam_of_the_bank_draws_two_that_are_alike() -> None:
    apart = pairs(ALL)
    assert apart
    for plan in BANK.exams.values():
        for seed in range(TIMES // 4):
            drawn = ids(fill(plan, ALL, Random(seed)))
            assert not [pair for pair in combinations(drawn, 2) if frozenset(pair) in apart]
