"""A GPT learns: one says how far its loss will fall, then it is trained live, and the curve is drawn as it comes."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from math import log
from typing import Any
from urllib.parse import urlencode

from app.actions import lab, runs
from app.actions.lab import Goal
from app.actions.runs import NoSuchRun, Run
from app.i18n import N_
from app.store import predictions
from app.store.database import Database, Rows
from app.store.jobs import State
from app.store.predictions import Prediction
from engine.demos import gpt_settings, ngram, recording
from engine.demos.gpt_settings import OutOfRange, Settings
from engine.demos.names import CONTEXT, split, vocabulary
from engine.pictures import Curve, Line

DEMO = "learning"
ASKED = "validation loss"
WITHIN = 0.1  # nats per token
MOST_POINTS = 10**6
THIN = 10  # training losses of so many steps are shown as their mean: each alone jumps
FIRST = Settings()


def address(settings: Settings) -> str:
    return urlencode(asdict(settings))


@dataclass(frozen=True, slots=True)
class Learning:
    """The page at its settings; ``run`` and ``made`` once somebody has predicted and begun."""

    settings: Settings
    run: Run | None
    made: Prediction | None
    possible: bool

    @property
    def address(self) -> str:
        return address(self.settings)

    @property
    def asked_for(self) -> Mapping[str, Any]:
        return asdict(self.settings)

    @property
    def uniform(self) -> float:
        """The loss of whoever gives every token the same probability: ln V nats."""
        return log(len(vocabulary()))

    @property
    def bigram(self) -> float:
        return _bigram()

    @property
    def over(self) -> bool:
        return self.run is not None and self.run.state not in (State.WAITING, State.RUNNING)

    @property
    def recorded(self) -> Curve:
        """The run that is shipped: the model that the decoding lab decodes."""
        shown = recording.shown("reference_model")
        training = [(float(step), float(lost)) for step, lost, _ in shown["curve"]]
        held_out = [(float(step), float(lost)) for step, _, lost in shown["curve"]]
        return self._curve("A run that was recorded", training, held_out)

    @property
    def curve(self) -> Curve | None:
        """What has come of the run until now; None before the second look at the names that are held out."""
        points = self.run.points if self.run else ()
        held_out = [(float(one["step"]), one["validation"]) for one in points if one.get("validation")]
        losses = [(one["step"], one["loss"]) for one in points if one.get("loss")]
        training = [
            (float(some[-1][0]), sum(lost for _, lost in some) / len(some)) for some in thinned(losses)
        ]
        return self._curve("Your run", training, held_out) if len(held_out) > 1 else None

    def _curve(
        self, title: str, training: list[tuple[float, float]], held_out: list[tuple[float, float]]
    ) -> Curve:
        last = held_out[-1][0]
        lines = [
            Line("training", tuple(training)),
            Line("held out", tuple(held_out)),
            Line(f"bigrams, {self.bigram:.2f}", ((0.0, self.bigram), (last, self.bigram))),
        ]
        mark = (("your prediction", last, self.made.predicted),) if self.made and self.run else ()
        about = "Cross-entropy in nats per token, over the steps of training"
        return Curve(title, about, "step", "nats per token", tuple(lines), mark)

    @property
    def names(self) -> Sequence[str]:
        """What the model wrote last."""
        points = self.run.points if self.run else ()
        return next((one["names"] for one in reversed(points) if one.get("names")), ())

    @property
    def goals(self) -> list[Goal]:
        result = (self.run.result or {}) if self.run else {}
        loss, size = result.get("validation"), self.settings.parameters
        return [
            Goal(N_("Your model beats the bigrams."), bool(loss and loss < self.bigram)),
            Goal(N_("It beats them with fewer than 15,000 parameters."),
                 bool(loss and loss < self.bigram and size < 15_000)),
            Goal(N_("A run falls apart: with a rate so high that the loss stays above ln V, or becomes no number."),
                 bool(result.get("diverged") or (loss and loss > self.uniform))),
        ]  # fmt: skip

    @property
    def numbers(self) -> dict[str, object]:
        """For an exercise: the model whose parameters are to be counted."""
        one = self.settings
        return {
            "d_model": one.width, "heads": one.heads, "kv_heads": one.heads, "d_ff": 4 * one.width,
            "layers": one.layers, "vocabulary_size": len(vocabulary()), "positions": CONTEXT,
        }  # fmt: skip


def wrong(settings: Settings) -> str:
    """Why nothing is trained with these; "" where it is."""
    try:
        gpt_settings.checked(asdict(settings))
    except OutOfRange as error:
        return str(error)
    return ""


def thinned(losses: Sequence[tuple[int, float]]) -> Sequence[Sequence[tuple[int, float]]]:
    return [losses[first : first + THIN] for first in range(0, len(losses), THIN)]


@cache
def _bigram() -> float:
    """Nats per token of the bigram counts of the names, smoothed, over those that are held out."""
    words, held_out = split()
    counts = ngram.count(words, 2)
    return log(ngram.perplexity(ngram.add_alpha(counts, 1), held_out))


def show(database: Database, token: str, person: int | None, settings: Settings, name: str) -> Learning:
    """With the run of this name, if it is the person's own."""
    run, made = None, None
    try:
        run = runs.look(database, person, name, most=MOST_POINTS) if name else None
    except NoSuchRun:
        run = None
    if run:
        made = lab.predicted(database, token, str(run.settings.get("prediction", "")), DEMO)
    return Learning(settings, run, made, runs.possible())


def begin(database: Database, token: str, settings: Settings, typed: str) -> str:
    """Puts a run into the queue, and keeps what was predicted of it; returns its name. A second click finds the first
    run going on; a form that is sent again when that is over begins another, with a prediction of its own.

    Raises NotANumber, OutOfRange, NoTorch, and TooMuchWork, GoesOn among it.
    """
    lab.read(typed)
    prediction = secrets.token_urlsafe(12)
    _, name = runs.begin(database, token, "gpt", asdict(settings), {"prediction": prediction})
    asked = lab.Asked(ASKED, None, WITHIN)
    lab.predict(database, token, prediction, DEMO, address(settings), asked, typed, prediction)
    return name


def settle(rows: Rows, payload: Mapping[str, Any], result: Mapping[str, Any]) -> None:
    """The run is over: what was predicted of it has an outcome, if its loss is a number."""
    if payload.get("prediction") and result.get("validation") is not None:
        predictions.settle(rows, payload["prediction"], result["validation"])
