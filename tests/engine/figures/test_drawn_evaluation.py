"""Messages on both sides of a threshold, and what is said of precision and recall, by lists that are counted again."""

from itertools import product

import pytest

from engine.figures.catalogue import find
from engine.figures.evaluation.threshold import SCORED
from engine.solutions.pictures import Boxes
from tests.engine.figures.drawn import drawn, said, tells, tells_change


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
