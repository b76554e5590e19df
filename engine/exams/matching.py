"""Gives every group as many members of its pool as it needs, nobody to two groups, whenever that is possible at all."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

Owners = Mapping[str, int]  # the group of each member
Liking = Callable[[int, Iterator[str], Owners], str]  # picks one of those free for a group


@dataclass(frozen=True, slots=True)
class Lack:
    """Groups that together want more than all of their pools hold."""

    groups: tuple[int, ...]
    wanted: int
    found: int


def matched(
    pools: Sequence[Sequence[str]], places: Sequence[int], liked: Liking
) -> tuple[Owners, tuple[Lack, ...]]:
    """Fills the groups in the order of ``places``, which names each as often as it needs a member.

    Where nobody in a pool is free any more, others move on, each to the pool of another group (augmenting paths). What
    no moving about can fill is a Lack; the rest is filled all the same.
    """
    owners: dict[str, int] = {}
    lacks: dict[tuple[int, ...], Lack] = {}
    given_up: set[int] = set()
    for group in places:
        if group in given_up:
            continue
        if any(member not in owners for member in pools[group]):
            free = (member for member in pools[group] if member not in owners)
            owners[liked(group, free, owners)] = group
        elif moves := _moves(pools, group, owners):
            owners.update(moves)
        else:
            given_up.add(group)
            lack = _lack(pools, places, group, owners)
            lacks.setdefault(lack.groups, lack)
    return owners, tuple(lacks[groups] for groups in sorted(lacks))


def _moves(pools: Sequence[Sequence[str]], group: int, owners: Owners) -> dict[str, int]:
    """The moves, as member -> group, by which a group gets one member more; empty where there are none."""
    came: dict[int, tuple[int, str]] = {}  # the group from which this one was reached, and its member
    waiting = [group]
    for at in waiting:
        for member in pools[at]:
            if (owner := owners.get(member)) is None:
                moves, to = {member: at}, at
                while to != group:
                    to, freed = came[to]
                    moves[freed] = to
                return moves
            if owner not in waiting:
                came[owner] = (at, member)
                waiting.append(owner)
    return {}


def _lack(pools: Sequence[Sequence[str]], places: Sequence[int], group: int, owners: Owners) -> Lack:
    """The groups that hold all that this one could have, all that those could have instead, and so on."""
    waiting = [group]
    for at in waiting:
        waiting += dict.fromkeys(owners[member] for member in pools[at] if owners[member] not in waiting)
    there = {member for at in waiting for member in pools[at]}
    wanted = sum(at in waiting for at in places)
    return Lack(tuple(sorted(waiting)), wanted, len(there))
