"""Composes practice sets: the reviews of today, and exercises whose numbers provoke one's own mistakes."""

import secrets
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from itertools import islice

from app.learning import mistakes, next_best
from app.learning.mistakes import MadeBefore
from app.learning.next_best import Choice
from app.learning.store.sets import StoredTask
from app.practice.history import History
from app.questions.context import Context
from engine.exams.blueprints import PACE
from engine.learning import daily, provoking
from engine.learning.knowledge import Standing
from engine.learning.mistakes import GONE_AFTER
from engine.learning.recommendation import Topic
from engine.questions import Question

TEN_MINUTES = 10.0
OVER = 1.25  # so much longer than planned a set may be
SEEDS = 12  # numbers that are tried for a mistake
MOST_SEED = 1_000_000


def due(choice: Choice) -> list[str]:
    """The topics of which something is to be shown again."""
    standing = choice.knowledge.standing
    return [one.id for one in choice.syllabus.topics if standing(one.skills, choice.at) is Standing.DUE]


def reviews(
    context: Context, history: History, withheld: Collection[str], now: datetime | None = None
) -> list[StoredTask]:
    """The reviews of today, what gains most first; at most as many as ``engine.learning.daily`` asks for."""
    choice = next_best.choice(context, history, withheld, now)
    waiting = set(due(choice))

    def takes(topic: Topic) -> bool:
        return topic.id in waiting

    minutes = [one.topic.minutes for one in choice.proposals(takes=takes)]
    today = daily.portion(minutes, choice.goal.days)
    return [
        StoredTask(
            question=task.question.id, level=task.level, seed=secrets.randbelow(MOST_SEED),
            topic=task.proposal.topic.id,
        )
        for task in islice(choice.tasks(takes=takes), today)
    ]  # fmt: skip


def against_mistakes(context: Context, history: History, withheld: Collection[str]) -> list[StoredTask]:
    """About ten minutes of exercises in whose numbers the visitor's mistakes would show, each as often as it takes to
    be gone; where no numbers show one, it is asked for with any."""
    tasks: list[StoredTask] = []
    minutes = 0.0
    for one in _in_turn(mistakes.my_mistakes(context).present):
        here = [task.question for task in tasks]
        asking = mistakes.asking(context.library.bank, one.made)
        free = [question for question in asking if question.id not in withheld]
        asked = history.asked([question.id for question in free])
        free.sort(key=lambda question: (here.count(question.id), question.points, asked.get(question.id, 0)))
        task = _task(free, one)
        if task is None:
            continue
        longer = minutes + float(PACE * context.library.bank.questions[task.question].points)
        if tasks and longer > OVER * TEN_MINUTES:
            continue
        tasks.append(task)
        minutes = longer
    return tasks


def _in_turn(present: Sequence[MadeBefore]) -> Iterator[MadeBefore]:
    """Each mistake once, then each that needs another chance, and so on."""
    for turn in range(GONE_AFTER):
        yield from (one for one in present if one.made.avoided + turn < GONE_AFTER)


def _task(free: Sequence[Question], one: MadeBefore) -> StoredTask | None:
    """The first question with numbers that show the mistake; with any where there are none."""
    if not free:
        return None
    for question in free[:3]:
        seeds = [secrets.randbelow(MOST_SEED) for _ in range(SEEDS)]
        seed = provoking.seed_for(question, question.default_level, one.made.mistake, seeds)
        if seed is not None:
            return _stored(question, seed, one)
    return _stored(free[0], secrets.randbelow(MOST_SEED), one)


def _stored(question: Question, seed: int, one: MadeBefore) -> StoredTask:
    return StoredTask(
        question=question.id, level=question.default_level, seed=seed, topic=one.made.family,
        mistake=one.made.mistake,
    )  # fmt: skip
