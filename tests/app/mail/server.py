"""A server of e-mails on this machine (aiosmtpd): it keeps what it gets, and answers as it is told."""

import asyncio
import ssl
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

OK = "250 OK"


@dataclass(frozen=True)
class Got:
    """A mail that was taken: its envelope, its bytes, and whether the line was encrypted."""

    sender: str
    to: str
    content: bytes
    encrypted: bool
    options: tuple[str, ...]

    @property
    def message(self) -> EmailMessage:
        made = message_from_bytes(self.content, policy=default)
        assert isinstance(made, EmailMessage)
        return made

    @property
    def text(self) -> str:
        return str(self.message.get_content()).replace("\r\n", "\n")


@dataclass
class Server:
    """Answers the recipients in ``refuses`` so, and all mails with ``answer``, unless that is "drop", which ends the
    connection, or "hang"."""

    port: int = 0
    answer: str = OK
    greets: str = ""
    refuses: dict[str, str] = field(default_factory=dict)
    got: list[Got] = field(default_factory=list)
    connections: int = 0

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        session.host_name = hostname
        return [self.greets] if self.greets else responses

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address in self.refuses:
            return self.refuses[address]
        envelope.rcpt_tos.append(address)
        return OK

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.answer == "drop":
            assert isinstance(server.transport, asyncio.WriteTransport)
            server.transport.abort()
            return OK
        if self.answer == "hang":
            await asyncio.sleep(60)
        if self.answer.startswith("250"):
            content = envelope.original_content or b""
            self.got.append(
                Got(
                    envelope.mail_from or "",
                    envelope.rcpt_tos[0],
                    content,
                    session.ssl is not None,
                    tuple(envelope.mail_options),
                )
            )
        return self.answer


@contextmanager
def serving(
    secured: ssl.SSLContext | None = None,
    password: str = "",
    from_the_start: bool = False,
    letters: bool = True,
) -> Iterator[Server]:
    """Serves: with a certificate it takes mails over TLS alone, with a password only from the user examformer."""
    here = Server()
    loop = asyncio.new_event_loop()

    def knows(_: Any, __: Session, ___: Envelope, mechanism: str, data: Any) -> AuthResult:
        mine = isinstance(data, LoginPassword) and data == LoginPassword(b"examformer", password.encode())
        return AuthResult(success=mine, handled=False)

    def made() -> SMTP:
        here.connections += 1
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # that a password needs TLS: there is TLS already
            return SMTP(
                here,
                hostname="mail.example",
                loop=loop,
                enable_SMTPUTF8=letters,
                tls_context=None if from_the_start else secured,
                require_starttls=secured is not None and not from_the_start,
                auth_required=bool(password),
                auth_require_tls=not from_the_start,
                authenticator=knows if password else None,
            )

    async def listen() -> asyncio.Server:
        return await loop.create_server(made, "127.0.0.1", 0, ssl=secured if from_the_start else None)

    asyncio_server = loop.run_until_complete(listen())
    here.port = asyncio_server.sockets[0].getsockname()[1]
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield here
    finally:

        async def end() -> None:
            asyncio_server.close()
            others = [one for one in asyncio.all_tasks() if one is not asyncio.current_task()]
            for one in others:
                one.cancel()
            await asyncio.gather(*others, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(end(), loop).result(5)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
