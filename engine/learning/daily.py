"""The reviews of a day: a missed week spreads over the days after it, and all is seen before the exam."""

from collections.abc import Sequence

USUAL = 25.0  # minutes of reviews a day


def minutes_of(waiting: float, days_left: int | None) -> float:
    """The minutes of reviews that today asks for where so many wait: at most as usual, or as many as it takes to see
    each of them before the exam."""
    if days_left is None:
        return min(waiting, USUAL)
    return min(waiting, max(USUAL, waiting / max(1, days_left)))


def portion(minutes: Sequence[float], days_left: int | None) -> int:
    """The number of these reviews, the most urgent first, that today asks for: at least one where there are any.
    ``minutes``: what each takes; ``days_left`` until the exam, None where no day is set."""
    limit, spent = minutes_of(sum(minutes), days_left), 0.0
    for n, one in enumerate(minutes):
        if n and spent + one > limit + 1e-9:
            return n
        spent += one
    return len(minutes)


def week(falling_due: Sequence[float], days_left: int | None) -> list[float]:
    """The minutes of each of the next days, if what is asked for is done. ``falling_due``: the minutes that fall due by
    the end of each, today with all that waits already."""
    waiting, planned = 0.0, []
    for day, more in enumerate(falling_due):
        waiting += more
        left = None if days_left is None or day > days_left else days_left - day
        today = minutes_of(waiting, left)
        planned.append(today)
        waiting -= today
    return planned
