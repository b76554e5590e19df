"""An e-mail as it goes over the line (RFC 5322): headers that nobody can break out of, and addresses that a server
takes.

A name of a domain with other letters is written in ASCII (IDNA); only an address whose first half has such letters
needs SMTPUTF8. Nothing in a mail tells us whether or where it was read.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime, parseaddr
from typing import Any

import idna

from app.mail.letters import Letter

PART = re.compile(r"[^\s@<>()\[\]\\,;:\"\x00-\x1f\x7f]{1,64}")
LONGEST = 254
UNSUBSCRIBE = "List-Unsubscribe"


class BadAddress(ValueError):
    """No mail can be sent to this address."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """A message with its sender and the one address that it goes to; ``utf8``: the server must take other letters."""

    sender: str
    to: str
    utf8: bool
    content: bytes


class _Policy(EmailPolicy):
    """Leaves an address in angle brackets on one line: folded, it would be encoded, and no program would find it."""

    def fold_binary(self, name: str, value: Any) -> bytes:
        return (
            f"{name}: {value}\r\n".encode("ascii")
            if name == UNSUBSCRIBE
            else super().fold_binary(name, value)
        )


def addressed(email: str) -> Address:
    """Takes an address apart, its domain in ASCII. Raises BadAddress, also for one that would end its line."""
    local, _, domain = email.rpartition("@")
    try:
        domain = idna.encode(domain, uts46=True).decode("ascii")
    except (idna.IDNAError, UnicodeError) as error:
        raise BadAddress(email) from error
    if not PART.fullmatch(local) or not local.isprintable() or "." not in domain or len(email) > LONGEST:
        raise BadAddress(email)
    return Address(username=local, domain=domain)


def envelope(letter: Letter, sender: str, name: str, site: str, at: datetime) -> Envelope:
    """Returns the letter as it is sent; its ``name`` makes the Message-ID, by which a second copy is known as one.
    Raises BadAddress."""
    to = addressed(letter.to)
    utf8 = not to.username.isascii()
    called, mailbox = parseaddr(sender)
    local, _, domain = mailbox.rpartition("@")
    made = EmailMessage(policy=_Policy(linesep="\r\n", utf8=utf8))
    made["From"] = Address(called, local, domain)
    made["To"] = to
    made["Subject"] = " ".join(letter.subject.split())
    made["Date"] = format_datetime(at)
    made["Message-ID"] = f"<{name}@{domain}>"
    made["Auto-Submitted"] = "auto-generated"
    if letter.off:
        made[UNSUBSCRIBE] = f"<{site}{letter.off}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    made.set_content(letter.text)
    made["Content-Language"] = letter.language
    return Envelope(mailbox, f"{to.username}@{to.domain}", utf8, made.as_bytes())
