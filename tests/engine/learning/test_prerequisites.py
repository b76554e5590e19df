"""Prerequisites: on random graphs as the standard library orders them, on our families as courses teach them."""

import inspect
from collections.abc import Callable, Iterator
from functools import partial
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.catalogue import UnknownFamily, families
from engine.chain import Family, Mistake, Step
from engine.learning.prerequisites import Circle, Prerequisites, prerequisites
from engine.parameters import Frozen
from tests.engine.submissions import drawn
from tests.every import for_each

Graph = dict[str, tuple[str, ...]]
FAMILIES = families()
OURS = prerequisites()


class Nothing(Frozen):
    """The parameters of a family that is never run."""


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """A graph without circles, whose names come in an order that has nothing to do with it."""
    names = [f"f{n}" for n in range(draw(st.integers(1, 12)))]
    learnt = draw(st.permutations(names))
    needed = {
        name: tuple(draw(st.sets(st.sampled_from(learnt[:place]), max_size=4))) if place else ()
        for place, name in enumerate(learnt)
    }
    return {name: needed[name] for name in names}


def closure(graph: Graph) -> dict[str, set[str]]:
    """All that comes before each, by adding what comes before the prerequisites until nothing is added."""
    before = {name: set(needed) for name, needed in graph.items()}
    while True:
        more = {name: found.union(*(before[one] for one in found)) for name, found in before.items()}
        if more == before:
            return before
        before = more


def waves(graph: Graph) -> Iterator[set[str]]:
    """Yields what the standard library finds ready at one time, time after time."""
    sorter = TopologicalSorter(graph)
    sorter.prepare()
    while sorter.is_active():
        ready = sorter.get_ready()
        yield set(ready)
        sorter.done(*ready)


def taught(graph: Graph) -> list[str]:
    """The first by name that the standard library says is ready, time after time."""
    sorter, ready, order = TopologicalSorter(graph), set[str](), []
    sorter.prepare()
    while sorter.is_active():
        ready |= {*sorter.get_ready()}
        order.append(min(ready, key=[*graph].index))
        ready.remove(order[-1])
        sorter.done(order[-1])
    return order


@given(graphs())
def test_everything_comes_after_its_prerequisites_and_else_as_it_is_taught(graph: Graph) -> None:
    assert list(Prerequisites(graph).order()) == taught(graph)


@given(graphs())
def test_what_comes_before_is_followed_to_its_beginnings(graph: Graph) -> None:
    built = Prerequisites(graph)
    for family, before in closure(graph).items():
        assert set(built.before(family)) == before
        assert list(built.before(family)) == [one for one in built.order() if one in before]


@given(graphs())
def test_what_comes_after_builds_directly_on_it(graph: Graph) -> None:
    built = Prerequisites(graph)
    assert {(one, family) for family in graph for one in built.after(family)} == {
        (one, family) for one, needed in graph.items() for family in needed
    }


@given(graphs())
def test_a_layer_holds_what_is_ready_when_the_layers_before_it_are_done(graph: Graph) -> None:
    assert [set(layer) for layer in Prerequisites(graph).layers()] == list(waves(graph))


@given(graphs(), st.integers(0))
def test_a_planted_circle_is_told_and_each_of_it_builds_on_the_next(graph: Graph, seed: int) -> None:
    before = closure(graph)
    rng = Random(seed)
    last = rng.choice([*graph])
    first = rng.choice([last, *before[last]])
    graph[first] = (*graph[first], last)
    with pytest.raises(CycleError):
        TopologicalSorter(graph).prepare()
    with pytest.raises(Circle) as told:
        Prerequisites(graph)
    circle = told.value.ids
    assert len(set(circle)) == len(circle)
    assert all(onward in graph[one] for one, onward in pairwise((*circle, circle[0])))
    assert str(told.value).split(" builds on ") == [*circle, circle[0]]


