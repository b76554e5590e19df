"""Shingles of texts and the tree of a search, with sets of tuples and all texts in fractions as other roads."""

from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import product
from math import log
from random import Random

import pytest

from engine.figures.catalogue import find
from engine.figures.figure import Figure, Frame
from engine.figures.own_numbers import about
from engine.solutions.pictures import Boxes, Tree
from tests.engine.figures.drawn.reading import drawn, moves, rounds, said, states, tells, tells_change

PAIRS = (
    ("the dog bites the man", "the man bites the dog"), ("the rain", "the rain stays, the river rises"),
    ("a", "b"), ("a b a", "b a b"), ("snake_case stays", "snake_case stays so"), ("a a a a", "a"),
    ("Ünïcode 火车 কাক", "ünïcode 火车 কাক"),
)  # fmt: skip
Row = tuple[str, ...]


def texts(figure: Figure, seeds: range) -> Iterator[Frame]:
    """The figure's states, and short texts of few words, which share many of them."""
    yield from states(figure, seeds)
    for (a, b), n in product(PAIRS, (1, 2, 3, 6)):
        yield figure.at({"text_a": a, "text_b": b, "n": n})
    for seed in seeds:
        chance = Random(f"shingles {seed}")
        for _ in range(20):
            a, b = (" ".join(chance.choices(("the", "old", "dog"), k=chance.randint(1, 9))) for _ in "ab")
            yield figure.at({"text_a": a, "text_b": b, "n": chance.randint(1, 6)})


def shingles(frame: Frame) -> tuple[int, list[Row], list[Row]]:
    """How many words a shingle has, and those of each text as they are met; shorter where both texts are."""
    words = [frame["text_a"].split(), frame["text_b"].split()]
    n = min(frame["n"], max(map(len, words)))
    first, second = (list(dict.fromkeys(zip(*(one[at:] for at in range(n)), strict=False))) for one in words)
    return n, first, second


def alike(first: Collection[Row], second: Collection[Row]) -> tuple[int, int]:
    """Shingles of both texts, and all different ones."""
    return len(set(first) & set(second)), len(set(first) | set(second))


def test_each_box_is_a_shingle_and_its_shade_says_who_has_it(seeds: range) -> None:
    figure = find("near-duplicates")
    for frame in texts(figure, seeds):
        n, *wanted = shingles(frame)
        picture = drawn(figure, frame, Boxes)
        assert [name for name, _ in picture.rows] == ["Text A", "Text B"]
        for (_, row), one, other in zip(picture.rows, wanted, reversed(wanted), strict=True):
            assert [box.text for box in row] == [" ".join(shingle) for shingle in one], frame.values
            shades = ["in both texts" if shingle in other else "only in this one" for shingle in one]
            assert [box.shade for box in row] == shades
        told = "Shingles of # word" + "s" * (n > 1) + ": # in both texts, # different"
        assert tells(picture.title, told, n, *alike(*wanted))


def test_what_is_said_of_two_texts_is_so(seeds: range) -> None:
    figure = find("near-duplicates")
    every = list(texts(figure, seeds))
    pairs: list[tuple[Frame | None, Frame]] = [(None, frame) for frame in every]
    pairs += [(was, figure.at({**was.values, "n": n})) for was, n in product(every[::5], (1, 2, 5))]
    pairs += [(was, figure.at({**was.values, "text_b": "the old dog"})) for was in every[::3]]
    for was, now in pairs:
        told, (n, *wanted) = said(figure, now, was), shingles(now)
        both, all_of_them = alike(*wanted)
        if "the similarity is 0, however" in told:
            assert both == 0
            assert told.startswith("No word stands" if n == 1 else f"No {n} words in a row stand")
        elif "the similarity is 1, " in told:
            same = now["text_a"].split() == now["text_b"].split()
            assert both == all_of_them
            assert ("one of the texts can go" in told) == same
        elif "different shingles are in both" in told:
            assert was is not None
            before, of = alike(*shingles(was)[1:])
            assert tells_change(told, "the similarity", before / of, both / all_of_them), told
            assert tells(told, "# of # different shingles", both, all_of_them)
        elif n == 1:
            assert tells(told, "Word by word the similarity is #", both / all_of_them)
        else:
            words = alike(*({(word,) for word in now[name].split()} for name in ("text_a", "text_b")))
            assert tells(told, "By # words in a row the similarity is #", n, both / all_of_them)
            assert tells(told, "word by word #", words[0] / words[1])
            assert 0 < both < all_of_them


AFTER = {
    "the": {"river": "0.4", "lake": "0.35", "train": "0.25"}, "a": {"train": "0.8", "river": "0.2"},
    "one": {"train": "0.6", "lake": "0.4"},
}  # fmt: skip
Table = dict[str, dict[str, str]]  # probabilities as decimals


