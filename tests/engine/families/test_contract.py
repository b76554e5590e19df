"""The contract that every family keeps: nothing here names a family but the short table of what speaks seldom.

What is drawn here asks for every step, so that each line of a solution is marked.
"""

import importlib
import inspect
import json
import math
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from engine import catalogue, chain
from engine.answers import cells
from engine.answers.forms import Fixed, Integer, Scientific, rounded_in
from engine.chain import CannotGoOn, Family, NotApplicable, stem_of
from engine.fairness import LARGEST_INTEGER
from engine.questions import LEVELS
from engine.rounding.lines import roundable, roundings
from engine.solutions import latex, worked_solution
from engine.solutions.mathml import mathml
from engine.variants import Variant
from tests.engine.submissions import (
    SWEEP,
    all_right,
    by_hand,
    can_be_typed,
    differs,
    drawn,
    key,
    marked,
    mistaken,
    share,
)
from tests.every import one_in

FAMILIES = list(catalogue.families().values())
SOME = pytest.mark.parametrize("family", one_in(6, FAMILIES, lambda family: family.id), indirect=True)
ENOUGH = 30  # different exercises of a kind whose numbers are few
MOST_CELLS = 200  # of all lines of one exercise; a question asks far fewer
DRAWS = 100 if SWEEP else 16  # in which is counted how often a mistake can be made
OFTEN = 30 if SWEEP else 12  # percent of exam draws in which a mistake changes an answer; few draws tell less

REFUSED = 0.005  # of the ways in which honest people round, at most; one, where they are few

# Mistakes that change no answer in most exam draws, for a reason; each speaks often at the level named.
SELDOM = {
    ("count_rnn", "one_direction_above"): ("hard", "needs layers above a bidirectional one"),
    ("count_transformer", "two_decoder_norms"): ("hard", "needs two stacks whose norms are counted"),
    ("decoder_block", "cross_softmax_of_columns"): ("hard", "needs two target tokens"),
    ("decoder_block", "queries_from_memory"): ("hard", "needs as many target tokens as source tokens"),
    ("decoder_block", "self_masked_with_zero"): ("hard", "needs two target tokens"),
    ("decoder_block", "self_not_masked"): ("hard", "needs two target tokens"),
    ("encoder_block", "self_masked_with_zero"): ("hard", "needs a mask, which exam draws have not"),
    ("encoder_block", "self_not_masked"): ("hard", "needs a mask, which exam draws have not"),
    ("learning_rate", "warmup_of_all_steps"): ("warm-up", "needs a step inside the warm-up"),
    ("count_transformer", "one_layer_of_each"): ("hard", "needs two stacks of several layers"),
    ("multi_head_attention", "head_keys_not_transposed"): ("hard", "needs heads as wide as there are tokens"),
}
HARDLY_EVER = {
    ("attention", "shares_of_scores"): "needs attention without a mask and only positive scores",
}


@pytest.fixture(
    params=FAMILIES, ids=lambda family: family.id, scope="module"
)  # one after the other: draws are kept
def family(request: pytest.FixtureRequest) -> Family:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def variants(family: Family, seeds: range) -> Iterator[Variant]:
    """The family's draws at every level, one per seed of the level."""
    return (drawn(family.id, level, seed) for level in LEVELS for seed in share(seeds, level, LEVELS))


def oracle(family: Family) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return importlib.import_module(f"tests.oracles.{family.subject}.{family.id}").answers  # type: ignore[no-any-return]


def agree(mine: Any, theirs: Any) -> bool:
    """Equal as JSON, numbers to nine digits."""
    if isinstance(mine, dict) and isinstance(theirs, dict):
        return mine.keys() == theirs.keys() and all(agree(mine[name], theirs[name]) for name in mine)
    if isinstance(mine, list) and isinstance(theirs, list):
        return len(mine) == len(theirs) and all(map(agree, mine, theirs))
    if isinstance(mine, float) or isinstance(theirs, float):
        numbers = isinstance(mine, int | float) and isinstance(theirs, int | float)
        return numbers and math.isclose(mine, theirs, rel_tol=1e-9, abs_tol=1e-12)
    return bool(mine == theirs)


def test_every_family_has_an_oracle_that_gives_its_last_answer(family: Family) -> None:
    answers = oracle(family)(drawn(family.id, "exam", 0).parameters.to_json())
    assert list(drawn(family.id, "exam", 0).exact.answers())[-1] in answers


