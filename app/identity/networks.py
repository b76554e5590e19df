"""Addresses of the network and ranges of them, as people write them: 10.1.2.0/24, 2001:db8::/64, 10.1.2.7, 10.1.2.*,
10.1.2.0-10.1.2.255."""

import re
from collections.abc import Iterable
from enum import StrEnum
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
    summarize_address_range,
)

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
MAPPED = IPv6Network("::ffff:0:0/96")  # IPv4 addresses, as a socket for both kinds writes them
STARS = re.compile(r"((?:[0-9]+\.){0,3})\*(?:\.\*)*")


class Why(StrEnum):
    """The reason why a text is no range."""

    MALFORMED = "malformed"
    BACKWARDS = "backwards"
    EVERYTHING = "everything"
    MAPPED = "mapped"


class NoRange(ValueError):
    """The text is no range of addresses; ``why`` says what is wrong with it."""

    def __init__(self, text: str, why: Why) -> None:
        super().__init__(text)
        self.text, self.why = text, why


def address(text: str) -> Address | None:
    """Reads the address of a client; None for what is none, as a socket of the file system. An IPv4 address is the same
    one however it is written, and the zone of a link (``%eth0``) says nothing to a server."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def network(text: str) -> Network:
    """Reads a range; a single address is one of its own, and bits behind the prefix are cut off. Raises NoRange, also
    for the range of all addresses, which would let in everybody."""
    try:
        found = ip_network(text.strip(), strict=False)
    except ValueError:
        raise NoRange(text, Why.MALFORMED) from None
    if found.prefixlen == 0:
        raise NoRange(text, Why.EVERYTHING)
    if isinstance(found, IPv6Network) and found.overlaps(MAPPED):
        raise NoRange(text, Why.MAPPED)
    return found


def networks(text: str) -> tuple[Network, ...]:
    """Reads what people write for a range: as ``network`` reads it, from one address to another, or with stars for the
    last parts of an IPv4 address. Returns the fewest ranges that hold the same addresses. Raises NoRange."""
    first, dash, last = text.partition("-")
    if not dash:
        return (network(_without_stars(text.strip())),)
    try:
        ends = ip_address(first.strip()), ip_address(last.strip())
    except ValueError:
        raise NoRange(text, Why.MALFORMED) from None
    match ends:
        case (IPv4Address(), IPv4Address()) | (IPv6Address(), IPv6Address()) if int(ends[0]) > int(ends[1]):
            raise NoRange(text, Why.BACKWARDS)
        case (IPv4Address(), IPv4Address()) | (IPv6Address(), IPv6Address()):
            return tuple(network(str(one)) for one in summarize_address_range(*ends))
        case _:
            raise NoRange(text, Why.MALFORMED)


def _without_stars(text: str) -> str:
    """Returns 10.1.2.0/24 for 10.1.2.*, and what has no stars as it is."""
    found = STARS.fullmatch(text)
    if found is None or text.count(".") != 3:
        return text
    parts = found[1].split(".")[:-1]
    return f"{'.'.join(parts + ['0'] * (4 - len(parts)))}/{8 * len(parts)}"


def holds(networks: Iterable[Network], one: Address | None) -> bool:
    """True if the address lies in one of the ranges."""
    return one is not None and any(one in network for network in networks)
