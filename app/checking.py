"""``examformer check``: every question over many seeds, one line each, with what is to be mended."""

import sys
import time
from collections.abc import Sequence

from app.terminal import Refused, bank, find_question
from engine import checks
from engine.bank import Broken, Question
from engine.checks import Checked


def check(question_ids: Sequence[str], seeds: int) -> int:
    """Checks these questions, all without any named, and prints what is found; 1 where something is. Raises Refused."""
    if seeds < 1:
        raise Refused("must be at least 1", "--seeds")
    broken = [problem for problem in bank().broken if not question_ids or problem.file.stem in question_ids]
    told = {problem.file.stem for problem in broken} - bank().questions.keys()
    wanted = question_ids or list(bank().questions)
    questions = [find_question(id) for id in dict.fromkeys(wanted) if id not in told]
    began = time.monotonic()
    for problem in broken:
        _say(str(problem))
    found = _check_all(questions, seeds)
    _say(_summary(questions, broken, found, time.monotonic() - began))
    return 1 if broken or any(checked.findings for checked in found) else 0


def _check_all(questions: Sequence[Question], seeds: int) -> list[Checked]:
    width = max((len(question.id) for question in questions), default=0)
    found = []
    for place, question in enumerate(questions, 1):
        _progress(f"{place} of {len(questions)}: {question.id}")
        checked = checks.check(question, seeds, time.perf_counter)
        _progress("")
        _say(_line(question, checked, width))
        for finding in checked.findings:
            _say(f"    {finding}")
        found.append(checked)
    return found


def _line(question: Question, checked: Checked, width: int) -> str:
    each = max(checked.drawn, 1)
    verdict = _several(len(checked.findings), "finding") if checked.findings else "ok"
    return (
        f"{question.id:<{width}} {checked.different:>5} variants {checked.redraws / each:>6.1f} redraws "
        f"{1e6 * checked.seconds / each:>7.0f} µs  {verdict}"
    )


def _summary(
    questions: Sequence[Question], broken: Sequence[Broken], found: Sequence[Checked], seconds: float
) -> str:
    findings = sum(len(checked.findings) for checked in found) + len(broken)
    drawn = sum(checked.drawn for checked in found)
    lengths = [(checked.longest, question.id) for checked, question in zip(found, questions, strict=True)]
    longest, where = max(lengths, default=(0, "none"))
    said = _several(findings, "finding") if findings else "nothing to mend"
    return (
        f"{_several(len(questions), 'question')}, {_several(drawn, 'variant')} drawn in {seconds:.0f} s: {said}. "
        f"Longest statement: {longest} characters ({where})."
    )


def _several(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


def _progress(text: str) -> None:
    """One line that is written over, for who watches; "" takes it away."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
