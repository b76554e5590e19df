"""All questions that can be practised: the built-in bank, and what instructors published."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from app.courses.store import asked, duties
from app.courses.store.asked import Asking
from app.database.connection import Database
from app.identity.store.people import NOBODY, Person, Role
from app.questions.data_files import looked_at
from app.questions.store import drafts, versions
from app.web.sections import SECTIONS
from engine.bank import Bank, values_in, written
from engine.cache.disk import NOWHERE
from engine.questions import Question
from engine.sections import section_order
from engine.validation.locations import Broken, broken_at

MINE = "mine"  # the subject of every question that is written in the browser
UNCHOSEN = f"it is still to be chosen: {', '.join(f'{one} ({title})' for one, title in SECTIONS.items())}"
KEPT = 2000  # parsed versions, of 8 kB each: lists show every published question


class UnknownQuestion(LookupError):
    """No question of this id, and no such version of it."""


class KeptForCourses(UnknownQuestion):
    """Exams and assignments of its instructor's courses ask this question; this person may not practise it."""


class AskedByCourse(LookupError):
    """A course asks its students the question, and its answer is withheld from this person, who may be a ``guest``."""

    def __init__(self, asking: Asking, guest: bool) -> None:
        super().__init__(asking.question)
        self.asking = asking
        self.guest = guest


