"""The button "Make this a mistake": a formula that gives the typed answers,
put into the draft for its author to edit."""

import threading
import time
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from app.analytics.mistake_block import with_mistake
from app.analytics.store import cohort
from app.analytics.unexplained import Off, numbers, unexplained
from app.authoring import editor
from app.authoring.question_list import NoSuchQuestion
from app.questions.context import Context
from app.questions.library import Library, UnknownQuestion
from app.questions.store import drafts, versions
from app.questions.store.versions import Version
from app.web.languages.languages import N_
from engine import variants
from engine.answers import cells
from engine.answers.reading import Number, read_number
from engine.answers.refusal import Refused
from engine.chain import CannotGoOn, run
from engine.formula.guessing import Guess, Unexplained, guesses, inlined
from engine.formula.tree import Tree
from engine.questions import Question
from engine.variants import Asked, Stale, Variant

NOTHING_ODD = N_("There is no wrong answer here that nothing explains.")
NOTHING_FITS = N_(
    "No small change of this step's formula gives these answers, so nothing was added. If you see what went wrong, "
    "write the mistake in the editor."
)
MOST_TRIED = 100  # answers, the most recurrent first
LONGEST_REVIVING = 2.0  # seconds, for questions whose chains take long
SEARCHING = threading.Lock()  # one search at a time: each takes a processor for about a second


def propose(context: Context, name: str, part: str, version: int = 0) -> str:
    """Puts a mistake for the unexplained answers to this part into the draft; returns why not, "" where it did.

    It takes the answers to the newest version that has some, unless a version is chosen, and works for questions whose
    steps are formulas. Nothing is published. Raises NoSuchQuestion.
    """
    editor.opened(context, name)
    with context.database.read() as connection:
        published = [one for one in versions.of_question(connection, name) if version in (0, one.number)]
        sheets = cohort.of_question(connection, name, but=context.account)
    for one in published:
        mine = [sheet for sheet in sheets if sheet.variant["version"] == one.hash]
        question = _formulas(context.library, one)
        if question and (off := unexplained(mine, part)[:MOST_TRIED]):
            with SEARCHING:
                found = _guesses(question, one.text, part, off)
            if not found:
                return NOTHING_FITS
            with context.database.write() as connection:
                draft = drafts.hold(connection, context.account, name)
                if draft is None:
                    raise NoSuchQuestion(name)
                drafts.save(connection, draft.id, with_mistake(draft.text, part, found, off[0]))
            return ""
    return NOTHING_ODD


def _formulas(library: Library, version: Version) -> Question | None:
    """The question of this version; None where its steps are no formulas."""
    try:
        question = library.begun(version.question, version.hash)
    except UnknownQuestion:
        return None
    return question if question.kind == "formula" else None


def _guesses(question: Question, text: str, part: str, off: Sequence[Off]) -> list[Guess]:
    answers, form, hidden = [], None, set[str]()
    enough = time.monotonic() + LONGEST_REVIVING
    for one in off:
        if time.monotonic() > enough:
            break
        try:
            variant = variants.from_json(question, one.sheet.variant)
        except Stale:
            continue
        asked = variant.part(part)
        if asked is not None and (answer := _answer(variant, asked, one)):
            answers.append(answer)
            form = asked.step.form
            hidden = set(variant.exact.steps) - {other.name for other in variant.asked}
    return [] if form is None else guesses(_trees(text, part, hidden), form, answers)


def _answer(variant: Variant, asked: Asked, off: Off) -> Unexplained | None:
    """The typed answer, with the values from which it may have been computed: the exact ones, and the person's own."""
    read = [read_number(text) for _, text in off.answer.verdict["cells"]]
    leaves = [float(number.value) for number in read if isinstance(number, Number)]
    if len(leaves) != len(read):
        return None
    exact = variant.exact
    order = [*exact.steps]
    earlier = order[: order.index(asked.name)]
    own = _own(variant, off)
    worlds = [exact.reached]
    if own:
        with suppress(CannotGoOn):
            mine = run(exact.family, exact.parameters, given=own, wanted=[asked.name], like=exact)
            worlds.append(mine.reached)
    given = {name: x for name, x in vars(variant.parameters).items() if name != "convention"}
    exactly = given | {step: exact.reached[step] for step in earlier}
    return Unexplained(
        [
            exactly
            | {step: world[step] for step in earlier if step in world}
            | {"right": world.get(asked.name, asked.key)}
            for world in worlds
        ],
        leaves,
        numbers(off.sheet.variant["parameters"]),
    )


def _own(variant: Variant, off: Off) -> dict[str, Any]:
    """The values in the other numeric parts when this one was answered."""
    own: dict[str, Any] = {}
    for answer in off.sheet.answers:
        if answer is off.answer:
            break
        asked = variant.part(answer.part)
        read = [read_number(text) for _, text in answer.verdict["cells"]]
        leaves = [float(number.value) for number in read if isinstance(number, Number)]
        if asked and answer.part != off.answer.part and len(leaves) == len(cells.cells(asked.key)):
            own[answer.part] = cells.rebuilt(asked.key, leaves)
    return own


def _trees(text: str, part: str, hidden: set[str]) -> list[Tree]:
    """The step's formula, and the same with the steps inlined that are not asked."""
    from engine.formula.grammar import parse  # brings lark

    written: dict[str, Tree] = {}
    for step in tomllib.loads(text)["steps"]:
        tree = parse(step["value"])
        if isinstance(tree, Refused):
            return []
        whole = inlined(tree, written)
        if step["name"] == part:
            return [tree] if whole == tree else [tree, whole]
        if step["name"] in hidden:
            written[step["name"]] = whole
    return []
