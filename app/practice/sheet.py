"""Views of a sheet for the templates: a variant, frozen, with what was done on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from app.courses.store.asked import Asking
from app.practice.answers import Known
from app.practice.pace import Pace, pace
from app.practice.part import Part, decided_by, line, waits_for
from app.practice.store.attempt import SAVED, Attempt, Response, Way
from app.practice.ways import slips
from engine import asked_lines
from engine.answers import responses
from engine.answers.responses import NotRead
from engine.chain import Run
from engine.marking.marking import Rule
from engine.solutions import wording
from engine.solutions.worked_solution import Line
from engine.variants import Variant


@dataclass(frozen=True, kw_only=True, slots=True)
class Sheet:
    """A variant with everything that was done on it. ``attempt`` is None while nothing is stored.

    ``empty`` is the line for which marks were asked though nothing is filled in; ``nothing``: no line is. ``sentence``
    is a report that was not sent yet. ``trial`` is the last run of a program (``app.practice.code``); ``runs_here``
    tells whether programs run on this server. ``withheld`` is the assignment for whose sake the solution is not open
    yet. ``told`` are the lines of a worked example that stand there already. ``pace`` is the time of a strict sheet.
    ``deferred``: its answers are marked once results open; ``over``: it takes no more of them. ``saves_itself``: what
    is typed is saved without being asked. ``known`` is what its page knew of it that pressed a button. ``overtaken``
    are the lines, by title, that another page has saved since, in place of which nothing was stored.
    """

    variant: Variant
    attempt: Attempt | None
    statement: tuple[wording.Block, ...]
    parts: tuple[Part, ...]
    reported: bool = False
    can_open_chain: bool = False
    empty: str = ""
    nothing: bool = False
    sentence: str = ""
    trial: Any = None
    runs_here: bool = True
    withheld: Asking | None = None
    told: tuple[Line, ...] = ()
    way: Way = Way.ORDINARY
    pace: Pace | None = None
    deferred: bool = False
    over: bool = False
    saves_itself: bool = False
    known: Known | None = None
    overtaken: tuple[tuple[str, str], ...] = ()

    @property
    def saved(self) -> int:
        """The number of lines whose answer is saved until results open."""
        return sum(part.verdict is not None and part.verdict["rule"] == SAVED for part in self.parts)

    @property
    def unsaved_run(self) -> bool:
        """True if the program in the field was run, and is not saved, as it must be to count."""
        open_to_it = self.deferred and not self.over and not self.settled
        return open_to_it and self.trial is not None and not self.saved

    @property
    def begun(self) -> bool:
        """True if some of its points are settled."""
        return bool(self.attempt and (self.attempt.marked or self.attempt.settled))

    @property
    def settled(self) -> bool:
        """True if the points of every line are settled."""
        return self.begun and all(part.extra or part.earned is not None for part in self.parts)

    @property
    def coding(self) -> bool:
        """True if the answer is a program."""
        return any(part.input == "code" for part in self.parts)

    @property
    def writing(self) -> bool:
        """True if it is answered in sentences, which nobody marks before the model answer is read."""
        return any(part.input == "prose" for part in self.parts)

    @property
    def handed_in(self) -> bool:
        """True if its sentences, or its program, can no longer be changed."""
        return (self.writing or self.coding) and bool(self.attempt and self.attempt.solution_seen)

    @property
    def difference(self) -> Part | None:
        """The first wrong line."""
        wrong = (part for part in self.parts if part.verdict and part.verdict["rule"] == Rule.WRONG)
        return next(wrong, None)

    @property
    def closed_book(self) -> bool:
        """True if nothing may help with it before it is answered."""
        return self.pace is not None and not self.pace.settled

    @property
    def exact_in_sight(self) -> Run | None:
        """The run of a worked example that hides no number any more, None of any other sheet."""
        open_to_read = not self.parts or self.solved or bool(self.attempt and self.attempt.solution_seen)
        return self.variant.exact if self.told and open_to_read and not self.withheld else None

    @property
    def title(self) -> str:
        return self.variant.question.title

    @property
    def solved(self) -> bool:
        """True if every asked part is right."""
        return bool(self.parts) and all(part.solved for part in self.parts if not part.extra)

    @property
    def unread(self) -> bool:
        return any(part.problems for part in self.parts)

    @property
    def earned(self) -> Fraction:
        return sum((part.earned for part in self.parts if part.earned is not None), Fraction(0))

    @property
    def stored(self) -> bool:
        """True if everything in the fields is stored, so that the page may be reloaded."""
        latest = self.attempt.latest() if self.attempt else {}
        return not self.sentence and all(
            not any(cell.typed for cell in part.cells)
            or tuple(cell.typed for cell in part.cells)
            == (latest[part.name].typed if part.name in latest else part.taken_back)
            for part in self.parts
        )


def sheet(
    variant: Variant,
    attempt: Attempt | None,
    typed: Mapping[str, Sequence[str]] | None = None,
    unread: Mapping[str, NotRead] | None = None,
    reported: bool = False,
    can_open_chain: bool = False,
    withheld: Asking | None = None,
    way: Way = Way.ORDINARY,
    opened_at: datetime | None = None,
    deferred: bool = False,
    over: bool = False,
    keeps_hints: bool = False,
    saves_itself: bool = False,
) -> Sheet:
    """Returns the sheet with stored responses, overlaid by what was just typed and could not be read."""
    latest = standing(variant, attempt) if attempt else {}
    settled = attempt.marked if attempt else set()
    slipped = slips(variant, attempt) if attempt else frozenset()
    stands = {name: response.typed for name, response in latest.items()}
    parts = tuple(
        line(
            variant,
            asked,
            attempt,
            latest.get(asked.name),
            (typed or {}).get(asked.name),
            (unread or {}).get(asked.name),
            settled,
            waits_for(variant, asked, latest),
            withheld is not None or over,
            keeps_hints,
            asked.name in slipped,
            over,
        )
        for asked, _, _ in responses.read_all(variant, stands)
    )
    statement = variant.statement
    return Sheet(
        variant=variant,
        attempt=attempt,
        statement=statement,
        parts=parts,
        reported=reported,
        can_open_chain=can_open_chain,
        withheld=withheld,
        told=() if variant.stage is None else tuple(asked_lines.told(variant)),
        way=way,
        pace=pace(variant.points, opened_at, attempt) if way is Way.STRICT and opened_at else None,
        deferred=deferred,
        over=over,
        saves_itself=saves_itself,
    )


def standing(variant: Variant, attempt: Attempt) -> dict[str, Response]:
    """Returns the latest responses; for a table whose names follow from choices, the latest with today's choices."""
    today = attempt.latest()
    then: dict[str, tuple[str, ...]] = {}
    found: dict[str, Response] = {}
    for response in attempt.responses:
        if response.withdrawn:
            continue
        then[response.part] = response.typed
        if all(
            then.get(choice) == today[choice].typed
            for choice in decided_by(variant, response.part)
            if choice in today
        ):
            found[response.part] = response
    return found
