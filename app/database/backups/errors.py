"""The reasons for which nothing is copied, put back or moved; each text says what to do."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DatabaseError

from app.database.connection import no_database


@contextmanager
def failures_of(url: str, or_else: str = "") -> Iterator[None]:
    """Raises NoDatabase where the database, or the file that is written meanwhile, gives up."""
    try:
        yield
    except DatabaseError as error:
        raise no_database(url, error.orig, or_else) from error
    except sqlite3.Error as error:
        raise no_database(url, error, or_else) from error


class Refusal(RuntimeError):
    """Nothing was changed."""


class Unsound(Refusal):
    """The file is no backup, or is damaged."""


class InUse(Refusal):
    """A server or another program works with the database."""


class HoldsWork(Refusal):
    """The database in whose place something is to be put holds what people did."""


class OtherRevision(Refusal):
    """The database is not of the revision of the code."""


class DoesNotFit(Refusal):
    """A value is stored that the other kind of database cannot hold."""


class Different(Refusal):
    """What was written is not what was read."""
