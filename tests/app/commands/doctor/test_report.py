"""A check-up as people and as programs read it."""

import io
import json
from dataclasses import replace

import pytest

from app import cli
from app.commands.doctor import checkup, report
from app.commands.doctor import installation as installations
from app.commands.doctor.checkup import Check, Checked
from app.commands.doctor.findings import Finding, advice, fault, ok, unchecked
from tests.app.commands.doctor.installations import installation

FINDINGS = {
    "disk": ok("there is room"),
    "user": advice("it runs as root", "useradd --system examformer"),
    "https": fault("no https", "Set this.", "And that."),
    "PDF": unchecked("it did not end within 30 seconds"),
}


def checked(*names: str) -> list[Checked]:
    return [Checked(Check(name, lambda at: None), FINDINGS[name], 0.25) for name in names]


def finds(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    def check(name: str, finding: Finding) -> Check:
        return Check(name, lambda at: finding)

    monkeypatch.setattr(checkup, "every", lambda: [check(name, FINDINGS[name]) for name in names])


def run(*arguments: str) -> object:
    with pytest.raises(SystemExit) as exit:
        cli.main(["doctor", *arguments])
    return exit.value.code


def test_a_finding_is_a_line_with_its_steps_below() -> None:
    assert report.lines(*checked("https")) == [
        "fault      https: no https",
        "             Set this.",
        "             And that.",
    ]


def test_the_end_names_what_is_not_ok_once_more() -> None:
    assert report.summary(checked("disk")) == "Nothing is a fault."
    assert report.summary(checked("disk", "user")) == "Nothing is a fault.\nAdvice: user."
    assert (
        report.summary(checked(*FINDINGS))
        == "To be mended: https.\nCould not be checked: PDF.\nAdvice: user."
    )


def test_the_exit_status_is_1_for_a_fault_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    finds(monkeypatch, "disk", "user", "PDF")
    assert run() == 0
    finds(monkeypatch, *FINDINGS)
    assert run() == 1
    assert "fault      https: no https\n" in capsys.readouterr().out


def test_programs_get_one_json_object(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    finds(monkeypatch, *FINDINGS)
    assert run("--json") == 1
    printed = capsys.readouterr()
    told = json.loads(printed.out)
    assert told["faults"] == 1
    https = next(one for one in told["checks"] if one["check"] == "https")
    assert (https["state"], https["said"], https["steps"]) == (
        "fault",
        "no https",
        ["Set this.", "And that."],
    )
    assert printed.err == ""


def test_what_waits_for_settings_is_named_at_the_end_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    waiting = Check("disk", lambda at: ok("there is room"), needs=("EXAMFORMER_DATABASE_URL",))
    at = replace(installation(), wrong={"EXAMFORMER_DATABASE_URL": "EXAMFORMER_DATABASE_URL: must be a URL"})
    monkeypatch.setattr(checkup, "every", lambda: [waiting])
    monkeypatch.setattr(installations, "read", lambda environment, address: at)
    assert run() == 0
    assert capsys.readouterr().out == "\nNothing is a fault.\nCould not be checked: disk.\n"


def test_an_address_that_cannot_be_asked_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--address", "exam.example") == 2
    assert capsys.readouterr().err == "examformer: --address: must be http://HOST or https://HOST\n"


def test_a_terminal_shows_what_is_being_looked_at_and_a_file_does_not() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal, file = Terminal(), io.StringIO()
    for place in (terminal, file):
        progress = report.Progress(place)
        progress.begins(Check("PDF", lambda at: None, seconds=30))
        progress.ends()
    assert "PDF (30 seconds at most)" in terminal.getvalue()
    assert terminal.getvalue().endswith(report.CLEAR)
    assert file.getvalue() == ""