def test_a_family_that_does_not_exist_is_told_with_the_nearest_one() -> None:
    with pytest.raises(UnknownFamily, match="no family 'atention'; did you mean 'attention'"):
        Prerequisites({"attention": (), "encoder_block": ("atention",)})
    for ask in (OURS.before, OURS.after):
        with pytest.raises(UnknownFamily, match="did you mean 'attention'"):
            ask("atention")


def test_families_come_by_section_and_a_later_section_waits_for_its_own() -> None:
    def family(id: str, section: str, *builds_on: str) -> Family:
        return Family(id, id, section=section, builds_on=builds_on, parameters=Nothing)

    built = Prerequisites.of(
        [
            family("late", "2.10"),
            family("early", "2.9", "first"),
            family("count", "c.5", "late"),
            family("first", "c.1"),
        ]
    )
    assert built.order() == ("first", "early", "late", "count")


def test_a_part_of_the_graph_keeps_what_stands_between_its_families() -> None:
    part = OURS.within({"attention", "softmax_regression", "encoder_block"})
    assert part.direct == {
        "softmax_regression": (),
        "attention": ("softmax_regression",),
        "encoder_block": (),
    }


def test_the_families_build_on_families_and_in_no_circle() -> None:
    assert set(OURS.order()) == set(FAMILIES)
    assert sum(map(len, OURS.direct.values())) > len(FAMILIES) / 2


@for_each(FAMILIES)
def test_only_direct_prerequisites_are_stated_each_once(family: str) -> None:
    direct = OURS.direct[family]
    assert len(set(direct)) == len(direct)
    roundabout = {one for needed in direct for one in OURS.before(needed)}
    assert roundabout.isdisjoint(direct)


@pytest.mark.parametrize(
    ("first", "later"),
    [
        ("softmax_regression", "attention"), ("attention", "encoder_block"), ("layer_norm", "encoder_block"),
        ("encoder_block", "decoder_block"), ("softmax_regression", "cross_entropy"),
        ("sequence_probability", "perplexity"), ("cross_entropy", "perplexity"), ("mlp_forward", "rnn_forward"),
        ("rnn_forward", "lstm_step"), ("ngram_counts", "kneser_ney"), ("attention", "kv_cache"),
        ("cosine_similarity", "analogy"), ("bpe_train", "bpe_encode"), ("sinusoidal_encoding", "rope_score"),
        ("softmax_temperature", "top_p"), ("sgd_step", "adam_step"), ("adam_step", "zero_memory"),
        ("training_compute", "chinchilla_allocation"), ("bradley_terry", "dpo_loss"), ("kl_divergence", "ppo_clip"),
        ("count_mlp", "count_transformer"), ("feed_forward", "swiglu"), ("shingle_jaccard", "lsh_probability"),
    ],
)  # fmt: skip
def test_what_every_course_teaches_first_comes_before(first: str, later: str) -> None:
    assert first in OURS.before(later)
    assert later not in OURS.before(first)


def unwrapped(compute: Callable[..., Any]) -> Callable[..., Any]:
    """The function itself, where constants were put into it, as an including family does."""
    if isinstance(compute, partial):
        return unwrapped(compute.func)
    inside = inspect.getclosurevars(compute).nonlocals.get("function") if compute.__name__ == "call" else None
    return unwrapped(inside) if inside else compute


def included_in(family: Family) -> set[str]:
    """The other families whose lines or mistakes this one has."""
    lines: list[Step | Mistake] = [
        *drawn(family.id, "exam", 0).exact.steps.values(),
        *family.mistakes.values(),
    ]
    homes = {unwrapped(line.compute).__module__ for line in lines}
    return {home.rpartition(".")[2] for home in homes if home.startswith("engine.families.")} - {family.id}


def test_an_including_family_is_known_by_its_lines() -> None:
    assert included_in(FAMILIES["decoder_block"]) == {"attention"}


@for_each(FAMILIES)
def test_a_family_builds_on_those_that_it_includes(family: str) -> None:
    assert included_in(FAMILIES[family]) <= set(OURS.before(family))
