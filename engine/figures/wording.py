"""Words that sentences of several figures are made of."""

from engine.answers.forms import Fixed
from engine.solutions.columns import minus


def shown(x: float, places: int = 2) -> str:
    """The number as the picture's table has it."""
    return minus(Fixed(places).show(x))


def percent(share: float, places: int = 0) -> str:
    """The share in percent, halves rounded up as on paper."""
    return f"{shown(100 * share, places)}%"


def moved(what: str, was: float, now: float, places: int = 2) -> str:
    """A change in words, "the loss rises from 0.31 to 1.27"; as shown, the value may have stayed where it was."""
    before, after = shown(was, places), shown(now, places)
    if before == after:
        return f"{what} stays at {after}"
    return f"{what} {'rises' if now > was else 'falls'} from {before} to {after}"


def counted(count: int, what: str) -> str:
    """So many of something: "1 token", "2 tokens"."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?")) else ".")
