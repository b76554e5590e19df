"""The analysis of one question: for its author over all sheets, by version;
for a course over its own sheets alone, or over those of one exam."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.analytics import exam_results, exam_statistics, question_statistics
from app.analytics.question_statistics import Figures, PartFigures
from app.analytics.store import cohort
from app.analytics.store.cohort import Sheet
from app.authoring import editor
from app.authoring.versions import NoSuchVersion
from app.courses.membership import Right, taught
from app.courses.store import assignments
from app.courses.store.courses import Course
from app.coursework.assignments.assignment import NoSuchAssignment
from app.exams.live import monitor
from app.exams.store.exams import Exam
from app.questions.context import Context
from app.questions.library import Library, UnknownQuestion
from app.questions.store import versions
from app.questions.store.drafts import Draft
from engine import variants
from engine.questions import Question
from engine.variants import Stale

RESTORED = 5  # sheets that are looked at for the titles of their parts


@dataclass(frozen=True, kw_only=True, slots=True)
class Analysis:
    """An analysis. ``draft`` is set for the author, ``course`` for its instructors; for one ``exam`` the figures are
    ``in_exam``, as among its results. ``numbers`` are the existing versions; ``version`` is 0 for all of them.
    ``guesses`` tells whether formulas can be proposed for wrong answers."""

    question: str
    title: str
    figures: Figures
    parts: tuple[PartFigures, ...]
    capped: bool
    draft: Draft | None = None
    course: Course | None = None
    exam: Exam | None = None
    in_exam: exam_statistics.Figures | None = None
    numbers: tuple[int, ...] = ()
    version: int = 0
    guesses: bool = False


def of_draft(context: Context, name: str, version: int = 0) -> Analysis:
    """Analyses a question for its owner, without the owner's own sheets. Raises NoSuchQuestion, and NoSuchVersion."""
    draft = editor.opened(context, name)
    with context.database.read() as connection:
        hashes = {one.number: one.hash for one in versions.of_question(connection, name)}
        if version and version not in hashes:
            raise NoSuchVersion(version)
        sheets = cohort.of_question(connection, name, version=hashes.get(version, ""), but=context.account)
        hinted = cohort.hinted(connection, name, version=hashes.get(version, ""), but=context.account)
        scores = [one for one in cohort.scores(connection, name) if one.person != context.account]
    question, titles = _asked(context.library, sheets)
    return Analysis(
        question=name,
        title=question.title if question else name,
        figures=question_statistics.figures(name, sheets, scores),
        parts=question_statistics.parts(sheets, hinted, titles, question.family if question else None),
        capped=len(sheets) == cohort.MOST,
        draft=draft,
        numbers=tuple(hashes),
        version=version,
        guesses=question is not None and question.kind == "formula",
    )


def of_course(context: Context, course: str, name: str) -> Analysis:
    """Analyses a question in a course. Raises NoSuchCourse, and NoSuchAssignment where the course never asked it."""
    with context.database.read() as connection:
        here = taught(connection, context.person, course, Right.NAMES)
        sheets = cohort.of_question(connection, name, course=here.id)
        asked = {
            one.question for part in assignments.of_course(connection, here.id) for one in part.questions
        }
        if not sheets and name not in asked:
            raise NoSuchAssignment(name)
        hinted = cohort.hinted(connection, name, course=here.id)
        scores = cohort.scores(connection, name, here.id)
    question, titles = _asked(context.library, sheets)
    return Analysis(
        question=name,
        title=question.title if question else context.library.titles([name]).get(name, name),
        figures=question_statistics.figures(name, sheets, scores),
        parts=question_statistics.parts(sheets, hinted, titles, question.family if question else None),
        capped=len(sheets) == cohort.MOST,
        course=here,
    )


def of_exam(context: Context, course: str, exam: str, name: str) -> Analysis:
    """Analyses a question in the sittings of an exam that count. Raises NoSuchCourse, NoCourseExam, and
    NoSuchAssignment where none of them asked it."""
    with context.database.read() as connection:
        here, found = monitor.of_course(connection, context.person, course, exam, Right.NAMES)
        ended = exam_results.counting(connection, here, found)
        drawn = [(one, asked) for one in ended for asked in one.outcomes if asked.question == name]
        if not drawn:
            raise NoSuchAssignment(name)
        times = exam_results.spent(connection, found, ended)
        sheets = cohort.of_question(connection, name, sittings=[one.sitting.id for one, _ in drawn])
    question, titles = _asked(context.library, sheets)
    return Analysis(
        question=name,
        title=question.title if question else context.library.titles([name]).get(name, name),
        figures=question_statistics.figures(name, sheets, ()),
        parts=question_statistics.parts(sheets, {}, titles, question.family if question else None),
        capped=len(sheets) == cohort.MOST,
        course=here,
        exam=found,
        in_exam=exam_statistics.figures(drawn, times),
    )


def _asked(library: Library, sheets: Sequence[Sheet]) -> tuple[Question | None, Mapping[str, str]]:
    """The question as the newest sheets have it, None where it no longer exists, and the titles of its parts.

    Where the number of parts depends on the drawn numbers, no single sheet has all of them.
    """
    newest: Question | None = None
    titles: dict[str, str] = {}
    restored = 0
    for sheet in reversed(sheets):
        if restored == RESTORED or {part["name"] for part in sheet.variant["parts"]} <= titles.keys():
            continue
        restored += 1
        try:
            question = library.begun(sheet.variant["question"], sheet.variant["version"])
            variant = variants.from_json(question, sheet.variant)
        except (UnknownQuestion, Stale):
            continue
        newest = newest or question
        titles = {one.name: one.step.title for one in variant.asked} | titles
    return newest, titles
