"""Three models that write the same word backwards: what each keeps of it, and the way from a letter to the answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from app.web.languages.languages import N_
from app.whole_model.three_pictures import Picture, picture
from engine.demos.backwards import forward
from engine.demos.backwards.forward import NAMES, Passed
from engine.demos.backwards.words import LONGEST, SIGNS, TURN
from engine.demos.recording import shown
from engine.figures.wording import shown as number
from engine.solutions.pictures import Curve, Line

WORD = "attention"
TITLES = {
    "recurrent": N_("RNN to RNN"),
    "encoder_decoder": N_("Encoder and decoder"),
    "decoder_only": N_("Decoder only (GPT)"),
}
LINES = {
    "decoder_only": "decoder only",
    "encoder_decoder": "encoder and decoder",
    "recurrent, twice the state": "RNN, a state of 112",
    "recurrent": "RNN, a state of 56",
}
ACROSS = 8  # numbers of an open column in a row
# The turn in which the first sign is written; an RNN's comes after all that it reads. A GPT's comes with its reading.
BEGINS = {"recurrent": 0, "encoder_decoder": 2, "decoder_only": 1}
# Copies of the numbers that are kept: one state; keys and values of one block, of two.
COPIES = {"recurrent": 1, "encoder_decoder": 2, "decoder_only": 4}


@dataclass(frozen=True, kw_only=True, slots=True)
class State:
    """The word, and the sign that is being written, from 1; ``opened``: the sign whose column is open in all
    three, from 1, or 0; ``said``: what of the address was not as asked."""

    word: str = WORD
    step: int = 1
    opened: int = 0
    said: tuple[str, ...] = ()

    def address(self, **changes: object) -> str:
        now = replace(self, **changes)  # type: ignore[arg-type]
        named = {"word": now.word, "step": now.step} | ({"open": now.opened} if now.opened else {})
        return f"/model/three?{urlencode(named)}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Sign:
    """A sign that a model writes; ``right``: it is the one that was asked for, ``here``: that of this step."""

    sign: str
    right: bool
    here: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Opened:
    """An open column: its numbers in rows of eight; ``passes``: it gets through to the answer; ``weight``: how much the
    sign of this step takes from it, None without attention."""

    sign: str
    rows: Sequence[Sequence[str]]
    size: int
    passes: bool
    weight: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Model:
    """One of the three at a step.

    ``written`` is what it writes in the end, ``ended``: it has ended the word before this step, ``whole``: in the end
    it is right. ``best``: the three signs that are most probable for this step. ``states``: how many vectors get
    through to the answer, ``kept``: how many numbers those are; ``turns``: how many steps its reading takes, one after
    another, ``apart``: how many steps lie between the first letter of the word and the sign of this step. ``share``: of
    words as long as this one, those that it writes without a mistake. ``opened``: the open column.
    """

    name: str
    title: str
    parameters: int
    picture: Picture
    written: Sequence[Sign]
    ended: bool
    whole: bool
    best: Sequence[tuple[str, float]]
    states: int
    kept: int
    turns: int
    apart: int
    share: float
    opened: Opened | None


@dataclass(frozen=True, kw_only=True, slots=True)
class View:
    state: State
    models: Sequence[Model]
    target: str
    steps: int
    by_length: Curve

    def number(self, x: float) -> str:
        """A number as the page shows it."""
        return number(x)


def read(address: Mapping[str, str]) -> State:
    """The state of an address; what does not fit is the nearest that does, and is said."""
    typed = address.get("word", WORD)
    word = "".join(sign for sign in typed.lower() if sign in SIGNS[2:])[:LONGEST]
    said = []
    if not word:
        word = WORD
        said.append(N_("It reads words of the letters a to z."))
    elif word != typed.lower():
        said.append(N_("It reads the letters a to z, 12 at most: the rest was left out."))
    step, opened = _number(address, "step", 1), _number(address, "open", 0)
    return State(
        word=word,
        step=min(max(step, 1), len(word) + 1),
        opened=min(opened, len(word) + 1),
        said=tuple(said),
    )


def _number(address: Mapping[str, str], name: str, otherwise: int) -> int:
    wanted = address.get(name, "")
    return int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) < 4 else otherwise


def view(state: State) -> View:
    """All that the page shows of a state."""
    return View(
        state=state,
        models=tuple(_model(name, state) for name in NAMES),
        target=state.word[::-1],
        steps=len(state.word) + 1,
        by_length=by_length(len(state.word)),
    )


def _model(name: str, state: State) -> Model:
    word = state.word
    written = forward.writes(name, word)
    before = written[: state.step - 1]
    passed = forward.run(name, word, before)
    recorded = shown("backwards")[name]
    read_signs = len(word) + 1
    return Model(
        name=name,
        title=TITLES[name],
        parameters=recorded["parameters"],
        picture=picture(passed, word + TURN, before, begins=BEGINS[name] or read_signs + 1),
        written=tuple(
            Sign(sign=sign, right=word[::-1][place : place + 1] == sign, here=place == state.step - 1)
            for place, sign in enumerate(written)
        ),
        ended=len(written) + 1 < state.step,
        whole=written == word[::-1],
        best=_best(passed),
        states=len(passed.kept),
        kept=COPIES[name] * passed.kept.size,
        turns=read_signs if name == "recurrent" else 1,
        apart=len(word) + state.step if name == "recurrent" else 1,
        share=recorded["right"][len(word) - 1],
        opened=_opened(passed, word + TURN, state.opened) if state.opened else None,
    )


def _opened(passed: Passed, read: str, n: int) -> Opened:
    numbers = (passed.kept if passed.states is None else passed.states)[n - 1]
    texts = [number(x) for x in numbers.tolist()]
    return Opened(
        sign=read[n - 1],
        rows=tuple(texts[first : first + ACROSS] for first in range(0, len(texts), ACROSS)),
        size=len(texts),
        passes=passed.states is None or n == len(read),
        weight=None if passed.looks is None else number(float(passed.looks[-1, n - 1])),
    )


def _best(passed: Passed) -> list[tuple[str, float]]:
    """The three most probable signs of the last step."""
    last = passed.said[-1]
    return [(SIGNS[int(n)], float(last[n])) for n in (-last).argsort(kind="stable")[:3]]


def by_length(length: int) -> Curve:
    """The share of words that each model gets right, by the length of the word; the length at hand is marked."""
    recorded = shown("backwards")
    return Curve(
        title="Right from the first to the last letter",
        about="The share of 400 words of random letters that was written backwards without a mistake, by their length",
        x="letters of the word",
        y="share of words",
        lines=tuple(
            Line(name, tuple((float(n), share) for n, share in enumerate(recorded[key]["right"], 1)))
            for key, name in LINES.items()
        ),
        marks=(
            (
                f"{length} letter{'s' * (length > 1)}",
                float(length),
                recorded["recurrent"]["right"][length - 1],
            ),
        ),
        spans=(0.0, 1.0),
    )
