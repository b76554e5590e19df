"""Further checks of a file with faults: each fault is replaced by a stand-in, and the rest is checked as it is."""

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import deepcopy
from string import ascii_lowercase
from typing import Any

from engine.validation.locations import Broken
from engine.validation.schema import PLAIN, Way

ROUNDS = 4
CALLING = {"value", "when", "of"}  # keys whose texts call steps by their names
NAMED = ("variables", "fixed", "ranges")  # tables in which a name that is taken out would be missed elsewhere

Check = Callable[[Mapping[str, Any]], Any]


def further(values: Mapping[str, Any], told: Sequence[Broken], check: Check) -> list[Broken]:
    """The faults that ``check`` finds beside those told, and not because of them."""
    changed: Any = deepcopy(dict(values))
    places, missing = {one.place for one in told}, {one.place for one in told if _is_missing(one)}
    texts = {place for place in places if isinstance(_at(values, place), str)} | missing
    if places & {(), ("kind",), ("family",)}:
        return []
    found: list[Broken] = []
    for _ in range(ROUNDS):
        for place in places:
            _stand_in(changed, place, place in missing)
        now = check(changed)
        if not isinstance(now, list):
            return found
        new = [
            one
            for one in now
            if not _is_missing(one)
            and not _rests_on_a_name(one.place, places)
            and not any(_depends(one.place, place, place in texts & missing) for place in places)
        ]
        missed = {one.place for one in now if _is_missing(one)} - missing
        found += new
        if not new and not missed:
            return found
        missing |= missed
        places |= {one.place for one in new} | missed
    return found


def _rests_on_a_name(place: Way, places: Collection[Way]) -> bool:
    """True if it may call a step by a name that is at fault."""
    named = any(one[:1] == ("steps",) and one[-1] == "name" for one in places)
    return named and (place == ("statement",) or place[-1] in CALLING or place[0] == "constraints")


def _depends(place: Way, mended: Way, text: bool) -> bool:
    """True if a finding may come of what stands in for another: inside its place, or around it. Another text at the
    place of one changes nothing around it."""
    around = mended[: len(place)] == place
    return place[: len(mended)] == mended or (around and not text)


def _is_missing(one: Broken) -> bool:
    return one.message == PLAIN["missing"]


def _at(values: Any, place: Way) -> Any:
    for key in place:
        try:
            values = values[key]
        except (LookupError, TypeError):
            return None
    return values


def _stand_in(values: Any, place: Way, needed: bool) -> None:
    """Takes out what stands there, or puts a text of its own where one is needed."""
    held = _at(values, place[:-1])
    if not place or not isinstance(held, dict | list):
        return
    key = place[-1]
    if needed and isinstance(held, dict):
        held[str(key)] = "_".join(
            ["unwritten", *(ascii_lowercase[n % 26] for n in place if isinstance(n, int))]
        )
    elif isinstance(held, list) or (len(place) == 2 and place[0] in NAMED):
        if isinstance(held, dict) or int(key) < len(held):
            held[key] = {}  # type: ignore[index]
    else:
        held.pop(key, None)
