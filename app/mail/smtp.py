"""A connection to the server that takes e-mails (SMTP): encrypted with a checked certificate, and given up in time.

Whatever goes wrong is one of three things: the server does not work, this mail has to wait, or it is refused for good.
"""

import re
import smtplib
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from ipaddress import ip_address
from threading import Timer
from urllib.parse import urlsplit

from app.mail.message import Envelope
from app.settings import Settings

PATIENCE = 10.0  # seconds for each answer
ALL_IN_ALL = 30.0  # seconds for one mail
LONGEST = 200
SHUTTING_DOWN = 421
NO_SUCH_ADDRESS = re.compile(r"5\.1\.\d+\b")


class ServerDown(Exception):
    """The server does not answer, does not know us, or takes nothing from us; the text says what happened."""


class Lost(Exception):
    """The connection ended while a mail was sent: whether the server has it is not known."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The server has the mail."""


@dataclass(frozen=True, slots=True)
class Deferred:
    """The server does not take this mail now."""

    said: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The server does not take this mail; ``no_such_address``: nobody has its address."""

    said: str
    no_such_address: bool = False


Outcome = Accepted | Deferred | Refused


class Line:
    """An open connection."""

    def __init__(self, smtp: smtplib.SMTP) -> None:
        self._smtp = smtp

    def send(self, mail: Envelope) -> Outcome:
        """Sends one mail. Raises Lost, and ServerDown where the server takes nothing from this sender."""
        if mail.utf8 and not self._smtp.has_extn("smtputf8"):
            return Refused("The server takes no address with these letters (SMTPUTF8).")
        timer = Timer(ALL_IN_ALL, _end, (self._smtp,))
        timer.daemon = True
        timer.start()
        try:
            return self._sent(mail)
        except smtplib.SMTPServerDisconnected as error:
            raise Lost(described(error)) from error
        except smtplib.SMTPResponseException as error:
            return self._answered(error.smtp_code, error.smtp_error)
        except (OSError, smtplib.SMTPException, ValueError) as error:
            raise Lost(described(error)) from error
        finally:
            timer.cancel()

    def _sent(self, mail: Envelope) -> Outcome:
        options = ["SMTPUTF8", "BODY=8BITMIME"] if mail.utf8 else []
        code, said = self._smtp.mail(mail.sender, options)
        if code != 250:
            raise ServerDown(_told(code, said))
        code, said = self._smtp.rcpt(mail.to)
        if code not in (250, 251):
            outcome = self._answered(code, said, of_address=True)
            self._smtp.rset()
            return outcome
        code, said = self._smtp.data(mail.content)
        return Accepted() if code == 250 else self._answered(code, said)

    @staticmethod
    def _answered(code: int, said: bytes | str, of_address: bool = False) -> Outcome:
        told = _told(code, said)
        if code == SHUTTING_DOWN:
            raise ServerDown(told)
        if code < 500:
            return Deferred(told)
        return Refused(told, of_address and NO_SUCH_ADDRESS.search(told) is not None)


@contextmanager
def connected(chosen: Settings) -> Iterator[Line]:
    """Connects, secures the connection and signs in, as the settings say. Raises ServerDown."""
    smtp: smtplib.SMTP | None = None
    try:
        smtp = _connected(chosen)
    except (OSError, smtplib.SMTPException, ValueError, UnicodeError) as error:
        raise ServerDown(described(error)) from error
    try:
        yield Line(smtp)
    finally:
        with suppress(OSError, smtplib.SMTPException):
            smtp.quit()
        smtp.close()


def _connected(chosen: Settings) -> smtplib.SMTP:
    name, where = _called(chosen.address), (chosen.smtp_host, chosen.smtp_port)
    if chosen.smtp_tls == "tls":
        context = ssl.create_default_context()
        smtp: smtplib.SMTP = smtplib.SMTP_SSL(*where, local_hostname=name, timeout=PATIENCE, context=context)
    else:
        smtp = smtplib.SMTP(*where, local_hostname=name, timeout=PATIENCE)
    try:
        if chosen.smtp_tls == "starttls":
            smtp.starttls(context=ssl.create_default_context())
        smtp.ehlo_or_helo_if_needed()
        if chosen.smtp_user:
            smtp.login(chosen.smtp_user, chosen.smtp_secret)
    except BaseException:
        smtp.close()
        raise
    return smtp


def _called(site: str) -> str:
    """Returns the name that we give ourselves: that of the site, or its number in brackets."""
    host = urlsplit(site).hostname or "localhost"
    with suppress(ValueError):
        found = ip_address(host)
        return f"[IPv6:{found}]" if found.version == 6 else f"[{found}]"
    return host


def described(error: Exception) -> str:
    """Returns what went wrong in a sentence, without what we sent."""
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return f"The server does not know this user or password ({error.smtp_code})."
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return "The server does not offer what the settings ask for: STARTTLS, or a password."
    if isinstance(error, smtplib.SMTPResponseException):
        return _told(error.smtp_code, error.smtp_error)
    if isinstance(error, TimeoutError):
        return "The server did not answer in time."
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"The server's certificate is not trusted: {error.verify_message}"[:LONGEST]
    return f"{type(error).__name__}: {error}"[:LONGEST]


def _told(code: int, said: bytes | str) -> str:
    text = said.decode("utf-8", errors="replace") if isinstance(said, bytes) else said
    plain = "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
    return f"{code} {plain}"[:LONGEST]


def _end(smtp: smtplib.SMTP) -> None:
    """Ends the connection under whoever waits for it."""
    with suppress(OSError, AttributeError):
        if smtp.sock is not None:
            smtp.sock.shutdown(socket.SHUT_RDWR)
