"""Whoever waits for a calculation waits for so long and no longer; proofs and exams take as long as they take."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

import pytest

from engine import variants
from engine.answers.reading import Unreadable, read_number
from engine.chain import run
from engine.deadline import TakesTooLong, check, within
from tests.engine.submissions import drawn


def spend(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def test_without_a_deadline_nothing_ends() -> None:
    check()


def test_the_processors_time_counts_and_sleep_does_not() -> None:
    with within(0.05):
        time.sleep(0.1)
        check()
        spend(0.06)
        with pytest.raises(TakesTooLong):
            check()
    check()


def test_of_two_deadlines_the_narrower_holds() -> None:
    with within(0), within(60):
        spend(0.001)
        with pytest.raises(TakesTooLong):
            check()
    with within(60):
        with within(0):
            spend(0.001)
            with pytest.raises(TakesTooLong):
                check()
        check()


def test_what_other_threads_did_before_is_not_counted_and_what_they_do_inside_is() -> None:
    with ThreadPoolExecutor(1) as worker:
        worker.submit(spend, 0.06).result()
        with within(0.05):
            inside = copy_context()
            worker.submit(inside.run, check).result()
            worker.submit(spend, 0.06).result()
            with pytest.raises(TakesTooLong):
                worker.submit(inside.run, check).result()


def test_a_chain_the_draw_of_numbers_and_the_reading_of_cells_end() -> None:
    attention = drawn("attention", "exam", 1)
    with within(0):
        for work in (
            lambda: run(attention.question.family, attention.parameters),
            lambda: variants.draw(attention.question, 2, "exam"),
            lambda: read_number("1 + 2 + 3 + 4 + 7919"),
        ):
            with pytest.raises(TakesTooLong):
                work()
    assert not isinstance(read_number("1 + 2 + 3 + 4 + 7919"), Unreadable)