@dataclass(frozen=True, slots=True)
class Library:
    """All questions. A built-in one goes before a published one of the same name: nobody can publish over it."""

    bank: Bank
    database: Database

    def find(self, name: str, person: Person = NOBODY) -> Question:
        """The built-in question, or the newest published version, for somebody who practises it.

        Raises UnknownQuestion, KeptForCourses, and AskedByCourse.
        """
        found = self._practised(name, person)
        if withheld := self.withheld(found, person):
            raise AskedByCourse(withheld, guest=person.account is None)
        return found

    def _practised(self, name: str, person: Person) -> Question:
        if name in self.bank.questions:
            return self.bank.questions[name]
        with self.database.read() as connection:
            version = versions.newest(connection, name)
            kept = version is not None and drafts.closed_to(connection, [name], *_who(person))
        if version is None:
            raise UnknownQuestion(name)
        if kept:
            raise KeptForCourses(name)
        return self._readable(name, version.text)

    def withheld(
        self, question: Question, person: Person, assignment: int | None = None, begun: datetime | None = None
    ) -> Asking | None:
        """The assignment because of which somebody may not see the question's answer yet; None where there is none. It
        opens once nobody in the course has time left.

        Questions that are the same for all are withheld from students of the course wherever they meet them: somebody
        who has read the answer could pass it on. So they are from guests, who may be any course's students, and where
        the assignment closes practice to everybody but instructors, because anybody may have a second account. What
        another course asks goes on there; a sheet that was ``begun`` when its time was over is practice.
        Without a due date, only those that nobody can practise are. Questions with numbers of one's own are withheld on
        the sheets of the ``assignment`` alone, where its solutions or its results wait.
        """
        student = person.account
        if question.varies and (student is None or assignment is None):
            return None
        now = datetime.now(UTC)
        with self.database.read() as connection:
            asking = asked.by_courses(connection, student, now, question.id)
            if question.varies:
                asking = [one for one in asking if one.id == assignment and one.all_wait]
            elif student is not None and not person.role.may(Role.INSTRUCTOR):
                practised = assignment is None or duties.was_over(
                    connection, assignment, student, begun or now
                )
                asking += asked.closing(connection, student, now, question.id) if practised else []
            kept = bool(asking) and bool(drafts.closed_to(connection, [question.id], student or 0, False))
        closed = [one for one in asking if (one.waits(now) if one.dated else kept)]
        never = datetime.max.replace(tzinfo=UTC)
        return max(closed, key=lambda one: (one.inside, one.until or never), default=None)

    def asked_by_courses(self, person: Person) -> set[str]:
        """The built-in questions that are ``withheld`` from this person."""
        now, student = datetime.now(UTC), person.account
        with self.database.read() as connection:
            if student is None:
                due = asked.of_anybody(connection, now)
            else:
                asking = asked.by_courses(connection, student, now)
                due = {one.question for one in asking if one.waits(now)}
                if not person.role.may(Role.INSTRUCTOR):
                    due |= asked.of_anybody(connection, now, student)
        there = self.bank.questions
        return {name for name in due if name in there and not there[name].varies}

    def assigned(self, name: str) -> Question | None:
        """The question for an assignment that asks it: there an archived one goes on. None where it does not exist."""
        return self.newest([name]).get(name)

    def choice_of(self, person: int) -> list[Question]:
        """The questions that an instructor may ask: the built-in ones, and those that they published themselves."""
        with self.database.read() as connection:
            mine = drafts.of_owner(connection, person, "")
        read = (_published(one.draft.name, one.published) for one in mine if one.number)
        return [*(one for one in read if one), *self.bank.questions.values()]

    def begun(self, name: str, version: str) -> Question:
        """The question that an attempt was begun on; of a published one, that very version. Raises UnknownQuestion."""
        if name in self.bank.questions:
            return self.bank.questions[name]
        with self.database.read() as connection:
            found = versions.with_hash(connection, name, version)
        if found is None:
            raise UnknownQuestion(name)
        return self._readable(name, found.text)

    def newest(self, names: Collection[str]) -> Mapping[str, Question]:
        """These questions as they are today, archived ones too; a question that is gone is left out."""
        built_in = {name: self.bank.questions[name] for name in names if name in self.bank.questions}
        with self.database.read() as connection:
            found = versions.newest_of(connection, set(names) - built_in.keys())
        read = [_published(name, version.text) for name, version in found.items()]
        return built_in | {one.id: one for one in looked_at(self.database, filter(None, read))}

    def everybodys(self, person: Person = NOBODY) -> Bank:
        """The bank with the published questions that the person may practise, behind the built-in ones of their
        section."""
        with self.database.read() as connection:
            found = versions.practised_by(connection, *_who(person))
        read = [
            _published(name, version.text)
            for name, version in found.items()
            if name not in self.bank.questions
        ]
        if not any(read):
            return self.bank
        every = [*self.bank.questions.values(), *(question for question in read if question)]
        every.sort(key=lambda question: section_order(question.section))
        return replace(self.bank, questions={question.id: question for question in every}, kept=NOWHERE)

    def courses_beside(self, names: Collection[str], person: Person) -> Mapping[str, str]:
        """A course of the person that the author of a published question teaches, by the question's name."""
        if person.id is None or not names:
            return {}
        with self.database.read() as connection:
            return drafts.courses_beside(connection, names, person.id)

    def practised(self, names: Collection[str], person: Person | None = None) -> set[str]:
        """The names among these that the person may practise; without one, that any student may."""
        with self.database.read() as connection:
            if person is None:
                return set(names) - drafts.unshared(connection, names)
            return set(names) - drafts.closed_to(connection, names, *_who(person))

    def open_to(self, person: Person, names: Collection[str]) -> set[str]:
        """The names among these that the person may practise now: neither kept for courses, nor asked by one, nor
        archived."""
        there = set()
        for name in names:
            with suppress(UnknownQuestion, AskedByCourse):
                there.add(self.find(name, person).id)
        return there

    def _readable(self, name: str, text: str) -> Question:
        """The question of a published text, its files looked at. Raises UnknownQuestion where today's engine no longer
        understands it."""
        found = _published(name, text)
        if found is None:
            raise UnknownQuestion(name)
        (found,) = looked_at(self.database, [found])
        return found

    def titles(self, names: Collection[str]) -> Mapping[str, str]:
        """The titles of these questions, by name."""
        return {name: question.title for name, question in self.newest(names).items()}


def _who(person: Person) -> tuple[int, bool]:
    """The number of a person, 0 for a guest, and whether they are an instructor."""
    return person.id or 0, person.role.may(Role.INSTRUCTOR)


def drafted(name: str, text: str) -> Question | tuple[Broken, ...]:
    """Reads a text as the question of this name; returns all its faults where it is none."""
    file = Path(MINE) / f"{name}.toml"
    found = written(text, file)
    values = values_in(text, file)
    section = values.get("section") if isinstance(values, dict) else None
    wrong: list[Broken] = []
    if isinstance(section, str) and section not in SECTIONS:
        said = f"there is no section {section}; there are {', '.join(SECTIONS)}" if section else UNCHOSEN
        wrong.append(broken_at(text, file, ("section",), said))
    if isinstance(found, Question):
        return tuple(wrong) or found
    return (*found, *(one for one in wrong if one.place not in {other.place for other in found}))


@lru_cache(KEPT)
def _published(name: str, text: str) -> Question | None:
    """The question of a published text; None where today's engine no longer understands it."""
    found = written(text, Path(MINE) / f"{name}.toml", published=True)
    return found if isinstance(found, Question) else None
