"""One request to a webhook: over https, to a public address, without redirects, with limits of time and size.

The name is resolved once, every address that it has must be public, and the connection goes to one of those: a name
that means another address a moment later leads nowhere else.
"""

import ipaddress
import socket
import ssl
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from threading import Timer
from urllib.parse import SplitResult, urlsplit

PATIENCE = 5.0  # seconds to connect, and for each piece of an answer
ALL_IN_ALL = 10.0  # seconds for a request and its answer
MOST_READ = 4096  # bytes of an answer
MOST_SHOWN = 200
LONGEST = 500
EMBEDDING = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")))


class BadAddress(ValueError):
    """Nothing may be sent to this address; its message says why."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The status of an answer, None where there was none, and how it begins, or why there was none."""

    status: int | None
    said: str


def checked(address: str, inside: bool) -> SplitResult:
    """Takes an address apart. Raises BadAddress unless it is one over https, or ``inside``, where http may do, too."""
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as error:
        raise BadAddress("This is no address.") from error
    if parts.scheme not in ("https", *(("http",) if inside else ())):
        raise BadAddress("The address begins with https://.")
    plain = address.isascii() and address.isprintable() and " " not in address and len(address) <= LONGEST
    if not plain or not parts.hostname or port == 0:
        raise BadAddress("This is no address.")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise BadAddress("The address has no user, no password and no # in it.")
    return parts


def send(address: str, body: str, headers: Mapping[str, str], inside: bool) -> Answer:
    """Sends the body by POST. Whatever goes wrong is told as the answer that there was not."""
    try:
        parts = checked(address, inside)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        return _exchanged(parts, port, public(parts.hostname or "", port, inside), body, headers)
    except BadAddress as error:
        return Answer(None, str(error))
    except TimeoutError:
        return Answer(None, "No answer in time.")
    except (OSError, HTTPException, ValueError) as error:
        return Answer(None, f"{type(error).__name__}: {error}"[:MOST_SHOWN])


def public(host: str, port: int, inside: bool) -> Sequence[str]:
    """Resolves a name. Raises BadAddress where one of its addresses is not public, unless ``inside``; and OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(str(one[4][0]) for one in found))
    if not inside and not all(map(is_public, addresses)):
        raise BadAddress("The address leads into a private network.")
    return addresses


def is_public(text: str) -> bool:
    """True for an address of the internet, and of one machine; one that embeds an older address is judged by that, or
    refused."""
    one = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(one, ipaddress.IPv6Address):
        if one.ipv4_mapped is not None:
            one = one.ipv4_mapped
        elif any(one in network for network in EMBEDDING):
            return False
    return one.is_global and not one.is_multicast


def _exchanged(
    parts: SplitResult, port: int, addresses: Sequence[str], body: str, headers: Mapping[str, str]
) -> Answer:
    host = parts.hostname or ""
    with _connected(addresses, port) as plain, _secured(plain, parts) as used:
        timer = Timer(ALL_IN_ALL, _end, (used,))
        timer.daemon = True
        timer.start()
        try:
            if isinstance(used, ssl.SSLSocket):
                used.do_handshake()
            connection = HTTPConnection(host, port, timeout=PATIENCE)
            connection.sock = used
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", path, body.encode(), {**headers, "Connection": "close"})
            answer = connection.getresponse()
            text = answer.read(MOST_READ).decode("utf-8", errors="replace")
            return Answer(answer.status, " ".join(text.split())[:MOST_SHOWN].replace("\0", ""))
        finally:
            timer.cancel()


def _secured(plain: socket.socket, parts: SplitResult) -> socket.socket:
    """Returns the socket that is used from here on; over https its handshake is still to come."""
    if parts.scheme != "https":
        return plain
    context = ssl.create_default_context()
    return context.wrap_socket(plain, server_hostname=parts.hostname, do_handshake_on_connect=False)


def _connected(addresses: Sequence[str], port: int) -> socket.socket:
    """Connects to the first address that answers. Raises OSError."""
    failed: OSError = OSError("The name has no address.")
    for one in addresses[:3]:
        try:
            return socket.create_connection((one, port), timeout=PATIENCE)
        except OSError as error:
            failed = error
    raise failed


def _end(used: socket.socket) -> None:
    """Ends a connection in the middle of whatever it does."""
    with suppress(OSError):
        used.shutdown(socket.SHUT_RDWR)
