"""A threshold trades precision for recall: stricter, fewer false alarms and more that is missed."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from engine.figures.figure import Figure, Frame
from engine.figures.handles import Options, Slider, nowhere
from engine.figures.wording import moved, sentence, shown
from engine.solutions.pictures import Box, Boxes

SCORED = {  # the score of each message, and whether it is spam
    0.97: True, 0.93: True, 0.88: True, 0.81: False, 0.74: True, 0.66: True, 0.58: False, 0.47: False, 0.42: True,
    0.36: False, 0.27: True, 0.22: False, 0.14: False, 0.08: False,
}  # fmt: skip
FOUND, FALSE, MISSED = "spam, found", "good, called spam", "spam, missed"
IN_A_ROW = 9  # boxes that a phone shows beside one another
MEASURES = {"precision": "precision", "recall": "recall", "f1": "F1"}


def counted(parameters: Mapping[str, Any], threshold: float) -> Mapping[str, Any]:
    """The four counts of a filter that calls spam what scores at least the threshold."""
    counts = Counter((score >= threshold, spam) for score, spam in SCORED.items())
    places = {"tp": (True, True), "fp": (True, False), "fn": (False, True), "tn": (False, False)}
    return {name: counts[place] for name, place in places.items()}


figure = Figure(
    "threshold",
    "Precision against recall",
    family="classification_metrics",
    section="2.12",
    question="a-spam-filter-under-test",
    start={},
    handles=(
        Slider(
            "threshold", "Called spam from a score of", 0.7, least=0.05, most=0.95, step=0.05, puts=counted
        ),
        Options(
            "measure",
            "Look at",
            "f1",
            values={name: (name, text) for name, text in MEASURES.items()},
            puts=nowhere,
        ),
    ),
    opens=lambda here: (here["measure"], ()),
)


@figure.draws
def boxes(here: Frame) -> Boxes:
    def box(score: float, spam: bool) -> Box:
        called = score >= here["threshold"]
        shade = (FOUND if called else MISSED) if spam else (FALSE if called else "")
        return Box(shown(score), shade, note="spam" if spam else "good")

    every = [(score >= here["threshold"], box(score, spam)) for score, spam in SCORED.items()]
    tp, fp, fn = here["tp"], here["fp"], here["fn"]
    groups = {
        "Called spam": [made for called, made in every if called],
        "Let through": [made for called, made in every if not called],
    }
    rows = [
        (name if not first else "", made[first : first + IN_A_ROW])
        for name, made in groups.items()
        for first in range(0, len(made), IN_A_ROW)
    ]
    rows += [
        (
            "Precision",
            [Box(f"{tp} of {tp + fp}", FOUND, tp / (tp + fp)), Box(f"{fp}", FALSE, fp / (tp + fp))],
        ),
        ("Recall", [Box(f"{tp} of {tp + fn}", FOUND, tp / (tp + fn)), Box(f"{fn}", MISSED, fn / (tp + fn))]),
    ]
    return Boxes(
        f"{len(SCORED)} messages and their scores",
        "Precision is the share of spam in what was called spam, recall the share of all spam that was found.",
        tuple((name, tuple(made for made in row if made.text != "0")) for name, row in rows),
        shades=(FOUND, FALSE, MISSED),
    )


@figure.says
def told(now: Frame, before: Frame | None) -> str:
    precision, recall, f1 = (shown(now[name]) for name in MEASURES)
    alarms, spam = now["tp"] + now["fp"], now["tp"] + now["fn"]
    if before is None or before["threshold"] == now["threshold"]:
        between = f"lies between precision {precision} and recall {recall}, nearer to the smaller one"
        return {
            "precision": f"Precision {precision}: {now['tp']} of {alarms} messages called spam are spam.",
            "recall": f"Recall {recall}: {now['tp']} of {spam} spam messages are found.",
            "f1": f"F1 {f1} {between}."
            if precision != recall
            else f"F1 is {f1}, as precision and recall are.",
        }[now["measure"]]
    if all(before[name] == now[name] for name in ("tp", "fp")):
        return f"No score lies between the two thresholds: precision stays {precision}, recall {recall}."
    more_precise, finds_more = (now[name] - before[name] for name in ("precision", "recall"))
    if not now["fn"]:
        why = f"Now no spam is missed, but {now['fp']} good messages are called spam"
    elif not now["fp"] and before["fp"]:
        why = f"Now no alarm is false, but {now['fn']} of {spam} spam messages get through"
    elif more_precise < 0 and finds_more < 0:
        why = f"Stricter is not always more precise: what fell out was mostly spam, and F1 is {f1}"
    elif more_precise * finds_more < 0:
        why = f"One pays for the other (false alarms {now['fp']}, missed {now['fn']}), and F1 is {f1}"
    else:
        gained = (
            "Nothing is lost for it" if more_precise > 0 or finds_more > 0 else "Nothing is gained for it"
        )
        why = f"{gained} (false alarms {now['fp']}, missed {now['fn']}), and F1 is {f1}"
    change = moved("precision", before["precision"], now["precision"])
    return sentence(f"{change}, {moved('recall', before['recall'], now['recall'])}. {why}")
