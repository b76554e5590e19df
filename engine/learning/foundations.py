"""The worth of topics to those that build on them, and the readiness for a topic.

``chances`` say of each topic how far it is known: one learner's chance to do it right, or the share of a course that
can.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

PASSED_ON = 0.5  # what a topic is worth to those that build on it


class Based(Protocol):
    """A topic with the points that are asked of it, what it builds on, and what it is easier after."""

    @property
    def id(self) -> str: ...

    @property
    def points(self) -> float: ...

    @property
    def builds_on(self) -> Collection[str]: ...

    @property
    def after(self) -> Collection[str]: ...


def ready(topic: Based, chances: Mapping[str, float]) -> float:
    """The extent to which what comes before the topic is known; 1 where nothing does."""
    before = [chances[name] for name in (*topic.builds_on, *topic.after) if name in chances]
    return sum(before) / len(before) if before else 1.0


def waiting_behind(
    topics: Sequence[Based], chances: Mapping[str, float]
) -> Mapping[str, Mapping[str, float]]:
    """The points that wait behind each topic, by the topics that build on it directly."""
    by_id = {topic.id: topic for topic in topics}
    after: dict[str, list[str]] = {topic.id: [] for topic in topics}
    for topic in topics:
        for before in topic.builds_on:
            if before in after:
                after[before].append(topic.id)
    waiting: dict[str, float] = {}

    def share(name: str) -> float:
        return PASSED_ON * waits(name) / max(1, len(by_id[name].builds_on))

    def waits(name: str) -> float:
        if name not in waiting:
            waiting[name] = by_id[name].points * (1 - chances[name]) + sum(map(share, after[name]))
        return waiting[name]

    return {name: {other: share(other) for other in following} for name, following in after.items()}
