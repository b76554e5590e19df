"""The state of the page in its address: the token whose numbers are outlined, the open matrix, the step of the zoom."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from app.web.languages.languages import N_
from engine.demos.gpt.names import vocabulary
from engine.whole_model.matrices import by_id, last_position
from engine.whole_model.sizes import sizes

PAGE = "/model/scale"
BEGINNING = "start"  # the edge in an address
NO_SUCH_LETTER = N_("The model has no such letter; none is chosen.")
NO_SUCH_MATRIX = N_("There is no such matrix in this model; none is opened.")


@dataclass(frozen=True, kw_only=True, slots=True)
class State:
    """``letter`` is the number of a token of the vocabulary, None if none is chosen, and ``place`` its position from 0;
    the edge stands at the first alone. ``opened`` is a matrix, ``step`` a model, from 1. ``told``: where its
    parameters are is shown; ``guess``: what was guessed of it. ``said``: what of the address was not as asked."""

    letter: int | None = None
    place: int = 1
    opened: str = ""
    step: int = 1
    told: bool = False
    guess: str = ""
    guessed: bool = False
    said: tuple[str, ...] = ()

    @property
    def position(self) -> int:
        """The position of the chosen token, from 0."""
        return self.place if self.letter else 0

    def query(self) -> list[tuple[str, str]]:
        """The state as names and texts, without a guess; what is as at first is left out."""
        named = []
        if self.letter is not None:
            named += [("letter", written(self.letter)), ("place", str(self.place))]
        if self.opened:
            named.append(("open", self.opened))
        if self.step != 1:
            named.append(("step", str(self.step)))
        if self.told:
            named.append(("parts", "on"))
        return named

    def address(self, **changes: object) -> str:
        """The address of this state with some of it changed."""
        named = replace(self, **changes).query()  # type: ignore[arg-type]
        return f"{PAGE}?{urlencode(named)}" if named else PAGE


def written(letter: int) -> str:
    """A token of the vocabulary as it stands in an address."""
    return vocabulary()[letter] if letter else BEGINNING


def read(query: Mapping[str, str]) -> State:
    """The state of an address; what the model does not have is left out, with a sentence that says so."""
    said = []
    typed = query.get("letter", "").strip().casefold()[:20]
    letters = {written(n): n for n in range(len(vocabulary()))}
    if typed and typed not in letters:
        said.append(NO_SUCH_LETTER)
    opened = query.get("open", "")
    if opened and opened not in by_id():
        said.append(NO_SUCH_MATRIX)
        opened = ""
    return State(
        letter=letters.get(typed),
        place=_number(query.get("place", ""), 1, last_position()),
        opened=opened,
        step=_number(query.get("step", ""), 1, len(sizes())),
        told=query.get("parts") == "on",
        guess=query.get("guess", "").strip()[:40],
        guessed="guess" in query,
        said=tuple(said),
    )


def _number(text: str, least: int, most: int) -> int:
    """A whole number of the address, the nearest one that there is; the least for what is none."""
    held = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else least
    return min(max(held, least), most)
