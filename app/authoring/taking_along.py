"""Questions chosen for another system: what does not travel of each, and the file."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.authoring import editor, question_list
from app.authoring.exchange import formats
from app.authoring.exchange.exchanged import Exchanged
from app.authoring.exchange.formats import ABOUT, Format
from app.authoring.exchange.from_variant import drawn, exchanged
from app.authoring.exchange.losses import losses
from app.authoring.exchange.told import Told
from app.authoring.exports import MOST_BYTES, PATIENCE, TooLarge, TooSlow
from app.authoring.question_list import Own
from app.questions.attachments import contents
from app.questions.context import Context
from app.questions.library import drafted
from app.study.study import NoSuchSection
from app.web.languages.languages import N_
from app.web.sections import SECTIONS
from engine.parameters import BadParameters
from engine.questions import Question
from engine.variants import Undrawable

MOST_CHOSEN = 200
NO_QUESTION = N_("It is no question yet: the editor says what is to be mended.")
NO_NUMBERS = N_("No numbers can be drawn for it: the editor says why.")


@dataclass(frozen=True, slots=True)
class Chosen:
    """Questions by name, and a section of the built-in ones, "" for none."""

    names: tuple[str, ...]
    section: str

    def __bool__(self) -> bool:
        return bool(self.names or self.section)


@dataclass(frozen=True, slots=True)
class Leaving:
    """A chosen question with what does not travel; ``why`` it stays, "" where it goes."""

    name: str
    title: str
    told: tuple[Told, ...]
    why: str = ""


def to_choose_from(context: Context) -> tuple[Own, ...]:
    """The person's own questions, those changed last."""
    return question_list.own(context, "", most=MOST_CHOSEN).questions


def told(context: Context, chosen: Chosen, to: Format) -> list[Leaving]:
    """Returns what does not travel of each question. Raises NoSuchQuestion and NoSuchSection, and TooSlow."""
    began, found = time.monotonic(), []
    for name, question in _questions(context, chosen):
        found.append(_leaving(name, question, to))
        if time.monotonic() - began > PATIENCE:
            raise TooSlow(name)
    return found


def file(context: Context, chosen: Chosen, to: Format, each: int) -> bytes:
    """The questions that can go, with their images and data files. Raises what ``told`` raises, and TooLarge."""
    began = time.monotonic()
    sent: list[Exchanged] = []
    lines: list[str] = []
    size = 0
    for name, question in _questions(context, chosen):
        leaving = _leaving(name, question, to)
        said = [str(one) for one in leaving.told] + ([leaving.why] if leaving.why else [])
        lines += [leaving.title, *(f"- {one}" for one in said), ""]
        if leaving.why or not isinstance(question, Question):
            continue
        files = contents(context.database, question)
        size += each * sum(map(len, files.values()))
        if size > MOST_BYTES:
            raise TooLarge(name)
        for variant in drawn([question], each):
            sent.append(exchanged(variant, files))
            if time.monotonic() - began > PATIENCE:
                raise TooSlow(name)
    title = SECTIONS.get(chosen.section, "Examformer")
    return formats.write(to, sent, title, "\n".join(["What does not travel", "", *lines]))


def file_name(chosen: Chosen, to: Format) -> str:
    name = chosen.names[0] if len(chosen.names) == 1 and not chosen.section else "examformer-questions"
    return f"{name}.{ABOUT[to].ending}"


def _leaving(name: str, question: Question | str, to: Format) -> Leaving:
    if isinstance(question, str):
        return Leaving(name, question, (), NO_QUESTION)
    try:
        variant = next(drawn([question], 1))
    except (Undrawable, BadParameters):
        return Leaving(name, question.title, (), NO_NUMBERS)
    return Leaving(name, question.title, losses(variant, exchanged(variant), to))


def _questions(context: Context, chosen: Chosen) -> Iterator[tuple[str, Question | str]]:
    """The chosen questions by name; of one's own that are none yet the title."""
    for name in chosen.names[:MOST_CHOSEN]:
        draft = editor.opened(context, name)
        found = drafted(name, draft.text)
        yield name, found if isinstance(found, Question) else question_list.title_of(draft)
    built_in = [one for one in context.library.bank.questions.values() if one.section == chosen.section]
    if chosen.section and not built_in:
        raise NoSuchSection(chosen.section)
    for question in built_in:
        yield question.id, question


def travelling(leaving: Sequence[Leaving]) -> int:
    """How many of these go."""
    return sum(not one.why for one in leaving)
