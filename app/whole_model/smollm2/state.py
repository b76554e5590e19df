"""The state of the page, as it stands in the address: the text, which layer is open, what is looked at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from engine.demos.smollm2.settings import (
    BARS,
    HEADS,
    LAYERS,
    SENTENCE,
    SENTENCES,
    TRACED,
    VOCABULARY,
    pieces,
)
from engine.figures.handles import Slider
from engine.whole_model.smollm2.block import AS_TRAINED, Switches
from engine.whole_model.smollm2.stations import HEAD, KINDS
from engine.whole_model.smollm2.walk import WALK
from engine.whole_model.stations import Cell

PAGE = "/model/smollm2"
NO_SUCH_NUMBER = "There is no such number in this layer; none is opened."
LONGEST = 200  # characters
TOP = LAYERS + 1  # the place on the spine after the last layer: norm, logits and probabilities
FIRST_SEEN = 12  # the layer that is open at first
TEMPERATURE = Slider("temperature", "Temperature", 1.0, least=0.1, most=2.0, step=0.1)
TOP_K = Slider("k", "Top-k (0: all tokens)", 0, least=0, most=5 * BARS)
TOP_P = Slider("p", "Top-p", 1.0, least=0.1, most=1.0, step=0.05)
DECODING = (TEMPERATURE, TOP_K, TOP_P)
HEAD_NAMES = tuple(str(head + 1) for head in range(HEADS))


@dataclass(frozen=True, kw_only=True, slots=True)
class State:
    """``then``: tokens, by number, that the model wrote after the text. ``token``: the one whose way is drawn, None for
    the newest; ``layer`` is open, from 1 (``TOP`` for what follows the last), with a ``head``, from 0. ``opened``: the
    cell whose line is shown; ``asks``: its number is hidden and asked. ``walk``: the question of the walk, from 1, that
    says what is opened; 0 for none. ``switches``: what the open layer does without. ``ended``: the token that was drawn
    last ended the text. ``said``: what of the address was not as asked."""

    text: str = SENTENCE
    then: tuple[int, ...] = ()
    token: int | None = None
    layer: int = FIRST_SEEN
    head: int = 0
    opened: Cell | None = None
    asks: bool = False
    guess: str = ""
    walk: int = 0
    switches: Switches = AS_TRAINED
    temperature: float = TEMPERATURE.start
    k: int = int(TOP_K.start)
    p: float = TOP_P.start
    ended: bool = False
    said: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        """The name of what the model is to read: the same for the same tokens, whoever asks."""
        return sha256(f"{self.text}\0{self.then}".encode()).hexdigest()[:32]

    @property
    def decoding(self) -> tuple[tuple[Slider, float], ...]:
        """The sliders of decoding, each with its value."""
        return (TEMPERATURE, self.temperature), (TOP_K, self.k), (TOP_P, self.p)

    @property
    def decodes(self) -> bool:
        """True if tokens are drawn from other probabilities than the model's."""
        return any(value != handle.start for handle, value in self.decoding)

    @property
    def is_recorded(self) -> bool:
        return self.text in SENTENCES and not self.then

    def address(self, **changes: Any) -> str:
        """The address of this state with some of it changed; a guess is in none."""
        return f"{PAGE}?{urlencode(replace(self, **changes).query())}"

    def query(self, *without: str) -> list[tuple[str, str]]:
        """The state as names and texts; what is as at first is left out."""
        said = [("text", self.text)]
        if self.then:
            said.append(("then", ".".join(map(str, self.then))))
        if self.token is not None:
            said.append(("token", str(self.token + 1)))
        if self.layer != FIRST_SEEN:
            said.append(("layer", str(self.layer)))
        if self.head:
            said.append(("head", str(self.head + 1)))
        if self.opened is not None:
            said.append(("cell", f"{self.opened.station}.{self.opened.token}.{self.opened.place}"))
        if self.asks:
            said.append(("ask", "on"))
        if self.walk:
            said.append(("walk", str(self.walk)))
        said += [("without", str(head + 1)) for head in sorted(self.switches.without)]
        said += [(name, "off") for name in ("mask", "scale") if not getattr(self.switches, name)]
        if self.ended:
            said.append(("ended", "on"))
        said += [(one.name, one.text(x)) for one, x in self.decoding if x != one.start]
        return [(name, text) for name, text in said if name not in without]


def read(query: Mapping[str, str], without: Sequence[str] = ()) -> State:
    """The state of an address; what it has that the model does not is left out, with a sentence that says so. A walk
    opens the whole layer of its question, for the newest token."""
    text, said = _text(query.get("text", SENTENCE))
    numbers = {}
    for one in DECODING:
        numbers[one.name], problem = one.read(query) if query.get(one.name) else (one.start, "")
        said += [problem] if problem else []
    layer = _number(query, "layer", TOP, FIRST_SEEN)
    opened = _cell(query.get("cell", ""), layer)
    if query.get("cell") and opened is None:
        said.append(NO_SUCH_NUMBER)
    token = _number(query, "token", TRACED, 0)
    if walk := _number(query, "walk", len(WALK), 0):
        layer, opened, token, without = WALK[walk - 1].layer, None, 0, ()
    return State(
        text=text,
        then=_then(query.get("then", "")),
        token=opened.token if opened and not token else token - 1 if token else None,
        layer=layer,
        head=_number(query, "head", HEADS, 1) - 1,
        opened=opened,
        asks=bool(walk) or (query.get("ask") == "on" and opened is not None),
        guess=query.get("guess", "").strip()[:40],
        walk=walk,
        switches=Switches(
            frozenset(int(name) - 1 for name in without if name in HEAD_NAMES),
            bool(walk) or query.get("mask") != "off",
            bool(walk) or query.get("scale") != "off",
        ),
        temperature=float(numbers["temperature"]),
        k=int(numbers["k"]),
        p=float(numbers["p"]),
        ended=query.get("ended") == "on",
        said=tuple(said),
    )


def looked(text: str) -> int:
    """How often somebody has looked for a reading, as the address of a look has it."""
    return int(text) if _is_number(text) else 0


def _text(typed: str) -> tuple[str, list[str]]:
    """The text with single spaces, no longer than the model is given, and what is to be said of the rest."""
    text = " ".join(typed.replace("\0", " ").encode(errors="ignore").decode().split())
    if not text:
        return SENTENCE, ["There was no text; the model reads this one."]
    held = "".join(pieces(text[:LONGEST])[:TRACED])
    if held != text:
        return held.rstrip(), [
            f"It reads up to {TRACED} tokens and {LONGEST} characters: the beginning is kept."
        ]
    return text, []


def _then(text: str) -> tuple[int, ...]:
    numbers = [int(one) for one in text.split(".")[:TRACED] if _is_number(one)]
    return tuple(n for n in numbers if n < VOCABULARY)


def _number(query: Mapping[str, str], name: str, most: int, otherwise: int) -> int:
    text = query.get(name, "")
    return min(max(1, int(text)), most) if _is_number(text) else otherwise


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 6


def _cell(text: str, layer: int) -> Cell | None:
    station, *places = text.split(".")
    if (
        station not in (HEAD if layer == TOP else KINDS)
        or len(places) != 2
        or not all(map(_is_number, places))
    ):
        return None
    token, place = map(int, places)
    return Cell(station, token, place) if token < TRACED else None
