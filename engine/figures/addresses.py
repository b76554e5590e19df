"""A figure at a fixed state, as people hand it on: its address, or lines of a name, =, and a value.

    /figures/temperature?temperature=0.5&token=bridge

    figure = temperature
    temperature = 0.5

Names are those of the handles; numbers of one's own stand after ``of.``, as in ``engine.figures.own_numbers``. What is
written here opens exactly or not at all: text that is no state gets a sentence that says why.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit

from engine.fields import form
from engine.figures import own_numbers
from engine.figures.catalogue import NoSuchFigure, find
from engine.figures.figure import Figure, Frame
from engine.figures.handles import LONGEST_STATE
from engine.figures.own_numbers import OWN, NoSuchNumbers
from engine.validation.schema import AGAIN

FOLDER = "/figures/"
NAME = "figure"  # of the line that names the figure
PASSING = (
    "was",
    "predict",
    "guess",
    "place",
)  # of an address: how one looks at the state, which they are no part of


class BadState(ValueError):
    """Raised for text that is no state of a figure; the text is a sentence, ``key`` the name that is at fault."""

    def __init__(self, said: str, key: str = "") -> None:
        super().__init__(said)
        self.key = key


@dataclass(frozen=True, slots=True)
class State:
    """A figure by its id, and the texts of its handles and of its own numbers."""

    figure: str
    texts: Mapping[str, str]

    @property
    def address(self) -> str:
        return FOLDER + self.figure + (f"?{urlencode(self.texts)}" if self.texts else "")

    @property
    def lines(self) -> str:
        """One a line, the figure first; "" where a number of one's own does not fit into a line."""
        lines = self.lines_of_handles
        return "\n".join(filter(None, (f"{NAME} = {self.figure}", lines))) if lines or not self.texts else ""

    @property
    def lines_of_handles(self) -> str:
        """The same without the figure."""
        flat = State(self.figure, {name: "; ".join(text.splitlines()) for name, text in self.texts.items()})
        if flat.texts != dict(self.texts):
            try:
                if flat.open()[1].run.parameters.to_json() != self.open()[1].run.parameters.to_json():
                    return ""
            except BadState:
                return ""
        return "\n".join(f"{name} = {text}" for name, text in flat.texts.items())

    def open(self) -> tuple[Figure, Frame]:
        """The figure about these numbers, and the frame with its handles there. Raises BadState."""
        try:
            figure = find(self.figure)
        except NoSuchFigure:
            raise BadState(f"There is no figure “{self.figure[:60]}”; /figures shows all.", NAME) from None
        own = {name.removeprefix(OWN): text for name, text in self.texts.items() if name.startswith(OWN)}
        moved = {name: text for name, text in self.texts.items() if not name.startswith(OWN)}
        known = [name for handle in figure.handles for name in handle.names]
        numbers = [field.name for field in form.fields(figure.chain)]
        for name in self.texts:
            first = AGAIN.sub("", name)
            if first != name and first in (NAME, *known, *(OWN + one for one in numbers)):
                raise BadState(_twice(first, self.texts.get(first, ""), self.texts[name]), name)
        for name in moved:
            if name not in known:
                raise BadState(f"{name[:40]} is no handle of {figure.id}; it has {', '.join(known)}.", name)
        for name in own:
            if name not in numbers:
                there = ", ".join(OWN + one for one in numbers)
                raise BadState(f"{OWN}{name[:40]} is no number of {figure.id}; it has {there}.", OWN + name)
        if own:
            try:
                figure = own_numbers.about(figure, own_numbers.read(figure.chain, own))
            except NoSuchNumbers as error:
                raise BadState(error.reason) from None
        frame, problems = figure.read(moved)
        if problems:
            raise BadState(problems[0].why)
        return figure, frame


def is_address(text: str) -> bool:
    """True for what begins as an address does, be it one of a figure or not."""
    return text.strip().startswith(("http://", "https://", "/"))


def local(text: str, site: str) -> str:
    """The text without the name of this ``site`` where it is an address there."""
    pasted = text.strip()
    here = site.rstrip("/") + "/"
    return pasted[len(here) - 1 :] if pasted.lower().startswith(here.lower()) else text


def read(text: str, figure: str = "") -> State:
    """The state that was pasted: an address, or lines about the ``figure``, which a line may name, too.
    An address begins with ``/figures/``: one with the name of a site is another's, see ``local``.

    Raises BadState for text that is neither; whether there is such a state, ``State.open`` says.
    """
    text = text.strip()
    if len(text) > LONGEST_STATE:
        raise BadState(f"This is too long: a state has at most {LONGEST_STATE:,} characters.")
    return _of_address(text) if is_address(text) else _of_lines(text, figure)


def _of_address(text: str) -> State:
    try:
        parts = urlsplit(text)
        pairs = parse_qsl(parts.query, keep_blank_values=True, max_num_fields=60)
    except ValueError:
        raise BadState("This is no address.") from None
    figure = parts.path.removeprefix(FOLDER).rstrip("/")
    if len(text.split()) > 1 or not parts.path.startswith(FOLDER) or not figure or "/" in figure:
        raise BadState(f"This is no address of a figure: one begins with {FOLDER} and its name.")
    if parts.netloc:
        raise BadState(
            f"This is an address on {parts.netloc[:60]}. Paste one of a figure here: it begins with {FOLDER}."
        )
    return State(figure, _once([(name, value) for name, value in pairs if name not in PASSING]))


def _of_lines(text: str, figure: str) -> State:
    pairs: list[tuple[str, str]] = []
    for line in filter(str.strip, text.splitlines()):
        name, equals, value = (part.strip() for part in line.partition("="))
        if not equals or not name:
            raise BadState(
                f"“{line.strip()[:40]}” is no line of a state: a name, =, and a value belong there."
            )
        pairs.append((name, value))
    texts = _once(pairs)
    figure = texts.pop(NAME, figure)
    if not figure:
        raise BadState("Choose a figure, or paste its address.", NAME)
    return State(figure, texts)


def _once(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The texts by their names. Raises BadState for a name that is given twice."""
    texts: dict[str, str] = {}
    for name, value in pairs:
        if name in texts:
            raise BadState(_twice(name, texts[name], value), name)
        texts[name] = value
    return texts


def _twice(name: str, one: str, other: str) -> str:
    return f"{name[:40]} is given twice here, as “{one[:40]}” and “{other[:40]}”. Leave one of them out."
