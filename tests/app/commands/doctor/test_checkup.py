"""The check-up as a whole: nothing ends it, and it is told as it goes on."""

import threading
from dataclasses import replace

from app.commands.doctor import checkup
from app.commands.doctor.checkup import Check, examined
from app.commands.doctor.findings import Finding, advice, fault, ok, worst
from tests.app.commands.doctor.installations import ADVICE, FAULT, OK, UNCHECKED, installation

HERE = installation()


def breaks(_: object) -> Finding:
    raise RuntimeError("a cable")


def test_a_check_that_breaks_is_told_and_the_others_go_on() -> None:
    checks = (Check("broken", breaks), Check("sound", lambda at: ok("as it should be")))
    first, second = examined(HERE, checks)
    assert first.finding.state is UNCHECKED
    assert first.finding.said == "could not be checked: RuntimeError: a cable"
    assert second.finding == ok("as it should be")


def test_a_check_that_does_not_end_is_left_after_its_time() -> None:
    over = threading.Event()
    slow = Check("slow", lambda at: ok("late") if over.wait(60) else None, seconds=0.05)
    (found,) = examined(HERE, [slow])
    over.set()
    assert found.finding.said == "could not be checked: it did not end within 0.05 seconds"


def test_a_check_waits_for_the_settings_that_it_needs() -> None:
    at = replace(HERE, wrong={"PORT": "PORT: must be a number"})
    (found,) = examined(at, [Check("port", breaks, needs=("PORT",))])
    assert found.finding.said == "could not be checked: PORT does not fit"


def test_what_does_not_apply_is_passed_over_and_each_is_named_before_it_begins() -> None:
    begun: list[str] = []
    checks = (Check("of another database", lambda at: None), Check("time", lambda at: ok("it is noon")))
    found = list(examined(HERE, checks, lambda check: begun.append(check.name)))
    assert [one.check.name for one in found] == ["time"]
    assert begun == ["of another database", "time"]


def test_several_findings_become_one_of_the_worst_with_the_others_below() -> None:
    made = worst([ok("a"), advice("b", "do b"), fault("c", "do c")])
    assert made.state is FAULT
    assert (made.said, made.steps) == ("c", ("do c", "Besides, b.", "do b"))
    assert worst([ok("a"), advice("b")]).state is ADVICE
    assert worst([ok("a"), ok("b")]) == Finding(OK, "a; b")


def test_every_check_has_a_name_of_its_own() -> None:
    names = [check.name for check in checkup.every()]
    assert len(names) > 30
    assert len(set(names)) == len(names)
