"""Addresses and ranges, against a second road: the bits of an address, compared by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.identity.networks import NoRange, Why, address, holds, network, networks


def bits_of_ipv4(text: str) -> str:
    return "".join(f"{int(part):08b}" for part in text.split("."))


def bits_of_ipv6(text: str) -> str:
    head, gap, tail = text.partition("::")
    first = [part for part in head.split(":") if part]
    last = [part for part in tail.split(":") if part]
    zeros = ["0"] * (8 - len(first) - len(last)) if gap else []
    return "".join(f"{int(part, 16):016b}" for part in [*first, *zeros, *last])


IPV4 = st.tuples(*[st.integers(0, 255)] * 4).map(lambda parts: ".".join(map(str, parts)))
IPV6 = st.tuples(*[st.integers(0, 0xFFFF)] * 8).map(lambda parts: ":".join(f"{part:x}" for part in parts))


@given(IPV4, IPV4, st.integers(1, 32), st.booleans())
def test_ipv4_range_holds_what_begins_with_its_bits(base: str, other: str, prefix: int, near: bool) -> None:
    one = ".".join([*base.split(".")[:3], other.split(".")[3]]) if near else other
    same = bits_of_ipv4(base)[:prefix] == bits_of_ipv4(one)[:prefix]
    there = [network(f"{base}/{prefix}")]
    assert holds(there, address(one)) == same
    assert holds(there, address(f"::ffff:{one}")) == same


@given(IPV6, IPV6, st.integers(100, 128), st.booleans())
def test_ipv6_range_holds_what_begins_with_its_bits(base: str, other: str, prefix: int, near: bool) -> None:
    one = ":".join([*base.split(":")[:7], other.split(":")[7]]) if near else other
    same = bits_of_ipv6(base)[:prefix] == bits_of_ipv6(one)[:prefix]
    assert holds([network(f"{base}/{prefix}")], address(one)) == same


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("10.1.2.0/24", "10.1.2.0/24"),
        (" 10.1.2.77/24 ", "10.1.2.0/24"),
        ("10.1.2.7", "10.1.2.7/32"),
        ("10.1.2.0/255.255.255.0", "10.1.2.0/24"),
        ("2001:DB8::/64", "2001:db8::/64"),
        ("2001:db8::1", "2001:db8::1/128"),
        ("128.0.0.0/1", "128.0.0.0/1"),
    ],
)
def test_a_range_is_read_however_it_is_written(text: str, means: str) -> None:
    assert str(network(text)) == means


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", Why.MALFORMED),
        ("HG F 1", Why.MALFORMED),
        ("10.1.2", Why.MALFORMED),
        ("10.1.2.0/33", Why.MALFORMED),
        ("010.1.2.0/24", Why.MALFORMED),
        ("10.1.2.300", Why.MALFORMED),
        ("10.1.2.0/24/24", Why.MALFORMED),
        ("10.1.2.0-10.1.2.9", Why.MALFORMED),
        ("*.example.org", Why.MALFORMED),
        ("١٠.1.2.3", Why.MALFORMED),
        ("0.0.0.0/0", Why.EVERYTHING),
        ("10.1.2.3/0", Why.EVERYTHING),
        ("::/0", Why.EVERYTHING),
        ("::ffff:10.1.2.0/120", Why.MAPPED),
        ("::/1", Why.MAPPED),
    ],
)
def test_what_is_no_range_is_said(text: str, why: Why) -> None:
    with pytest.raises(NoRange) as refused:
        network(text)
    assert refused.value.why is why


@given(IPV4, IPV4, IPV4, st.booleans())
def test_from_one_address_to_another_holds_what_lies_between(
    low: str, high: str, one: str, near: bool
) -> None:
    if near:
        low, high = (".".join([*one.split(".")[:3], each.split(".")[3]]) for each in (low, high))
    low, high = sorted((low, high), key=bits_of_ipv4)
    if (low, high) == ("0.0.0.0", "255.255.255.255"):
        return
    there = networks(f"{low}-{high}")
    assert holds(there, address(one)) == (bits_of_ipv4(low) <= bits_of_ipv4(one) <= bits_of_ipv4(high))
    assert len(there) <= 62


@given(IPV6, st.integers(0, 0xFFFF), st.integers(0, 0xFFFF), st.integers(0, 0xFFFF))
def test_from_one_ipv6_address_to_another_as_well(base: str, low: int, high: int, one: int) -> None:
    low, high = sorted((low, high))
    head = ":".join(["2001", *base.split(":")[1:7]])
    there = networks(f"{head}:{low:x} - {head}:{high:x}")
    assert holds(there, address(f"{head}:{one:x}")) == (low <= one <= high)


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("10.1.2.0/24", ["10.1.2.0/24"]),
        ("10.1.2.7", ["10.1.2.7/32"]),
        ("10.1.2.0-10.1.2.255", ["10.1.2.0/24"]),
        (" 10.1.2.0 - 10.1.2.255 ", ["10.1.2.0/24"]),
        ("10.1.2.7-10.1.2.7", ["10.1.2.7/32"]),
        ("10.1.2.254-10.1.3.0", ["10.1.2.254/31", "10.1.3.0/32"]),
        ("10.1.2.*", ["10.1.2.0/24"]),
        ("10.1.*.*", ["10.1.0.0/16"]),
        ("10.*.*.*", ["10.0.0.0/8"]),
        ("2001:db8::-2001:db8::ffff", ["2001:db8::/112"]),
        ("2001:db8::1", ["2001:db8::1/128"]),
    ],
)
def test_a_range_that_is_written_without_a_prefix_becomes_one_with_it(text: str, means: list[str]) -> None:
    assert [str(one) for one in networks(text)] == means


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("10.1.2.255-10.1.2.0", Why.BACKWARDS),
        ("2001:db8::2-2001:db8::1", Why.BACKWARDS),
        ("10.1.2.0-2001:db8::1", Why.MALFORMED),
        ("10.1.2.0-", Why.MALFORMED),
        ("-10.1.2.0", Why.MALFORMED),
        ("10.1.2.0-10.1.2.9-10.1.2.12", Why.MALFORMED),
        ("10.1.2.0/24-10.1.3.0/24", Why.MALFORMED),
        ("10.1.*", Why.MALFORMED),
        ("10.*.2.*", Why.MALFORMED),
        ("10.1.2.*/24", Why.MALFORMED),
        ("10.300.*.*", Why.MALFORMED),
        ("2001:db8::*", Why.MALFORMED),
        ("*", Why.MALFORMED),
        ("*.*.*.*", Why.EVERYTHING),
        ("0.0.0.0-255.255.255.255", Why.EVERYTHING),
        ("::ffff:0:0-::ffff:0:9", Why.MAPPED),
    ],
)
def test_what_is_no_range_in_any_way_is_said(text: str, why: Why) -> None:
    with pytest.raises(NoRange) as refused:
        networks(text)
    assert refused.value.why is why


@pytest.mark.parametrize("text", ["", "testclient", "unix:", "10.1.2.3:443", "[::1]", "10.1.2.3, 10.9.9.9"])
def test_what_is_no_address_lies_in_no_range(text: str) -> None:
    assert address(text) is None
    assert not holds([network("10.0.0.0/8"), network("::1")], address(text))


def test_the_zone_of_a_link_changes_nothing() -> None:
    assert holds([network("fe80::/10")], address("fe80::1%eth0"))