def test_the_chain_agrees_with_its_oracle(
    family: Family, variants: Iterator[Variant], asked: Counter[str]
) -> None:
    answers = oracle(family)
    for variant in variants:
        given = variant.parameters.to_json()
        mine = cells.plain(variant.exact.answers())
        for name, theirs in answers(given).items():
            assert name in mine, f"{name} is no answer of {family.id}"
            assert agree(mine[name], cells.plain(theirs)), f"{name} of {given}: {mine[name]}, oracle {theirs}"
        asked[family.id] += 1


@SOME
def test_the_same_seed_gives_the_same_variant(family: Family, seeds: range) -> None:
    for seed in seeds:
        assert (
            drawn.__wrapped__(family.id, "exam", seed).to_json() == drawn(family.id, "exam", seed).to_json()
        )


def test_seeds_give_different_variants(family: Family, seeds: range) -> None:
    different = {json.dumps(drawn(family.id, "exam", seed).parameters.to_json()) for seed in seeds}
    assert len(different) > min(0.4 * len(seeds), ENOUGH)  # of a few dozen, fifty seeds repeat some


def test_parameters_survive_json(family: Family, variants: Iterator[Variant]) -> None:
    for variant in variants:
        text = json.dumps(variant.parameters.to_json())
        revived = family.parameters.of(json.loads(text))
        assert json.dumps(revived.to_json()) == text
        np.testing.assert_equal(vars(revived), vars(variant.parameters))


def test_the_key_typed_in_its_own_form_is_right(variants: Iterator[Variant]) -> None:
    for variant in variants:
        assert all_right(variant, key(variant)), variant.parameters


def test_lines_rounded_on_the_way_are_right(variants: Iterator[Variant]) -> None:
    """All lines, each alone, the first and the last ones. Of the longest chains one way in six hundred is refused."""
    ways, refused = 0, []
    for variant in variants:
        for way in roundings(roundable(variant.exact)):
            ways += 1
            if not all_right(variant, by_hand(variant, way)):
                refused.append((variant.parameters, sorted(way)))
    assert len(refused) <= max(1, REFUSED * ways), refused


def test_saving_work_changes_no_value(variants: Iterator[Variant]) -> None:
    """``wanted`` and ``like`` give what the whole run gives: rounded, mistaken, from a student's own values."""
    for variant in variants:
        exact = variant.exact
        family, parameters = exact.family, exact.parameters
        last = next(name for name in reversed(list(exact.steps)) if not exact.steps[name].gathers)
        own = {name: rounded_in(exact.steps[name].form, exact.reached[name]) for name in exact.steps}
        del own[last]
        knobs: list[dict[str, Any]] = [{"rounded": way} for way in list(roundings(roundable(exact)))[:8]]
        knobs += [{"given": own}, *({"instead": {m.of: m}} for m in family.mistakes.values())]
        for knob in knobs:
            try:
                whole = chain.run(family, parameters, **knob).reached
            except (CannotGoOn, NotApplicable):
                continue
            short = chain.run(family, parameters, **knob, wanted=[last], like=exact).reached
            np.testing.assert_equal(short.get(last), whole.get(last), err_msg=f"{knob}")


@SOME
def test_every_mistake_that_changes_an_answer_is_marked_wrong_and_named(variants: Iterator[Variant]) -> None:
    for variant in variants:
        for mistake, wrong in mistaken(variant):
            sheet = can_be_typed(variant, wrong)
            if not any(differs(variant.exact.reached[name], wrong.reached[name]) for name in sheet):
                continue
            marks = marked(variant, sheet)
            first = next((part for part in marks.values() if not part.right), None)
            where = f"{mistake.name} with {variant.parameters}"
            assert first is not None, f"{where} is marked right"
            assert first.first_wrong
            behind = variant.exact.leads_to(first.name)  # a small mistake shows only further on
            assert mistake.of in behind | set(map(stem_of, behind)), f"{where} is first wrong in {first.name}"
            assert mistake.name in first.explanation.mistakes, f"{where} is explained by {first.explanation}"


@SOME
def test_what_follows_from_a_mistake_is_not_marked_down_again(family: Family, seeds: range) -> None:
    wrong = []
    followed = 0
    for level in LEVELS:
        for seed in share(seeds, level, LEVELS):
            variant = drawn(family.id, level, seed)
            for mistake, run in mistaken(variant):
                marks = marked(variant, can_be_typed(variant, run)).values()
                later = [part for part in marks if mistake.of not in (part.name, stem_of(part.name))]
                followed += len(later)
                wrong += [(mistake.name, part.name, variant.parameters) for part in later if part.credit < 1]
    assert len(wrong) <= (0.02 if SWEEP else 0.05) * followed, wrong  # a few draws tell less


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_mistakes_and_forms_are_about_steps_that_exist(family: Family) -> None:
    runs = [drawn(family.id, level, seed).exact for level in LEVELS for seed in range(30 if SWEEP else 3)]
    names = {name for exact in runs for name in exact.steps}
    names |= {stem_of(name) for name in names}
    assert {mistake.of for mistake in family.mistakes.values()} <= names
    for exact in runs:
        for step in exact.steps.values():
            assert set(step.sources) <= exact.steps.keys() | vars(exact.parameters).keys()


