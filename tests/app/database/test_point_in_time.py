"""The database of a past moment, had again by the commands of docs/deployment/postgresql.md."""

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

from app.database import migration
from tests.app.database.machines import Site, blocks, site
from tests.app.learner import PERPLEXITY
from tests.app.server import Server, fields, serving

pytestmark = pytest.mark.sweep
COPY, PUT_UP, PUT_BACK, EXCHANGE = blocks("Copies, and the database of a past moment")


@dataclass(frozen=True)
class Saved:
    cookie: str
    address: str


@pytest.fixture
def lone() -> Iterator[Site]:
    with site() as made:
        for block in blocks("The primary"):
            made.primary.run(block)
        migration.upgrade(made.url)
        yield made


def save(browser: httpx2.Client, typed: str) -> Saved:
    page = browser.get(f"/practice/{PERPLEXITY}?seed=1&level=warm-up").text
    answered = browser.post(
        f"/practice/{PERPLEXITY}", data=fields(page) | {"do": "check", "cell.nats.0": typed}
    )
    assert answered.status_code == 303
    return Saved(browser.cookies["examformer"], answered.headers["location"])


def shown(server: Server, one: Saved) -> str:
    """What stands in the sheet; "" where nothing does, or there is no sheet."""
    with server.browser({"examformer": one.cookie}) as browser:
        page = browser.get(one.address)
    found = re.search(r'name="cell.nats.0" value="([^"]*)"', page.text)
    return found[1] if found else ""


def put_up(lone: Site, copy: str, moment: str) -> None:
    """Puts the database of this moment up beside the running one."""
    commands = PUT_UP.replace("copy-20261201-030000", copy).replace("2026-12-01 10:15:29+00", moment)
    assert commands.count(copy) == commands.count(moment) == 1
    lone.primary.run(commands)


def copied(lone: Site, keeps: int) -> str:
    """Makes the copy of a night, after which so many stay; returns its name."""
    time.sleep(1)  # two of one second would have one name
    lone.primary.run(COPY.replace("head -n -7", f"head -n -{keeps}"))
    return max(one.name for one in lone.backups.glob("copy-*"))


def pieces(lone: Site) -> set[str]:
    return {one.name for one in (lone.backups / "log").iterdir()}


def test_what_was_deleted_by_mistake_is_had_again_and_nothing_else_is_lost(
    lone: Site, small_bank: Path
) -> None:
    bank = {"EXAMFORMER_QUESTION_BANK": str(small_bank)}
    past = lone.url.replace(str(lone.port), str(lone.other_port))
    with serving(lone.url, **bank) as server, server.browser() as ada, server.browser() as bo:
        copied(lone, keeps=7)
        before = pieces(lone)
        hers = save(ada, "0.5")
        copy = copied(lone, keeps=1)
        assert [one.name for one in lone.backups.glob("copy-*")] == [copy]
        assert before
        assert not before & pieces(lone)  # no copy needs them any more
        his = save(bo, "0.25")
        moment = lone.primary.ask("SELECT now()")
        time.sleep(1)
        deleted = lone.primary.ask("DELETE FROM responses RETURNING attempt_id").splitlines()[:2]
        later = save(bo, "0.125")
        assert [shown(server, one) for one in (hers, his, later)] == ["", "", "0.125"]

        put_up(lone, copy, moment)
        with serving(past, **bank) as of_before:
            assert [shown(of_before, one) for one in (hers, his, later)] == ["0.5", "0.25", ""]
        for attempt in deleted:
            lone.primary.run(PUT_BACK.replace("4711", attempt))
        assert [shown(server, one) for one in (hers, his, later)] == ["0.5", "0.25", "0.125"]


def test_the_database_of_a_past_moment_takes_the_place_of_the_running_one(
    lone: Site, small_bank: Path
) -> None:
    bank = {"EXAMFORMER_QUESTION_BANK": str(small_bank)}
    with serving(lone.url, **bank) as server, server.browser() as ada:
        copy = copied(lone, keeps=7)
        hers = save(ada, "0.5")
        moment = lone.primary.ask("SELECT now()")
        time.sleep(1)
        lone.primary.ask("DELETE FROM responses")
        later = save(ada, "0.125")
    lone.primary.ask("ALTER SYSTEM SET work_mem = '5MB'")
    put_up(lone, copy, moment)
    lone.primary.run(EXCHANGE)
    assert lone.primary.ask("SHOW archive_mode") == "on"
    with serving(lone.url, **bank) as server, server.browser({"examformer": hers.cookie}) as ada:
        assert [shown(server, one) for one in (hers, later)] == ["0.5", ""]
        again = save(ada, "0.75")
        assert shown(server, again) == "0.75"
    copied(lone, keeps=7)  # its log goes on in the same folder


def test_a_piece_of_the_log_that_was_kept_is_kept_once_more_but_never_another_in_its_place(
    lone: Site,
) -> None:
    archived = "SELECT last_archived_wal FROM pg_stat_archiver"
    lone.primary.ask("SELECT pg_switch_wal()")
    gives_up = time.monotonic() + 60
    while not (piece := lone.primary.ask(archived)):
        assert time.monotonic() < gives_up
        time.sleep(0.2)
    command = lone.primary.ask("SHOW archive_command").replace("%f", piece).replace("%p", "piece")
    lone.primary.run(f"gunzip < {lone.backups}/log/{piece}.gz > piece; {command}")
    with pytest.raises(AssertionError):
        lone.primary.run(f"echo another >> piece; {command}")
    assert f"{piece}.gz" in pieces(lone)
    assert f"{piece}.gz.part" not in pieces(lone)
