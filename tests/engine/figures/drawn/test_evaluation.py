"""Messages on both sides of a threshold, and matches of two sentences, by lists that are counted again."""

from collections import Counter
from itertools import pairwise, product
from math import exp, sqrt
from random import Random

import pytest

from engine.figures.catalogue import find
from engine.figures.evaluation.threshold import SCORED
from engine.figures.figure import Figure, Frame
from engine.solutions.pictures import Boxes
from tests.engine.figures.drawn.reading import drawn, met, said, states, tells, tells_change


def counts(threshold: float) -> tuple[int, int, int]:
    """Spam that is found, good messages called spam, spam that is missed."""
    called = [spam for score, spam in SCORED.items() if score >= threshold]
    return sum(called), len(called) - sum(called), sum(SCORED.values()) - sum(called)


def measures(threshold: float) -> tuple[float, float, float]:
    found, false, missed = counts(threshold)
    return found / (found + false), found / (found + missed), 2 * found / (2 * found + false + missed)


THRESHOLDS = [step / 20 for step in range(1, 20)]


@pytest.mark.parametrize("threshold", THRESHOLDS)
def test_messages_lie_on_their_side_of_the_threshold(threshold: float) -> None:
    figure = find("threshold")
    picture = drawn(figure, figure.at({"threshold": threshold}), Boxes)
    found, false, missed = counts(threshold)
    *messages, (_, precision), (_, recall) = picture.rows
    side, seen = "", dict[float, bool]()
    for name, row in messages:
        side = name or side
        for box in row:
            seen[float(box.text)] = box.note == "spam"
            assert (float(box.text) >= threshold) == (side == "Called spam")
            wrong = ("good", "Called spam"), ("spam", "Let through")
            assert (box.shade in ("good, called spam", "spam, missed")) == ((box.note, side) in wrong)
            assert (box.shade == "spam, found") == ((box.note, side) == ("spam", "Called spam"))
    assert seen == SCORED
    for row, whole, rest in ((precision, found + false, false), (recall, found + missed, missed)):
        assert [box.text for box in row] == [f"{found} of {whole}", *([f"{rest}"] if rest else [])]
        assert [box.wide for box in row] == pytest.approx([found / whole, *([rest / whole] if rest else [])])


@pytest.mark.parametrize("threshold", THRESHOLDS)
def test_each_measure_of_a_threshold_is_said(threshold: float) -> None:
    figure, (found, false, missed) = find("threshold"), counts(threshold)
    precision, recall, f1 = measures(threshold)
    told = {
        one: said(figure, figure.at({"threshold": threshold, "measure": one}))
        for one in ("precision", "recall", "f1")
    }
    assert tells(told["precision"], "Precision #: # of # messages", precision, found, found + false)
    assert tells(told["recall"], "Recall #: # of # spam", recall, found, found + missed)
    if precision == recall:
        assert tells(told["f1"], "F1 is #, as precision and recall are", f1)
        return
    assert tells(told["f1"], "F1 # lies between precision # and recall #", f1, precision, recall)
    low, high = sorted((precision, recall))
    assert low < f1 < high
    assert f1 - low < high - f1  # "nearer to the smaller one"


def test_what_a_moved_threshold_gains_and_loses_is_so() -> None:
    figure = find("threshold")
    frames = {threshold: figure.at({"threshold": threshold}) for threshold in THRESHOLDS}
    for was, now in product(THRESHOLDS, THRESHOLDS):
        if was == now:
            continue
        told, (found, false, missed), before = (
            said(figure, frames[now], frames[was]),
            counts(now),
            counts(was),
        )
        (p, r, f1), (p_before, r_before, _) = measures(now), measures(was)
        if "No score lies between" in told:
            assert before == (found, false, missed)
            continue
        assert tells_change(told, "precision", p_before, p)
        assert tells_change(told, "recall", r_before, r)
        assert tells(told, "F1 is #", f1) == ("F1" in told)
        for words, so in {
            "Now no spam is missed": missed == 0,
            "Now no alarm is false": false == 0 < before[1],
            "Stricter is not always more precise": now > was and p < p_before,
            "One pays for the other": (p - p_before) * (r - r_before) < 0,
            "Nothing is lost": p >= p_before and r >= r_before,
            "Nothing is gained": p <= p_before and r <= r_before,
        }.items():
            assert so or words not in told, (was, now, told)
        if "what fell out was mostly spam" in told:
            out = [spam for score, spam in SCORED.items() if was <= score < now]
            assert 2 * sum(out) > len(out)
        for words, pattern, numbers in (
            ("good messages are", "but # good messages are", (false,)),
            ("get through", "but # of # spam messages get through", (missed, found + missed)),
            ("false alarms", "(false alarms #, missed #)", (false, missed)),
        ):
            assert (words in told) == tells(told, pattern, *numbers), told


TEXTS = (
    ("the train the river", "the river from the train"), ("the the river", "the river"), ("a b a b a", "b a b"),
    ("a", "a b"), ("x", "y"), ("a b c d", "d c b a"), ("the the the the", "the cat the"), ("Ünï 火车 কাক", "火车 কাক"),
)  # fmt: skip
PAIRED, SINGLE, SPENT = (
    "matches, in a pair",
    "matches, as a word alone",
    "in the reference, but not that often",
)


