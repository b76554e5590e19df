"""Ways of practising: as usual, strictly by the rules of the exam, or at ease with one slip of the keys forgiven.

A browser remembers the way for its next sheets; a sheet keeps the way in which it was begun.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from app.practice.opening import Fresh
from app.practice.store.attempt import Attempt, Response, Way
from engine.marking.key_slips import is_slip
from engine.marking.marking import Rule
from engine.variants import Variant

COOKIE = "examformer_way"
ASKS_SURE = "examformer_sure"  # the cookie of browsers whose sheets ask how sure one is before a mark
CHOICES = (Way.ORDINARY, Way.STRICT, Way.RELAXED)
LONGEST = timedelta(days=1)  # that a sheet may have been open before its first answer


def asks_how_sure(cookies: Mapping[str, str]) -> bool:
    """True if this browser's sheets ask before a mark how sure the learner is."""
    return cookies.get(ASKS_SURE) == "yes"


def chosen(wanted: str) -> Way:
    """Returns the way of this name; the ordinary one where none can be chosen that is called so."""
    return next((way for way in CHOICES if way == wanted), Way.ORDINARY)


def taken(on: Fresh, wanted: str, opened_at: datetime | None = None) -> Fresh:
    """Returns a fresh sheet in the wanted way, if it is of numbers; the time of a strict one runs from when it was
    opened, which is now unless a form says so."""
    way = chosen(wanted) if on.variant.question.of_numbers else Way.ORDINARY
    if way is not Way.STRICT:
        return replace(on, way=way)
    now = datetime.now(UTC)
    return replace(on, way=way, opened_at=min(max(opened_at or now, now - LONGEST), now))


def slips(variant: Variant, attempt: Attempt) -> frozenset[str]:
    """Returns the parts whose answer may be taken back as a slip of the keys, once on a sheet: those whose first answer
    stands, is wrong by one slip, and is explained by no mistake."""
    used = any(response.withdrawn for response in attempt.responses)
    if attempt.way is not Way.RELAXED or attempt.solution_seen or used:
        return frozenset()
    return frozenset(part for part, response in attempt.latest().items() if _slipped(variant, response))


def _slipped(variant: Variant, response: Response) -> bool:
    verdict, asked = response.verdict, variant.part(response.part)
    if asked is None or response.earned is None or verdict["rule"] != Rule.WRONG:
        return False
    wrong = [n for n, (rule, _) in enumerate(verdict["cells"]) if rule == Rule.WRONG]
    return not verdict["mistakes"] and not verdict["convention"] and is_slip(asked, response.typed, wrong)
