"""The question bank of this installation, for commands and jobs, which no application hands it."""

from functools import cache

from app.settings import Settings, settings
from engine.bank import Bank
from engine.cache.bank import read_bank
from engine.cache.disk import DiskCache


@cache
def bank() -> Bank:
    return bank_of(settings())


def bank_of(chosen: Settings) -> Bank:
    """The bank that these settings name, through their cache."""
    return read_bank(chosen.question_bank, DiskCache(chosen.cache))