def translations(figure: Figure, seeds: range) -> list[Frame]:
    """The figure's states, and short texts of few words, which repeat many of them."""
    found = [*states(figure, seeds), *(figure.at({"candidate": a, "reference": b}) for a, b in TEXTS)]
    for seed in seeds:
        chance = Random(f"bleu {seed}")
        for _ in range(30):
            one, other = (" ".join(chance.choices("abc", k=chance.randint(1, 8))) for _ in "ab")
            found.append(figure.at({"candidate": one, "reference": other}))
    return found


def texts_of(frame: Frame) -> tuple[list[str], list[str]]:
    candidate = frame.values["candidate"].split()
    return candidate[: max(1, len(candidate) - frame["dropped"])], frame.values["reference"].split()


def test_matches_are_marked_and_numbered_in_both_sentences(seeds: range) -> None:
    figure = find("bleu")
    for frame in translations(figure, seeds):
        candidate, reference = texts_of(frame)
        rows = dict(drawn(figure, frame, Boxes).rows)
        mine, theirs = rows["Candidate"], rows["Reference"]
        assert [[box.text for box in row] for row in (mine, theirs)] == [candidate, reference]
        numbered = [{box.note: box.text for box in row if box.note != "–"} for row in (mine, theirs)]
        both = Counter(candidate) & Counter(reference)
        assert numbered[0] == numbered[1], frame.values
        assert Counter(numbered[0].values()) == both
        assert [box.note for box in mine if box.note != "–"] == [str(n) for n in range(1, both.total() + 1)]
        assert sum(box.note != "–" for box in theirs) == both.total()  # each number once
        for box in (*mine, *theirs):
            assert (box.shade in (PAIRED, SINGLE)) == (box.note != "–")
        assert all((box.shade == SPENT) == (box.note == "–" and box.text in reference) for box in mine)
        assert all(box.shade != SPENT for box in theirs)


def test_pairs_that_match_are_marked_in_both_sentences(seeds: range) -> None:
    figure = find("bleu")
    for frame in translations(figure, seeds):
        rows = dict(drawn(figure, frame, Boxes).rows)
        pairs = [list(map(" ".join, pairwise(words))) for words in texts_of(frame)]
        both = Counter(pairs[0]) & Counter(pairs[1])
        for name, wanted in zip(("candidate", "reference"), pairs, strict=True):
            row = rows.get(f"Pairs of the {name}", ())
            assert [box.text for box in row] == wanted
            assert Counter(box.text for box in row if box.shade == PAIRED) == both, frame.values
            spent = Counter(box.text for box in row if box.shade == SPENT)
            more = Counter(wanted) - both if name == "candidate" else Counter()
            assert spent == Counter({pair: count for pair, count in more.items() if pair in pairs[1]})
            words = rows[name.capitalize()]
            inside = {place + step for place, box in enumerate(row) if box.shade == PAIRED for step in (0, 1)}
            for place, box in enumerate(words):
                assert (box.shade == PAIRED) == (box.note != "–" and place in inside)


def test_neighbours_that_match_as_a_pair_have_neighbouring_twins() -> None:
    """In "the train the river" the first "the" goes with "the train", not with the first "the" of the reference."""
    figure = find("bleu")
    rows = dict(drawn(figure, figure.at({"candidate": TEXTS[0][0], "reference": TEXTS[0][1]}), Boxes).rows)
    assert [box.note for box in rows["Reference"]] == ["3", "4", "–", "1", "2"]


def test_what_is_said_of_a_translation_is_so(seeds: range) -> None:
    figure = find("bleu")
    frames = translations(figure, seeds)
    for was, now in (*met(figure, seeds), *((None, frame) for frame in frames)):
        told, (candidate, reference) = said(figure, now, was), texts_of(now)
        words = (Counter(candidate) & Counter(reference)).total(), len(candidate)
        pairs = (Counter(pairwise(candidate)) & Counter(pairwise(reference))).total(), len(candidate) - 1
        if len(candidate) == 1:
            assert "A single word has no pair" in told
            continue
        assert tells(told, "# of # words and # of # pairs match", *words, *pairs), told
        mean = sqrt(words[0] / words[1] * pairs[0] / pairs[1])
        penalty = min(1.0, exp(1 - len(reference) / len(candidate)))
        assert float(now["bleu"]) == pytest.approx(penalty * mean)
        if not pairs[0]:
            assert "BLEU with it" in told
        elif penalty < 1:
            assert tells(told, "but # words for # are too few", len(candidate), len(reference))
            assert tells(told, "penalty of # turns # into #", penalty, mean, penalty * mean), told
        elif was is None:
            assert tells(told, "BLEU is #", mean), told
        else:
            before = float(was["bleu"])
            assert tells_change(told, "BLEU", before, mean), told
        if "counts no more often" in told:
            word = told.split("“")[1].split("”")[0]
            assert 0 < reference.count(word) < candidate.count(word)
