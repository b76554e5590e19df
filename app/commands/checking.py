"""``examformer check``: every question over many seeds, and every exam, one line each, with its findings."""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from app.commands.own_files import Asked, own_questions
from app.commands.printing import progress, say, several
from app.commands.refusal import Refused
from app.commands.terminal import find_question
from app.database import migration
from app.database.connection import Database
from app.jobs.runner import Kind, Runner, submit
from app.jobs.store import jobs
from app.jobs.store.jobs import Job, JobState
from app.questions.installed import bank
from app.questions.library import drafted
from app.web.sections import SECTIONS
from engine.exams.blueprints import Blueprint
from engine.exams.composing import findings
from engine.questions import Question
from engine.validation import checks
from engine.validation.checks import Checked, Finding

CHECK = Kind(name="check", carried_out_by="app.commands.checking:check_question", most_unfinished=10_000)

GLANCE = 0.05  # seconds between two looks at a job


def check(wanted: Sequence[str], seeds: int, details: bool = False) -> int:
    """Checks questions and exams of the bank by id, or questions at a path, or without arguments the whole bank,
    and prints the findings.

    ``details`` adds what needs no mending: mistakes that coincide, and how often each speaks. Returns 1 where something
    is to be mended. Raises Refused.
    """
    if seeds < 1:
        raise Refused("must be at least 1", "--seeds")
    paths = [Path(one) for one in wanted if one not in bank().questions and Path(one).exists()]
    ids = [one for one in dict.fromkeys(wanted) if Path(one) not in paths]
    own, faults = own_questions(paths)
    broken = [problem for problem in bank().broken if not wanted or problem.file.stem in ids]
    told = {problem.file.stem for problem in broken} - bank().questions.keys()
    named = (ids or [*bank().questions, *bank().exams]) if ids or not paths else []
    exams = [bank().exams[id] for id in named if id in bank().exams]
    told |= {exam.id for exam in exams} - bank().questions.keys()
    asked = [Asked(find_question(id)) for id in named if id not in told] + own
    began = time.monotonic()
    faults = [*map(str, broken), *faults]
    for fault in faults:
        say(fault)
    faults += _check_exams(exams)
    found = check_all(asked, seeds, details)
    say(_summary(asked, faults, found, time.monotonic() - began))
    return 1 if faults or any(checked.findings for checked in found) else 0


def _check_exams(exams: Sequence[Blueprint]) -> list[str]:
    """Checks exams against the whole bank, prints a line for each with its findings, and returns all findings."""
    everything = []
    for exam in exams:
        found = [str(one) for one in findings(exam, bank().questions.values(), SECTIONS)]
        composed = f"{several(exam.number, 'question')}, {exam.points} points, {exam.minutes} minutes"
        say(f"exam {exam.id}: {composed}  {several(len(found), 'finding') if found else 'ok'}")
        for finding in found:
            say(f"    {finding}")
        everything += found
    return everything


def check_question(payload: Mapping[str, Any], progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Carries out a job: checks the question of the payload's text, else the one that it names.

    The result is JSON.
    """
    text = payload["text"]
    question = find_question(payload["question"]) if text is None else drafted(payload["question"], text)
    if not isinstance(question, Question):
        raise ValueError(str(question[0]))
    checked = checks.check(question, payload["seeds"], time.perf_counter, progress)
    return {**_fields(checked), "findings": [asdict(finding) for finding in checked.findings]}


def check_all(asked: Sequence[Asked], seeds: int, details: bool) -> list[Checked]:
    """Checks one question in this process, several in as many workers as there are cores,
    and prints a line for each."""
    width = max((len(one.question.id) for one in asked), default=0)
    found = []
    results = _here(asked, seeds) if len(asked) < 2 else _side_by_side(asked, seeds)
    for one, checked in zip(asked, results, strict=True):
        say(_line(one.question, checked, width))
        for finding in checked.findings:
            say(f"    {finding}")
        for remark in _remarks(checked) if details else ():
            say(f"    {remark}")
        found.append(checked)
    return found


def _here(asked: Sequence[Asked], seeds: int) -> Iterator[Checked]:
    for one in asked:
        yield checks.check(one.question, seeds, time.perf_counter)


def _side_by_side(asked: Sequence[Asked], seeds: int) -> Iterator[Checked]:
    """Yields results in the order of the questions. The jobs use a temporary database,
    deleted when the last is done."""
    with TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/checks.db"
        migration.upgrade(url)
        database = Database(url)
        check = replace(CHECK, processes=os.cpu_count() or 1)
        runner = Runner(database=database, kinds=(check,))
        with database.write() as connection:
            names = [submit(connection, CHECK, _payload(one, seeds)) for one in asked]
        runner.start()
        try:
            for place, name in enumerate(names, 1):
                id = asked[place - 1].question.id
                progress(f"{place} of {len(asked)}: {id}")
                job = _ended(database, name)
                progress("")
                if job.state is not JobState.DONE:
                    raise Refused(f"{id}: {job.said}")
                yield _checked(job.result)
        finally:
            runner.stop()
            database.close()


def _payload(one: Asked, seeds: int) -> dict[str, Any]:
    return {"question": one.question.id, "seeds": seeds, "text": one.text}


def _ended(database: Database, name: str) -> Job:
    while True:
        with database.read() as connection:
            job = jobs.find(connection, name)
        if job and not job.state.unfinished:
            return job
        time.sleep(GLANCE)


def _fields(checked: Checked) -> dict[str, Any]:
    return {field.name: getattr(checked, field.name) for field in fields(checked)}


def _checked(result: Mapping[str, Any]) -> Checked:
    return Checked(**{**result, "findings": tuple(Finding(**finding) for finding in result["findings"])})


def _line(question: Question, checked: Checked, width: int) -> str:
    each = max(checked.drawn, 1)
    verdict = several(len(checked.findings), "finding") if checked.findings else "ok"
    return (
        f"{question.id:<{width}} {checked.different:>5} variants {checked.redraws / each:>6.1f} redraws "
        f"{1e6 * checked.seconds / each:>7.0f} µs  {verdict}"
    )


def _remarks(checked: Checked) -> Iterator[str]:
    yield from (f"note: {remark}" for remark in checked.remarks)
    yield from (f"{share:4.0%} of the variants: {name}" for name, share in checked.speaks.items())
    yield from (
        f"{share:6.1%} right of people who round so: {style}" for style, share in checked.honest.items()
    )
    if checked.nearest:
        name, times = checked.nearest
        yield f"nearest mistake: {name}, {times:.1f} times as far from the key as honest people come"


def _summary(asked: Sequence[Asked], faults: Sequence[str], found: Sequence[Checked], seconds: float) -> str:
    findings = sum(len(checked.findings) for checked in found) + len(faults)
    drawn = sum(checked.drawn for checked in found)
    lengths = [(checked.longest, one.question.id) for checked, one in zip(found, asked, strict=True)]
    longest, where = max(lengths, default=(0, "none"))
    said = several(findings, "finding") if findings else "nothing to mend"
    return (
        f"{several(len(asked), 'question')}, {several(drawn, 'variant')} drawn in {seconds:.0f} s: {said}. "
        f"Longest statement: {longest} characters ({where})."
    )
