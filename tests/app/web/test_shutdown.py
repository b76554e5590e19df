"""A server that is told to end says so to its long answers, and ends as it would have."""

import os
import signal
import threading

import pytest

from app.web import shutdown

STOPS = pytest.mark.parametrize("number", shutdown.SIGNALS)


@STOPS
def test_the_signal_is_heard_and_goes_on_to_whoever_listened_before(number: signal.Signals) -> None:
    heard, event = list[int](), threading.Event()
    before = signal.signal(number, lambda number, _: heard.append(number))
    try:
        listening = signal.getsignal(number)
        with shutdown.heard_by(event):
            assert not event.is_set()
            os.kill(os.getpid(), number)
            os.kill(os.getpid(), number)  # in a hurry
        assert signal.getsignal(number) is listening
    finally:
        signal.signal(number, before)
    assert event.is_set()
    assert heard == [number, number]


def test_elsewhere_than_in_the_main_thread_nothing_is_heard() -> None:
    ended = threading.Event()

    def serve() -> None:
        with shutdown.heard_by(threading.Event()):
            ended.set()

    thread = threading.Thread(target=serve)
    thread.start()
    thread.join()
    assert ended.is_set()
