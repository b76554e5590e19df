"""Whether the server was told to end: answers that would go on for minutes end then, so that it need not wait."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def heard_by(stopping: threading.Event) -> Iterator[None]:
    """Sets the event with the first signal, which then goes on to whoever listened before.

    Signals reach the main thread alone: elsewhere, as in tests, nothing is heard.
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
