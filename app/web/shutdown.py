"""The end of the server: answers that would go on for minutes end when it is told to stop, so that it need not wait."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def heard_by(stopping: threading.Event) -> Iterator[None]:
    """Sets the event with the first signal, which is then passed on to the handler installed before.

    Signals reach the main thread alone: in other threads, as in tests, it does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.getsignal(number) for number in SIGNALS}

    def hear(number: int, frame: FrameType | None) -> None:
        stopping.set()
        listening = before[signal.Signals(number)]
        if callable(listening):
            listening(number, frame)

    for number in SIGNALS:
        signal.signal(number, hear)
    try:
        yield
    finally:
        for number, listening in before.items():
            signal.signal(number, listening)