def begins(the: float) -> Table:
    first = {"the": str(the), "a": str(round(0.95 - the, 2)), "one": "0.05"}
    return {"": first, **AFTER}


def scored(table: Table) -> dict[str, Fraction]:
    """Every text of one and of two words with its probability."""
    first = {word: Fraction(p) for word, p in table[""].items()}
    return first | {
        f"{word} {then}": p * Fraction(q) for word, p in first.items() for then, q in table[word].items()
    }


def searched(table: Table, width: int) -> tuple[set[str], str]:
    """Returns what a beam keeps after its two steps, and the best of it."""
    p = scored(table)

    def best(names: list[str]) -> list[str]:
        return sorted(names, key=lambda name: (-p[name], name))[:width]

    first = best([name for name in p if " " not in name])
    second = best([name for name in p if " " in name and name.split()[0] in first])
    return {*first, *second}, second[0]


def holds_the_search(figure: Figure, frame: Frame, table: Table) -> None:
    p, width = scored(table), frame["width"]
    kept, best = searched(table, width)
    root, *nodes = drawn(figure, frame, Tree).nodes
    assert (root.label, root.note, root.parent) == ("start", "", None)
    names = {0: ""}
    for place, node in enumerate(nodes, 1):
        assert node.parent is not None
        name = names[place] = f"{names[node.parent]} {node.label}".strip()
        assert rounds(node.note, log(p[name]))
        assert node.kept == (name in kept), frame.values
        assert node.best == (f"{best} ".startswith(f"{name} ")), frame.values
    grown = [name for name in p if " " not in name or name.split()[0] in kept]
    assert sorted(names.values()) == sorted(["", *grown])


def holds_the_sentence(told: str, table: Table, width: int) -> None:
    p = scored(table)
    (_, found), (_, greedy), (_, best) = (searched(table, one) for one in (width, 1, 3))
    assert p[best] == max(value for name, value in p.items() if " " in name)
    begins = "Greedy search ends with" if width == 1 else f"Width {width} finds"
    assert told.startswith(f"{begins} “{found}”")
    assert tells(told, ", score #" if width == 1 else "” with #", log(p[found])), told
    if best != found:
        assert tells(told, f"“{best}” would have #", log(p[best])), told
        assert best.split()[0] not in searched(table, width)[0]  # "dropped"
    assert ("no text has a better one" in told) == (width == 1 and best == found)
    if width > 1 and best == found:
        assert ("just as greedy search does" in told) == (greedy == best)
        assert greedy == best or tells(told, f"“{greedy}”, #:", log(p[greedy])), told
    one, other = p[greedy.split()[0]], p[best.split()[0]]
    assert ("its first word looked better" in told) <= (one > other)
    assert ("its first word looked as good" in told) <= (one == other)


@pytest.mark.parametrize("width", [1, 2, 3])
def test_the_tree_holds_what_a_search_looks_at_and_the_sentence_what_it_misses(width: int) -> None:
    figure = find("beam")
    for step in range(11):
        the = round(0.3 + step / 20, 2)
        frame = figure.at({"width": width, "the": the})
        holds_the_search(figure, frame, begins(the))
        for was in (None, figure.at({"width": 4 - width, "the": the})):
            holds_the_sentence(said(figure, frame, was), begins(the), width)
    for was, now in moves(figure, range(3)):
        holds_the_sentence(said(figure, now, was), begins(now["the"]), now["width"])


@pytest.mark.parametrize("width", [1, 2, 3])
def test_a_search_of_other_numbers_is_drawn_and_told_as_well(width: int, seeds: range) -> None:
    """The first words of the second table look equally good."""
    figure, tables = find("beam"), [{"": {"x": "0.5", "y": "0.5"}, "x": {"u": "0.5"}, "y": {"u": "0.75"}}]
    for seed in seeds:
        chance = Random(f"beam {seed}")
        rows = [sorted(chance.sample(range(1, 10), 2)) for _ in range(4)]
        row = [{"u": f"0.{low}", "v": f"0.{high - low}"} for low, high in rows]
        tables.append(
            {"": {"x": row[0]["u"], "y": row[0]["v"], "z": "0.1"}, "x": row[1], "y": row[2], "z": row[3]}
        )
    for table in tables:
        numbers = {text: {word: float(p) for word, p in one.items()} for text, one in table.items()}
        made = about(figure, figure.chain.parameters.of({"transitions": numbers, "steps": 2, "width": width}))
        holds_the_search(made, made.at({}), table)
        holds_the_sentence(said(made, made.at({})), table, width)
