"""The figure that an assignment begins with, at a state that those who teach it chose."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.courses.membership import taught
from app.courses.store import assignments
from app.courses.store.assignments import Assignment
from app.coursework.assignments.assignment import find
from app.figures import figures
from app.figures.figures import View
from app.identity.store.people import Person
from app.questions.context import Context
from engine.bank import Bank
from engine.figures import addresses, catalogue
from engine.figures.addresses import BadState, State
from engine.figures.catalogue import NoSuchFigure
from engine.figures.figure import Figure
from engine.figures.own_numbers import OWN


@dataclass(frozen=True, slots=True)
class Beginning:
    """The figure as somebody sees it: with its handles if it ``moves``, else as a still picture."""

    view: View
    moves: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """The contents of the form about it: a figure of ``figures`` by its id, "" for none, the lines of its state, and
    whether students move it. ``lost``: it began with one that there is no more."""

    figure: str
    state: str
    moves: bool
    lost: bool = False

    @property
    def figures(self) -> Sequence[Figure]:
        return tuple(catalogue.figures().values())


def shown(bank: Bank, one: Assignment, person: Person) -> Beginning | None:
    """The figure at its state, or at the nearest that there is today; None where it begins with none, and for people
    who sit an exam without aids, to whom figures are closed."""
    state = _stored(one)
    if state is None or person.sits:
        return None
    try:
        return Beginning(figures.view(bank, state.figure, state.texts), one.figure_moves)
    except NoSuchFigure:
        return None


def choice(one: Assignment) -> Choice:
    """Returns what was chosen last."""
    state = _stored(one)
    if state is None or state.figure not in catalogue.figures():
        return Choice("", "", one.figure_moves, lost=state is not None)
    return Choice(state.figure, _text(state), one.figure_moves)


def choose(context: Context, course: str, name: str, typed: Choice) -> None:
    """Stores the figure at its state; without one it begins with none.

    Raises NoSuchCourse, NoSuchAssignment, and BadState, which changes nothing.
    """
    with context.database.write() as connection:
        one = find(connection, taught(connection, context.person, course), name)
        state = _wanted(_stored(one), typed.figure, "\n".join(typed.state.split("\r\n")).strip())
        assignments.begin_with(connection, one.id, _exactly(state) if state else "", typed.moves)


def _wanted(stored: State | None, figure: str, text: str) -> State | None:
    """Returns what the form asks for; lines that still stand there, below another figure, are not about that one."""
    if stored and figure != stored.figure and text == _text(stored):
        text = ""
    if text:
        return addresses.read(text, figure)
    return State(figure, {}) if figure else None


def _exactly(state: State) -> str:
    """The address with all handles named, so that it stays if another state becomes the figure's first."""
    figure, frame = state.open()
    own = {name: text for name, text in state.texts.items() if name.startswith(OWN)}
    address = State(state.figure, {**own, **figure.texts(frame)}).address
    addresses.read(address)  # it may have grown too long
    return address


def _stored(one: Assignment) -> State | None:
    try:
        return addresses.read(one.figure) if one.figure else None
    except BadState:
        return None


def _text(state: State) -> str:
    return state.lines_of_handles or state.address