@cache
def rates(family_id: str, level: str) -> Counter[str]:
    """The frequency with which each mistake changes an answer, in percent of the same draws."""
    made = Counter(
        mistake.name for seed in range(DRAWS) for mistake, _ in mistaken(drawn(family_id, level, seed))
    )
    return Counter({name: round(100 * times / DRAWS) for name, times in made.items()})


@SOME
def test_every_mistake_speaks_in_enough_exam_draws(family: Family) -> None:
    often = rates(family.id, "exam")
    seldom = {name for name in family.mistakes if often[name] < OFTEN}
    listed = {name for id, name in [*SELDOM, *HARDLY_EVER] if id == family.id}
    assert seldom <= listed, {name: often[name] for name in seldom - listed}
    assert not SWEEP or seldom == listed, {name: often[name] for name in listed - seldom}


@pytest.mark.parametrize(("id", "name"), SELDOM, ids=lambda name: name)
def test_a_mistake_that_exam_draws_hardly_allow_speaks_at_another_level(id: str, name: str) -> None:
    level, _ = SELDOM[id, name]
    assert rates(id, level)[name] >= OFTEN


@pytest.mark.parametrize(("id", "name"), HARDLY_EVER, ids=lambda name: name)
def test_even_the_rarest_mistake_can_be_made(id: str, name: str) -> None:
    assert any(rates(id, level)[name] for level in LEVELS)


def test_values_stay_in_a_range_that_a_person_can_compute(variants: Iterator[Variant]) -> None:
    for variant in variants:
        shown = sum(len(asked.bands) for asked in variant.asked)
        assert shown <= MOST_CELLS, f"{shown} numbers to write: {variant.parameters}"
        for asked in variant.asked:
            leaves = cells.cells(asked.key)
            match asked.step.form:
                case Fixed(places):
                    finite = [abs(x) for x in leaves if math.isfinite(x)]
                    assert all(x < 1000 for x in finite), (asked.name, leaves)
                    smallest = 10.0 ** (1 - places)
                    assert len(leaves) > 1 or finite == [0] or finite[0] >= smallest, (asked.name, leaves)
                case Scientific():
                    assert all(1e-30 < abs(x) < 1e30 for x in leaves), (asked.name, leaves)
                case Integer():
                    assert all(0 <= x < LARGEST_INTEGER and x == int(x) for x in leaves), (asked.name, leaves)
                case _:
                    assert all(leaf != "" for leaf in leaves), asked.name


@SOME
def test_every_formula_and_number_of_the_solution_is_drawn_as_mathematics(
    family: Family, variants: Iterator[Variant]
) -> None:
    for variant in variants:
        exact = variant.exact
        for name in family.parameters.model_fields:
            assert mathml(family.parameters.symbol_of(name))
            if getattr(variant.parameters, name) is not None:
                assert mathml(latex.value(getattr(variant.parameters, name)))
        for line in worked_solution.tell(exact, exact.steps):
            assert line.note or line.formula, line.step.name
            assert "<" not in line.formula, line.formula
            written = [line.step.symbol, line.formula, line.numbers, line.cell]
            for path, leaf in zip(cells.paths(line.value), cells.cells(line.value), strict=True):
                written += [line.step.form.latex(leaf)]
                if path and line.step.numbers and not line.note:
                    written += [
                        worked_solution.cell_numbers(exact, line.step, path),
                        worked_solution.cell_symbol(line.step, path),
                    ]
            for formula in filter(None, written):
                assert mathml(formula, display=True).startswith("<math"), formula


def test_texts_are_there(family: Family) -> None:
    module = inspect.getmodule(family.parameters)
    assert module is not None
    assert len((module.__doc__ or "").strip()) > 20
    assert family.title
    assert family.section
    assert family.mistakes
    for field in family.parameters.model_fields.values():
        assert field.description
    for mistake in family.mistakes.values():
        assert mistake.says.endswith("."), mistake.says
        assert mistake.says[0].isupper(), mistake.says
    for convention in family.conventions.values():
        assert convention.says.startswith("Right "), convention.says
