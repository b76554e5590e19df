"""One line of a sheet: what is asked, its fields and what is typed in them, how they were judged, and its hints."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from app.practice.counting import rubric_points
from app.practice.store.attempt import SAVED, Attempt, Comment, Response, comments_in
from engine.answers import cells
from engine.answers.algebra import Symbol
from engine.answers.forms import (
    Algebra,
    Choice,
    Fixed,
    Integer,
    Program,
    Prose,
    Scientific,
    Several,
    ShortAnswer,
    Tokens,
    TokenSet,
)
from engine.answers.reading import Unreadable
from engine.answers.responses import NotRead
from engine.marking import feedback, follow_through
from engine.marking.marking import Rule
from engine.solutions import worked_solution
from engine.solutions.worked_solution import Hint
from engine.variants import Asked, Variant


@dataclass(frozen=True, kw_only=True, slots=True)
class Cell:
    """One input: its field name, the name read aloud, the text in it, and how it was judged."""

    name: str
    label: str
    typed: str
    rule: str = ""
    read_as: str = ""
    problem: Unreadable | None = None


@dataclass(frozen=True, slots=True)
class Try:
    """An answer that was marked: its texts, and the rule by which it was marked."""

    typed: tuple[str, ...]
    rule: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """One line of the sheet; ``prose`` is answered in words, or its options are sentences. ``words`` is how many a good
    answer has, ``starter`` how a program begins. ``tries`` are the first answer, which earned the points, and today's
    where it differs. ``ticked`` are the points of the rubric that it earned, None where its points were given as a
    whole, and ``promised`` are more than these, by a regrade in which nobody loses. An answer in sentences is ``kept``
    unchanged once it is handed in; the solution may still be ``withheld``. ``slip``: the answer may be taken back, and
    until then nothing is said of what is wrong; ``taken_back`` is one that was, until another is stored;
    ``unstored``: something else stands in the fields. ``symbols`` are those of which a formula is asked, ``read`` the
    formula that was typed, as LaTeX. ``sure``: in percent, what was said before the answer that earned the points,
    which is the first unless it was ``saved_last``."""

    name: str
    title: str
    text: str
    symbol: str
    unit: str
    form: str
    input: str
    numeric: bool
    whole: bool
    columns: int
    options: tuple[str, ...]
    prose: bool
    words: int
    starter: str
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
    ticked: tuple[str, ...] | None
    promised: Fraction | None
    kept: bool = False
    withheld: bool = False
    slip: bool = False
    taken_back: tuple[str, ...] = ()
    unstored: bool = False
    sure: int | None = None
    saved_last: bool = False
    symbols: tuple[Symbol, ...] = ()
    read: str = ""

    @property
    def formulas(self) -> bool:
        """True if its options have formulas, which no menu can show."""
        return any("$" in option for option in self.options)

    @property
    def lettered(self) -> bool:
        """True if its options go by letters in menus."""
        return self.prose and (self.input == "table" or (self.input == "list" and self.formulas))

    @property
    def solved(self) -> bool:
        return self.verdict is not None and self.verdict["credit"] == "1"

    @property
    def comments(self) -> tuple[Comment, ...]:
        """The comments of the rubric that its marker applied."""
        return comments_in(self.verdict)

    @property
    def branches(self) -> list[tuple[str, list[Cell]]]:
        """The cells of a tree, grouped by the text that they continue; "" at the start."""
        grouped: dict[str, list[Cell]] = {}
        for cell in self.cells:
            grouped.setdefault(cell.label.rpartition(" ")[0], []).append(cell)
        return list(grouped.items())

    @property
    def slips(self) -> list[str]:
        """The names of the mistakes, or of the convention, by which the verdict explains what was typed."""
        verdict = self.verdict or {}
        return [*verdict.get("mistakes", ()), *filter(None, [verdict.get("convention")])]

    @property
    def problems(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.problem]


def decided_by(variant: Variant, name: str) -> list[str]:
    asked = variant.part(name)
    return follow_through.decided_by(variant, asked) if asked else []


def line(
    variant: Variant,
    asked: Asked,
    attempt: Attempt | None,
    stored: Response | None,
    typed: Sequence[str] | None,
    unread: NotRead | None,
    settled: set[str],
    waits_for: str,
    withheld: bool = False,
    strict: bool = False,
    slip: bool = False,
    over: bool = False,
) -> Part:
    step = asked.step
    kept = attempt is not None and (attempt.solution_seen or over) and isinstance(step.form, Prose)
    typed = None if kept else typed
    verdict = (
        stored.verdict if stored and (typed is None or tuple(typed) == stored.typed) and not unread else None
    )
    answers = [response for response in attempt.responses if response.part == asked.name] if attempt else []
    slips = (one for one in answers if one.withdrawn and one.verdict["rule"] not in (SAVED, Rule.OPEN))
    back = next((one.typed for one in slips if stored is None), ())
    texts = typed if typed is not None else stored.typed if stored else back
    if texts and len(texts) != len(asked.bands):  # from a table that had other names
        texts, verdict = (), None
    has = stored.typed if stored else ()
    unstored = typed is not None and tuple(typed) != has and (bool(has) or any(map(str.strip, typed)))
    kind, columns, row_names = _layout(asked)
    extra = asked.points == 0
    rungs = () if extra else ladder(variant, asked, settled, withheld, strict)
    shown = attempt.hints.get(asked.name, -1) if attempt else -1
    right = verdict is not None and verdict["credit"] == "1"
    options = step.form.names if isinstance(step.form, Choice) else ()
    counts = next((response for response in answers if response.earned is not None), None)
    earned = counts.earned if counts else None
    tries = {
        response.typed: Try(response.typed, response.verdict["rule"])
        for response in [*answers[:1], *answers[-1:]]
    }
    fields = _cells(asked, texts, verdict, unread)
    ticked, promised = rubric_points(variant, asked, verdict, earned)
    return Part(
        name=asked.name,
        title=step.title,
        text=asked.text,
        symbol=step.whole_sign if isinstance(asked.key, np.ndarray) else step.sign,
        unit=step.unit,
        form=feedback.written_how(variant, asked),
        input=kind,
        numeric=isinstance(step.form, Fixed | Scientific | Integer),
        whole=isinstance(step.form, Integer),
        columns=columns,
        options=options,
        prose=bool(step.reasons) or isinstance(step.form, Prose | Program),
        words=step.form.words if isinstance(step.form, Prose) else 0,
        starter=step.form.starter if isinstance(step.form, Program) else "",
        row_names=row_names,
        cells=fields,
        points=asked.points,
        earned=earned,
        verdict=verdict,
        hints=tuple(hint for hint in rungs if hint.rung <= shown),
        next_hint=None if right else next((hint for hint in rungs if hint.rung > shown), None),
        extra=extra,
        cost=attempt.costs.get(asked.name, Fraction(0)) if attempt else Fraction(0),
        waits_for="" if any(text.strip() for text in texts) else waits_for,
        own_way=asked is not variant.part(asked.name),
        renamed=stored is None and bool(answers) and not any(text.strip() for text in texts),
        tries=tuple(tries.values()),
        ticked=ticked,
        promised=promised,
        kept=kept,
        withheld=withheld,
        slip=slip and verdict is not None,
        taken_back=back,
        unstored=unstored,
        sure=counts.sure if counts else None,
        saved_last=bool(counts)
        and counts is not answers[0]
        and any(one.verdict["rule"] == SAVED for one in answers),
        symbols=step.form.symbols if isinstance(step.form, Algebra) else (),
        read=step.form.latex_of(fields[0].read_as) if isinstance(step.form, Algebra) else "",
    )


def ladder(
    variant: Variant, asked: Asked, settled: set[str], withheld: bool, strict: bool = False
) -> tuple[Hint, ...]:
    """Returns the hints of a part; of what is ``withheld``, none that shows a value, or where all have the same numbers
    what is to be computed of them, and on a ``strict`` sheet none
    before the part is answered."""
    if strict and asked.name not in settled:
        return ()
    whole = worked_solution.ladder(variant, asked, settled)
    kept = {"value"} if variant.question.varies else {"numbers", "working", "value"}
    return tuple(rung for rung in whole if not (withheld and rung.kind in kept))


def waits_for(variant: Variant, asked: Asked, answered: Collection[str]) -> str:
    """Returns what must be answered before this part is shown, because the names of its cells would tell it; "" where
    nothing must."""
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
            name=f"cell.{asked.name}.{n}",
            label=label,
            typed=texts[n] if n < len(texts) else "",
            rule=rule,
            read_as=read_as,
            problem=problems.get(n),
        )
        for n, (label, (rule, read_as)) in enumerate(zip(labels, judged, strict=True))
    )


def _layout(asked: Asked) -> tuple[str, int, tuple[str, ...]]:
    """Returns the layout of the input: its kind, its columns, and the names of its rows in a table."""
    rows, columns = cells.shape(asked.key)
    if isinstance(asked.key, dict):
        return ("tree" if asked.step.tree else "table"), 1, tuple(asked.key)
    if isinstance(asked.key, list):
        return "list", 1, ()
    if isinstance(asked.step.form, Choice):
        return ("ticks" if isinstance(asked.step.form, Several) else "choice"), 1, ()
    if isinstance(asked.step.form, Prose):
        return "prose", 1, ()
    if isinstance(asked.step.form, Program):
        return "code", 1, ()
    if isinstance(asked.step.form, Tokens | TokenSet | Algebra):
        return "tokens", 1, ()
    if isinstance(asked.step.form, ShortAnswer):
        return "words", 1, ()
    return ("number" if columns == 1 and rows is None else "matrix"), columns, ()
