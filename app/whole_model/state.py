"""The state of the page, as it stands in the address: the text, what is looked at, what is switched off."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

from engine.demos.gpt.forward import Switches
from engine.demos.gpt.names import CONTEXT, vocabulary
from engine.figures.handles import Slider
from engine.whole_model.stations import HEADS, LAYERS, Cell, by_id
from engine.whole_model.walk import WALK

TEXT = "mar"
LETTERS = CONTEXT - 1  # the edge is the first token
TEMPERATURE = Slider("temperature", "Temperature", 1.0, least=0.1, most=2.0, step=0.1)
TOP_K = Slider("k", "Top-k", len(vocabulary()), least=1, most=len(vocabulary()))
TOP_P = Slider("p", "Top-p", 1.0, least=0.1, most=1.0, step=0.05)
DECODING = (TEMPERATURE, TOP_K, TOP_P)
NO_SUCH_NUMBER = "There is no such number in this model; none is opened."
NO_SUCH_TOKEN = "The text has no such token; the way of its last one is drawn."
HEAD_NAMES = {f"{block + 1}.{head + 1}": (block, head) for block in range(LAYERS) for head in range(HEADS)}
NO_SUCH_HEAD = (
    f"The model has heads {min(HEAD_NAMES)} to {max(HEAD_NAMES)}, as block and head; others are left out."
)


@dataclass(frozen=True, kw_only=True, slots=True)
class State:
    """``token`` is the one whose way is drawn; ``opened`` a cell of it whose line is shown; ``asks``: its number is
    hidden and asked. ``walk``: the question of the walk, from 1; 0 for none. ``ended``: the letter that was drawn last
    ended the name. ``said``: what of the address was not as asked."""

    text: str = TEXT
    token: int = len(TEXT)
    opened: Cell | None = None
    asks: bool = False
    guess: str = ""
    checked: bool = False
    switches: Switches = field(default_factory=Switches)
    temperature: float = TEMPERATURE.start
    k: int = int(TOP_K.start)
    p: float = TOP_P.start
    walk: int = 0
    ended: bool = False
    said: tuple[str, ...] = ()

    @property
    def decoding(self) -> tuple[tuple[Slider, float], ...]:
        """The sliders of decoding, each with its value."""
        return (TEMPERATURE, self.temperature), (TOP_K, self.k), (TOP_P, self.p)

    def address(self, **changes: object) -> str:
        """The address of this state with some of it changed; a guess is in none."""
        return f"/model?{urlencode(replace(self, **changes).query())}"  # type: ignore[arg-type]

    def query(self) -> list[tuple[str, str]]:
        """The state as names and texts; what is as at first is left out."""
        opened, switches = self.opened, self.switches
        said = [("text", self.text)]
        if opened is None and self.token != len(self.text):
            said.append(("token", str(self.token)))
        if opened is not None:
            said.append(("cell", f"{opened.station}.{opened.token}.{opened.place}"))
        if self.asks:
            said.append(("ask", "on"))
        if self.ended:
            said.append(("ended", "on"))
        if self.walk:
            said.append(("walk", str(self.walk)))
        said += [("without", name) for name, head in HEAD_NAMES.items() if head in switches.without]
        said += [(name, "off") for name in ("mask", "scale") if not getattr(switches, name)]
        said += [(one.name, one.text(x)) for one, x in self.decoding if x != one.start]
        return said


def read(query: Mapping[str, str], without: Sequence[str] = ()) -> State:
    """The state of an address; what it has that the model does not is left out, with a sentence that says so."""
    text, said = _text(query.get("text", TEXT))
    numbers = {}
    for one in DECODING:
        numbers[one.name], problem = one.read(query) if query.get(one.name) else (one.start, "")
        said += [problem] if problem else []
    token, gone = _number(query.get("token", ""), len(text))
    said += [NO_SUCH_TOKEN] if gone else []
    walk, gone = _number(query.get("walk", ""), len(WALK), otherwise=0)
    if gone:
        said.append(
            f"The walk has questions 1 to {len(WALK)}: "
            + (f"this is question {walk}." if walk else "no question is asked now.")
        )
    strangers = [name for name in without if name not in HEAD_NAMES]
    said += [NO_SUCH_HEAD] if strangers else []
    opened = _cell(query.get("cell", ""), len(text) + 1)
    if query.get("cell") and opened is None:
        said.append(NO_SUCH_NUMBER)
    return State(
        text=text,
        token=opened.token if opened else token,
        opened=opened,
        asks=query.get("ask") == "on" and opened is not None,
        guess=query.get("guess", "").strip()[:40],
        checked="guess" in query,
        switches=Switches(
            frozenset(HEAD_NAMES[name] for name in without if name in HEAD_NAMES),
            query.get("mask") != "off",
            query.get("scale") != "off",
        ),
        temperature=float(numbers["temperature"]),
        k=int(numbers["k"]),
        p=float(numbers["p"]),
        walk=walk,
        ended=query.get("ended") == "on",
        said=tuple(said),
    )


def _text(typed: str) -> tuple[str, list[str]]:
    """The letters that the model knows, as many as it has positions for, and what is to be said of the others."""
    small = typed.strip().casefold()[:200]
    known = [letter for letter in small if letter in vocabulary()[1:]]
    said = []
    if len(known) < len(small):
        strange = sorted({letter for letter in small if letter not in known})[:5]
        unknown = ", ".join("the space" if letter == " " else repr(letter)[1:-1] for letter in strange)
        said.append(f"The model read Swiss first names only and never saw: {unknown}. Those are left out.")
    if len(known) > LETTERS:
        said.append(f"It has {CONTEXT} positions, the first for the beginning: {LETTERS} letters are read.")
    return "".join(known[:LETTERS]), said


def _number(text: str, most: int, otherwise: int | None = None) -> tuple[int, bool]:
    """The number of an address, or the nearest that can be; True if that is another than was asked."""
    if not _is_number(text):
        return most if otherwise is None else otherwise, bool(text)
    return min(int(text), most), int(text) > most


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 5


def _cell(text: str, tokens: int) -> Cell | None:
    station, *places = text.split(".")
    if station not in by_id() or len(places) != 2 or not all(map(_is_number, places)):
        return None
    token, place = map(int, places)
    return Cell(station, token, place) if token < tokens else None
