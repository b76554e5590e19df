"""What a sheet shows: frozen views of a variant and of what was done on it, for the templates."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from app.store.attempts import Attempt, Response
from engine import cells, feedback, marking, own_way, telling, wording
from engine.forms import Choice, Fixed, Integer, Positions, Prose, Scientific, Tokens, TokenSet
from engine.marking import NotRead, Rule
from engine.reading import Unreadable
from engine.telling import Hint
from engine.variants import Asked, Variant


@dataclass(frozen=True, slots=True)
class Cell:
    """One input: its field name, what it is called aloud, what stands in it, and how it was judged."""

    name: str
    label: str
    typed: str
    rule: str = ""
    read_as: str = ""
    problem: Unreadable | None = None


@dataclass(frozen=True, slots=True)
class Try:
    """An answer that was marked: its texts, and the rule that it was marked by."""

    typed: tuple[str, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class Part:
    """One line of the sheet; ``prose`` is answered in words, and its options are sentences. ``words`` is how many a
    good answer has. ``tries`` are the first answer, which earned the points, and today's where it differs."""

    name: str
    title: str
    text: str
    symbol: str
    unit: str
    form: str
    input: str
    numeric: bool
    columns: int
    options: tuple[str, ...]
    prose: bool
    words: int
    row_names: tuple[str, ...]
    cells: tuple[Cell, ...]
    points: Fraction
    earned: Fraction | None
    verdict: Mapping[str, Any] | None
    hints: tuple[Hint, ...]
    next_hint: Hint | None
    extra: bool
    cost: Fraction
    waits_for: str
    own_way: bool
    renamed: bool
    tries: tuple[Try, ...]

    @property
    def solved(self) -> bool:
        return self.verdict is not None and self.verdict["credit"] == "1"

    @property
    def branches(self) -> list[tuple[str, list[Cell]]]:
        """The cells of a tree, behind the text that they continue; "" at the start."""
        grouped: dict[str, list[Cell]] = {}
        for cell in self.cells:
            grouped.setdefault(cell.label.rpartition(" ")[0], []).append(cell)
        return list(grouped.items())

    @property
    def problems(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.problem]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A variant with everything that was done on it. ``attempt`` is None while nothing is stored.

    ``nothing``: a button asked for marks, and no line is filled in. ``sentence`` is a report that was not sent yet.
    """

    variant: Variant
    attempt: Attempt | None
    statement: tuple[wording.Block, ...]
    parts: tuple[Part, ...]
    reported: bool = False
    can_open_chain: bool = False
    nothing: bool = False
    sentence: str = ""

    @property
    def writing(self) -> bool:
        """Whether it is answered in sentences, which nobody marks before the model answer is read."""
        return any(part.input == "prose" for part in self.parts)

    @property
    def difference(self) -> Part | None:
        """The first line that stands wrong."""
        wrong = (part for part in self.parts if part.verdict and part.verdict["rule"] == Rule.WRONG)
        return next(wrong, None)

    @property
    def title(self) -> str:
        return self.variant.question.title

    @property
    def solved(self) -> bool:
        """Whether every asked part is right."""
        return all(part.solved for part in self.parts if not part.extra)

    @property
    def unread(self) -> bool:
        return any(part.problems for part in self.parts)

    @property
    def earned(self) -> Fraction:
        return sum((part.earned for part in self.parts if part.earned is not None), Fraction(0))

    @property
    def stored(self) -> bool:
        """Whether all that stands in the fields is stored, so that the page may be loaded anew."""
        latest = self.attempt.latest() if self.attempt else {}
        return not self.sentence and all(
            not any(cell.typed for cell in part.cells)
            or (part.name in latest and latest[part.name].typed == tuple(cell.typed for cell in part.cells))
            for part in self.parts
        )


def sheet(
    variant: Variant,
    attempt: Attempt | None,
    typed: Mapping[str, Sequence[str]] | None = None,
    unread: Mapping[str, NotRead] | None = None,
    reported: bool = False,
    can_open_chain: bool = False,
    nothing: bool = False,
) -> Sheet:
    """The sheet with stored responses, overlaid by what was just typed and could not be read."""
    latest = standing(variant, attempt) if attempt else {}
    settled = attempt.marked if attempt else set()
    stands = {name: response.typed for name, response in latest.items()}
    parts = tuple(
        _part(
            variant,
            asked,
            attempt,
            latest.get(asked.name),
            (typed or {}).get(asked.name),
            (unread or {}).get(asked.name),
            settled,
            _waits_for(variant, asked, latest),
        )
        for asked, _, _ in marking.read_all(variant, stands)
    )
    statement = wording.worded(variant.question.statement, variant.parameters, variant.case)
    return Sheet(variant, attempt, statement, parts, reported, can_open_chain, nothing)


def standing(variant: Variant, attempt: Attempt) -> dict[str, Response]:
    """The latest responses; of a table whose names follow from choices, the latest with the choices of today."""
    today = attempt.latest()
    then: dict[str, tuple[str, ...]] = {}
    found: dict[str, Response] = {}
    for response in attempt.responses:
        then[response.part] = response.typed
        if all(
            then.get(choice) == today[choice].typed
            for choice in decided_by(variant, response.part)
            if choice in today
        ):
            found[response.part] = response
    return found


def decided_by(variant: Variant, name: str) -> list[str]:
    asked = variant.part(name)
    return own_way.decided_by(variant, asked) if asked else []


def _part(
    variant: Variant,
    asked: Asked,
    attempt: Attempt | None,
    stored: Response | None,
    typed: Sequence[str] | None,
    unread: NotRead | None,
    settled: set[str],
    waits_for: str,
) -> Part:
    step = asked.step
    verdict = (
        stored.verdict if stored and (typed is None or tuple(typed) == stored.typed) and not unread else None
    )
    texts = typed if typed is not None else stored.typed if stored else ()
    if texts and len(texts) != len(asked.bands):  # of a table that had other names
        texts, verdict = (), None
    kind, columns, row_names = _layout(asked)
    extra = asked.points == 0
    ladder = () if extra else telling.ladder(variant, asked, settled)
    shown = attempt.hints.get(asked.name, -1) if attempt else -1
    right = verdict is not None and verdict["credit"] == "1"
    options = step.form.names if isinstance(step.form, Choice) else ()
    answers = [response for response in attempt.responses if response.part == asked.name] if attempt else []
    earned = next((response.earned for response in answers if response.earned is not None), None)
    tries = {
        response.typed: Try(response.typed, response.verdict["rule"])
        for response in [*answers[:1], *answers[-1:]]
    }
    return Part(
        asked.name,
        step.title,
        asked.text,
        step.whole_sign if isinstance(asked.key, np.ndarray) else step.sign,
        step.unit,
        feedback.form_in_words(step.form, asked.key),
        kind,
        isinstance(step.form, Fixed | Scientific | Integer),
        columns,
        options,
        bool(step.reasons) or isinstance(step.form, Prose),
        step.form.words if isinstance(step.form, Prose) else 0,
        row_names,
        _cells(asked, texts, verdict, unread),
        asked.points,
        earned,
        verdict,
        tuple(hint for hint in ladder if hint.rung <= shown),
        None if right else next((hint for hint in ladder if hint.rung > shown), None),
        extra,
        attempt.costs.get(asked.name, Fraction(0)) if attempt else Fraction(0),
        "" if any(text.strip() for text in texts) else waits_for,
        asked is not variant.part(asked.name),
        stored is None and bool(answers) and not any(text.strip() for text in texts),
        tuple(tries.values()),
    )


def _waits_for(variant: Variant, asked: Asked, answered: Collection[str]) -> str:
    """What must be answered before this part is shown, for the names of its cells tell it; "" where nothing must."""
    wanted = [name for name in decided_by(variant, asked.name) if name not in answered]
    last = variant.part(wanted[-1]) if wanted else None
    return last.text or last.step.title if last else ""


def _cells(
    asked: Asked, texts: Sequence[str], verdict: Mapping[str, Any] | None, unread: NotRead | None
) -> tuple[Cell, ...]:
    labels = cells.labels(asked.key)
    judged = verdict["cells"] if verdict else ()
    if len(judged) != len(labels):  # nothing is judged, or on paper, where other names stood
        judged = [("", "")] * len(labels)
    problems = unread.problems if unread else {}
    return tuple(
        Cell(
            f"cell.{asked.name}.{n}",
            label,
            texts[n] if n < len(texts) else "",
            rule,
            read_as,
            problems.get(n),
        )
        for n, (label, (rule, read_as)) in enumerate(zip(labels, judged, strict=True))
    )


def _layout(asked: Asked) -> tuple[str, int, tuple[str, ...]]:
    """How the input is laid out: its kind, its columns, and the names of its rows in a table."""
    rows, columns = cells.shape(asked.key)
    if isinstance(asked.key, dict):
        return ("tree" if asked.step.tree else "table"), 1, tuple(asked.key)
    if isinstance(asked.key, list):
        return "list", 1, ()
    if isinstance(asked.step.form, Choice):
        return ("ticks" if isinstance(asked.step.form, Positions) else "choice"), 1, ()
    if isinstance(asked.step.form, Prose):
        return "prose", 1, ()
    if isinstance(asked.step.form, Tokens | TokenSet):
        return "tokens", 1, ()
    return ("number" if columns == 1 and rows is None else "matrix"), columns, ()
