"""A mistake is gone after three chances that went well, and may come back."""

from datetime import UTC, datetime, timedelta

from engine.learning.mistakes import Chance, Mistakes

AT = datetime(2026, 11, 1, tzinfo=UTC)
STEPS = {("attention", "by_d"): "attention/scaled", ("attention", "no_mask"): "attention/masked"}


def line(
    n: int, *, made: tuple[str, ...] = (), right: tuple[str, ...] = (), family: str = "attention"
) -> Chance:
    return Chance(
        family=family, right=frozenset(right), made=made, attempt=f"sheet-{n}", part="scaled",
        at=AT + timedelta(hours=n),
    )  # fmt: skip


def told(*lines: Chance) -> Mistakes:
    mistakes = Mistakes(STEPS)
    for one in lines:
        mistakes.tell(one)
    return mistakes


def test_it_is_counted_with_the_sheet_where_it_was_made_last() -> None:
    (one,) = told(line(1, made=("by_d",)), line(2, made=("by_d",))).present()
    assert (one.times, one.attempt, one.last_at, one.back) == (2, "sheet-2", AT + timedelta(hours=2), False)


def test_only_a_line_with_its_own_step_right_is_a_chance_that_went_well() -> None:
    mistakes = told(
        line(1, made=("by_d",)),
        line(2, right=("attention/masked",)),
        line(3, right=("attention/scaled",), family="other"),
        line(4, right=("attention/scaled",)),
    )
    assert [one.avoided for one in mistakes.present()] == [1]


def test_it_is_gone_after_three_and_is_back_when_it_is_made_again() -> None:
    well = [line(n, right=("attention/scaled",)) for n in (2, 3, 4)]
    mistakes = told(line(1, made=("by_d",)), *well)
    assert mistakes.present() == []
    mistakes.tell(line(5, made=("by_d",)))
    (one,) = mistakes.present()
    assert (one.times, one.avoided, one.back) == (2, 0, True)


def test_making_it_again_takes_the_chances_back() -> None:
    mistakes = told(line(1, made=("by_d",)), line(2, right=("attention/scaled",)), line(3, made=("by_d",)))
    assert [one.avoided for one in mistakes.present()] == [0]


def test_the_most_frequent_comes_first() -> None:
    mistakes = told(line(1, made=("by_d",)), line(2, made=("by_d",)), line(3, made=("no_mask",)))
    assert [one.mistake for one in mistakes.present()] == ["by_d", "no_mask"]
