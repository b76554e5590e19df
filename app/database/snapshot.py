"""What one request reads: everything in it sees the same moment, through one connection."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager

from sqlalchemy import Connection

Opens = Callable[[], AbstractContextManager[Connection]]


class Snapshot:
    """Opened at the first read, until ``end``; then the next read opens another one, which sees what was written
    meanwhile. A reader that is not through yet goes on in its own. Not for several threads at once."""

    def __init__(self, opens: Opens) -> None:
        self._opens = opens
        self._current: _Opened | None = None

    @contextmanager
    def read(self) -> Iterator[Connection]:
        opened = self._current = self._current or _Opened(self._opens)
        opened.readers += 1
        try:
            yield opened.connection
        except BaseException:
            self.end()  # a statement that failed may have broken the transaction
            raise
        finally:
            opened.readers -= 1
            if opened is not self._current:
                opened.close_unread()

    def end(self) -> None:
        opened, self._current = self._current, None
        if opened is not None:
            opened.close_unread()


class _Opened:
    def __init__(self, opens: Opens) -> None:
        self._closing = ExitStack()
        self.connection = self._closing.enter_context(opens())
        self.readers = 0

    def close_unread(self) -> None:
        if not self.readers:
            self._closing.close()
