"""Broken and hostile files: every answer is a page, nothing is half written, and time and memory stay bounded.

``EXAMFORMER_PACKAGES`` (300) is how many the server gets.
"""

import io
import os
import re
import time
import tomllib
import tracemalloc
import zipfile
from collections.abc import Iterator
from random import Random

import pytest

from app.authoring.exchange import foreign
from app.authoring.exchange.archive import MOST_BYTES, CannotUnpack
from app.authoring.exchange.from_variant import exchanged
from app.authoring.exchange.moodle.writing import moodle_xml
from app.authoring.exchange.qti.names import V21, V30
from app.authoring.exchange.qti.package import pack, zipped
from engine import variants
from tests.app.accounts.members import Member
from tests.app.authoring.test_exports import upload
from tests.engine.submissions import BANK

PIECES = [
    b"<", b">", b"&", b"]]>", b"<![CDATA[", b"{", b"}", b"~", b"=", b"#", b"%", b"\0", b"\xff", b"'", b'"', b"-1",
    b"1e999", b"NaN", b"../", b"<script>alert(1)</script>", b"<!DOCTYPE x [<!ENTITY a 'b'>]>", b"&a;", b"$", b"\\(",
    b"\xf0\x9f\x98\x80", b"fraction", b"<answer>", b"</text>", b"identifier", b"<mapEntry/>", b"{1:NM:=", b"{1:MC:",
    b"true", b"0", b"999999999999",
]  # fmt: skip
GIFT = (
    b"::T::Q {=a#yes ~b#no}\n\nHow many? {#3:1 =%50%4:2}\n\nMatch {=a -> b =c -> d}\n\nSun {T#no#yes####so}\n"
)
SECONDS = 20.0
PACKAGES = int(os.environ.get("EXAMFORMER_PACKAGES", "300"))


def moodle(kind: str, body: bytes) -> bytes:
    return b"<quiz><question type='%s'>%s</question></quiz>" % (kind.encode(), body)


def whole_files() -> list[tuple[str, bytes]]:
    names = ["why-attention-is-scaled", "cosine-of-two-vectors", "kv-cache-of-a-chat-server"]
    names += [
        next(one.id for one in BANK.questions.values() if one.kind == kind)
        for kind in ("order", "match", "text")
    ]
    questions = [BANK.questions[name] for name in names]
    sent = [exchanged(variants.draw(one, 1, one.default_level)) for one in questions]
    return [
        ("quiz.xml", moodle_xml(sent)),
        ("qti.zip", pack(sent, V21, "")),
        ("qti3.zip", pack(sent, V30, "")),
        ("quiz.gift", GIFT),
    ]


def spoiled(content: bytes, rng: Random) -> bytes:
    """The content with a few pieces put in, taken out, or repeated."""
    made = bytearray(content)
    for _ in range(rng.randrange(1, 12)):
        at = rng.randrange(len(made) + 1)
        match rng.randrange(4):
            case 0:
                made[at:at] = rng.choice(PIECES)
            case 1:
                del made[at : at + rng.randrange(1, 40)]
            case 2:
                piece = made[at : at + rng.randrange(1, 200)]
                made[at:at] = piece * rng.randrange(1, 6)
            case _:
                made[at : at + 1] = bytes([rng.randrange(256)])
    return bytes(made)


def broken(content: bytes, rng: Random) -> bytes:
    """A package with one of its files spoiled, or the bytes of the archive."""
    if not content.startswith(b"PK") or rng.random() < 0.3:
        return spoiled(content, rng)
    with zipfile.ZipFile(io.BytesIO(content)) as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    name = rng.choice(sorted(files))
    return zipped(files | {name: spoiled(files[name], rng)})


def every(seed: int, many: int) -> Iterator[tuple[str, bytes]]:
    rng, files = Random(seed), whole_files()
    for _ in range(many):
        name, content = rng.choice(files)
        yield name, broken(content, rng)


def test_whatever_is_broken_gives_questions_or_a_sentence() -> None:
    refused = taken = 0
    for name, content in every(1, 120):
        try:
            found = foreign.unpack([(name, content)])
        except CannotUnpack as error:
            assert str(error)
            refused += 1
            continue
        taken += bool(found.files)
        assert all(left.why for left in found.left_out)
    assert refused
    assert taken


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("deep.xml", b"<quiz>" + b"<question>" * 50_000),
        ("wide.xml", b"<quiz>" + b"<question type='x'/>" * 300_000 + b"</quiz>"),
        ("attributes.xml", b"<quiz><question " + b" ".join(b"a%d='1'" % n for n in range(500_000)) + b"/></quiz>"),
        ("long.xml", moodle("essay", b"<questiontext><text>" + b"&lt;b&gt;" * 800_000 + b"</text></questiontext>")),
        ("cloze.xml", moodle("cloze", b"<questiontext><text>" + b"{1:NM:=1}" * 400_000 + b"</text></questiontext>")),
        ("digits.xml", moodle("numerical", b"<answer fraction='100'><text>" + b"9" * 3_000_000 + b"</text></answer>")),
        ("laughs.xml", b"<!DOCTYPE a [<!ENTITY b 'ha'><!ENTITY c '" + b"&b;" * 9 + b"'>]><quiz>&c;</quiz>"),
        ("gift.txt", b"::T::" + b"{=" * (MOST_BYTES // 2)),
        ("bomb.zip", zipped({"imsmanifest.xml": b"<manifest>" + b" " * (2**20 - 30) + b"</manifest>"})),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_what_is_built_to_grow_is_ended(name: str, content: bytes) -> None:
    tracemalloc.start()
    began = time.process_time()
    try:
        found = foreign.unpack([(name, content)])
    except CannotUnpack:
        pass
    else:
        assert sum(len(file.text) for file in found.files) < MOST_BYTES
    finally:
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert time.process_time() - began < SECONDS
    assert most < 400 * 2**20


def drafts(owner: Member) -> dict[str, str]:
    """The texts of all that somebody has, by name."""
    with zipfile.ZipFile(io.BytesIO(owner.learner.client.get("/author/questions.zip").content)) as opened:
        return {name.removesuffix(".toml"): opened.read(name).decode() for name in opened.namelist()}


@pytest.mark.sweep  # in every run the reading is tried without the server, above
def test_a_server_answers_each_of_them_with_a_page_and_keeps_whole_drafts(owner: Member) -> None:
    before = drafts(owner)
    for name, content in every(2, PACKAGES):
        page = upload(owner, (name, content))
        assert page.status in (200, 422), (name, page.status)
        after = drafts(owner)
        new = after.keys() - before.keys()
        told = re.findall(r"(?:New drafts|no questions yet) (\d+)", page.text)
        assert len(new) == sum(map(int, told)) if page.status == 200 else not new
        for draft in new:
            assert tomllib.loads(after[draft])["kind"]
            owner.learner.send(f"/author/{draft}/archive", {})
