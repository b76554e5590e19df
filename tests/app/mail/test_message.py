"""An e-mail as it goes over the line: nobody breaks out of a header, and every address that a server takes is written
so."""

from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default

import pytest
from hypothesis import given
from hypothesis import strategies as some

from app.mail.letters import Letter
from app.mail.message import BadAddress, Envelope, addressed, envelope

AT = datetime(2026, 11, 30, 12, tzinfo=UTC)
SITE = "https://exam.a-very-long-name-of-a-university.example"
OFF = "/mail/off?token=12345.announcement.12." + "0123456789abcdef" * 4


def made(to: str = "ada@school.example", subject: str = "Due soon", text: str = "Hello\n") -> Envelope:
    letter = Letter(to=to, subject=subject, text=text, language="en", off=OFF)
    return envelope(letter, "Prüfungen <exam@school.example>", "abc", SITE, AT)


def test_a_mail_says_who_writes_what_it_is_and_how_it_ends() -> None:
    sent = made(subject="Künstliche Intelligenz: Übung 3", text="Grüße\n.\nFrom here\n" + "x" * 2000 + "\n")
    read = message_from_bytes(sent.content, policy=default)
    assert read["From"] == "Prüfungen <exam@school.example>"
    assert read["Subject"] == "Künstliche Intelligenz: Übung 3"
    assert read["Message-ID"] == "<abc@school.example>"
    assert read["Auto-Submitted"] == "auto-generated"
    assert read.get_content().replace("\r\n", "\n") == "Grüße\n.\nFrom here\n" + "x" * 2000 + "\n"
    assert all(len(line) <= 998 and line.isascii() for line in sent.content.split(b"\r\n"))


def test_the_link_that_ends_mails_stands_on_one_line_as_programs_look_for_it() -> None:
    lines = made().content.decode().split("\r\n")
    assert f"List-Unsubscribe: <{SITE}{OFF}>" in lines
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in lines


@pytest.mark.parametrize(
    ("typed", "written", "utf8"),
    [
        ("ada@school.example", "ada@school.example", False),
        ("ada@müller.example", "ada@xn--mller-kva.example", False),
        ("ada@straße.example", "ada@xn--strae-oqa.example", False),
        ("jörg@müller.example", "jörg@xn--mller-kva.example", True),
        ("রাহুল@school.example", "রাহুল@school.example", True),
    ],
)
def test_an_address_with_umlauts_is_written_in_ascii_as_far_as_it_can_be(
    typed: str, written: str, utf8: bool
) -> None:
    sent = made(to=typed)
    assert (sent.to, sent.utf8) == (written, utf8)
    assert f"To: {written}\r\n".encode() in sent.content


@pytest.mark.parametrize(
    "address",
    [
        "a@b\r\nBcc: x@y.example",
        "a\r\nBcc: x@y.example@b.example",
        "a@b.example\n",
        "a b@c.example",
        "a@localhost",
        "@b.example",
        "a@",
        "",
        "a<x@y.example>@b.example",
        "a,b@c.example",
        "a@[127.0.0.1]",
        "a@b..example",
        "a\u2028b@c.example",
        "a" * 65 + "@b.example",
    ],
)
def test_what_is_no_address_gets_no_mail(address: str) -> None:
    with pytest.raises(BadAddress):
        addressed(address)


@given(some.text(max_size=300))
def test_no_title_begins_a_header_of_its_own(title: str) -> None:
    sent = made(subject=f"{title}\r\nBcc: eve@evil.example")
    read = message_from_bytes(sent.content, policy=default)
    assert read["To"] == "ada@school.example"
    assert read["Bcc"] is None
