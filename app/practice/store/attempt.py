"""The record of an attempt, with its responses and hints."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass
from datetime import datetime
from enum import StrEnum
from fractions import Fraction
from typing import Any

from engine.marking.marking import Rule

SELF_MARKED = "self-marked"  # the rule of a verdict that the student gave
BY_HAND = "instructor-marked"  # the rule of a verdict that an instructor gave
SAVED = "saved"  # the rule of an answer that is marked once the results of its assignment open
UNASKED = "~"  # behind a page's key where it saved by itself, and before what tells its later tries apart
AS_TOLD = "as_told"  # in a verdict that a file told and nobody could give again


class Way(StrEnum):
    """A way of working on a sheet: by the rules of the exam, with one slip of the keys forgiven, or with lines told."""

    ORDINARY = "ordinary"
    STRICT = "strict"
    RELAXED = "relaxed"
    EXAMPLE = "example"


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment of a rubric on an answer, which adds its points to those of the ticked criteria, or takes them off."""

    id: int
    text: str
    points: Fraction

    def to_json(self) -> dict[str, Any]:
        """The comment as JSON, as a verdict holds it."""
        return {"id": self.id, "text": self.text, "points": str(self.points)}


def comments_in(verdict: Mapping[str, Any] | None) -> tuple[Comment, ...]:
    """Returns the comments that an answer with this verdict carries."""
    held = verdict.get("comments", ()) if verdict else ()
    return tuple(Comment(one["id"], one["text"], Fraction(one["points"])) for one in held)


@dataclass(frozen=True, slots=True)
class Response:
    """One answer to a part with its verdict; ``earned`` is None until it is marked, and once its learner took it
    back. ``sure``: in percent, what its learner said before it was marked."""

    id: int
    part: str
    form_key: str
    typed: tuple[str, ...]
    verdict: Mapping[str, Any]
    earned: Fraction | None
    _: KW_ONLY
    at: datetime
    withdrawn_at: datetime | None = None
    sure: int | None = None

    @property
    def withdrawn(self) -> bool:
        """True once it was taken back."""
        return self.withdrawn_at is not None

    @property
    def page(self) -> str:
        """The key of the page that stored it."""
        return self.form_key.partition(UNASKED)[0]

    @property
    def revision(self) -> int:
        """The moment at which it was stored or rewritten, in microseconds."""
        return round(self.at.timestamp() * 1_000_000)


@dataclass(frozen=True, slots=True)
class Shown:
    """A rung that was shown of a part's ladder of hints."""

    part: str
    rung: int
    cost: Fraction
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Attempt:
    """An attempt as stored; ``responses`` and ``shown`` hold all responses and hints, oldest first. ``begun_at`` of a
    strict one is when its page was opened. ``saved``: some of its answers are marked once results open."""

    id: int
    name: str
    question: str
    section: str
    level: str
    points: Fraction
    variant: Mapping[str, Any]
    begun_at: datetime
    chain_opened: bool
    solution_seen_at: datetime | None
    assignment: int | None = None
    sitting: int | None = None
    place: int | None = None
    way: Way = Way.ORDINARY
    saved: bool = False
    responses: tuple[Response, ...] = ()
    shown: tuple[Shown, ...] = ()

    @property
    def solution_seen(self) -> bool:
        """True once the worked solution was opened."""
        return self.solution_seen_at is not None

    @property
    def stage(self) -> int | None:
        """The stage to which the worked example had faded; None where the sheet was none."""
        stage: int | None = self.variant.get("stage")
        return stage

    @property
    def hints(self) -> dict[str, int]:
        """The highest rung shown per part."""
        return {hint.part: hint.rung for hint in self.shown}

    @property
    def costs(self) -> dict[str, Fraction]:
        """The cost of hints per part, whether or not it was taken off."""
        return {part: self.cost(part) for part in self.hints}

    def cost(self, part: str, until: datetime | None = None) -> Fraction:
        """Returns what the hints shown ``until`` then take off a part."""
        counted = (hint for hint in self.shown if hint.part == part and (until is None or hint.at <= until))
        return sum((hint.cost for hint in counted), Fraction(0))

    def latest(self) -> dict[str, Response]:
        """The newest response to each part, without one that was withdrawn."""
        return {response.part: response for response in self.responses if not response.withdrawn}

    def newest(self, part: str) -> Response | None:
        """The newest response to a part, also one that was withdrawn."""
        return next((one for one in reversed(self.responses) if one.part == part), None)

    @property
    def revision(self) -> int:
        """The moment at which a response was stored or rewritten last, in microseconds; 0 where there is none."""
        return max((one.revision for one in self.responses), default=0)

    def written_at(self, response: Response) -> datetime:
        """Returns when an answer was written: the marks that students give to their own sentences, with the same text,
        come later."""
        earlier = (one for one in self.responses if one.part == response.part and one.id < response.id)
        same = (one for one in earlier if one.typed == response.typed and one.verdict["rule"] == Rule.OPEN)
        return max((one.at for one in same), default=response.at)

    @property
    def marked(self) -> set[str]:
        """The parts whose points are settled by a mark; sentences are answered before they are marked."""
        return {response.part for response in self.responses if response.earned is not None}

    @property
    def earned(self) -> Fraction:
        """The points of all marked responses."""
        return sum((one.earned for one in self.responses if one.earned is not None), Fraction(0))

    @property
    def settled(self) -> Fraction:
        """The points that nothing can change any more: those of marked parts, and once the solution was seen, of all
        parts but those that wait for a mark."""
        marked = self.marked
        waiting = self.latest().keys() - marked
        parts = (
            part
            for part in self.variant["parts"]
            if part["name"] in marked or (self.solution_seen and part["name"] not in waiting)
        )
        return sum((Fraction(part["points"]) for part in parts), Fraction(0))

    @property
    def finished(self) -> bool:
        """True if nothing is left to answer: all points are settled, or saved until results open."""
        if not self.saved:
            return self.settled == self.points
        answered = self.latest()
        return all(part["name"] in answered for part in self.variant["parts"] if Fraction(part["points"]))

    @property
    def self_marked(self) -> Fraction:
        """The earned points that the student gave."""
        own = (response for response in self.responses if response.verdict["rule"] == SELF_MARKED)
        return sum((response.earned or Fraction(0) for response in own), Fraction(0))
