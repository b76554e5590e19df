"""Safe Exam Browser: its keys, hashed by hand; the Config Key of settings, against one that was published."""

import base64
import gzip
import hashlib
import json
import plistlib
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.exams.supervision import seb_keys
from app.exams.supervision.seb_keys import MOST_KEYS, NoKey, both, digest, proven
from app.exams.supervision.seb_settings import (
    EncryptedSettings,
    NoSettings,
    config_key,
    made,
    read,
    written,
)

URL = "https://exam.example/sittings/abc/questions/2?a=1&b=%20x"
KEY, OTHER = "ab" * 32, "cd" * 32
# The settings that Safe Exam Browser 2.1.4 for macOS saved, and the key that it worked out for them, as Moodle's tests
# of quizaccess_seb state both (unencrypted_mac_001).
PUBLISHED: dict[str, Any] = json.loads((Path(__file__).parent / "seb_settings.json").read_text())
PUBLISHED_KEY = "4fa9af8ec8759eb7c680752ef4ee5eaf1a860628608fccae2715d519849f9292"


def published() -> dict[str, Any]:
    return PUBLISHED | {
        "examKeySalt": base64.b64decode(PUBLISHED["examKeySalt"]),
        "configKeySalt": b"",
        "originatorVersion": "SEB_OSX_2.1.4_2B66",
    }


def plist(inside: str) -> bytes:
    return f'<?xml version="1.0"?><plist version="1.0">{inside}</plist>'.encode()


# Keys of requests


@given(st.text(max_size=80), st.binary(min_size=32, max_size=32))
def test_a_digest_is_sha256_of_address_and_key(path: str, key: bytes) -> None:
    url = f"https://exam.example/{path.replace('#', '')}"
    assert digest(url, key.hex()) == hashlib.sha256(url.encode() + key.hex().encode()).hexdigest()


def test_one_of_several_keys_is_enough_whatever_its_case_and_its_blanks() -> None:
    sent = digest(URL, OTHER)
    assert proven((KEY, OTHER), URL, sent)
    assert proven((KEY, OTHER), URL, f" {sent.upper()} ")
    assert not proven((KEY,), URL, sent)


@pytest.mark.parametrize(
    "sent", ["", KEY, "0" * 64, digest(URL.partition("?")[0], KEY), digest(URL + "#q", KEY)[:-1], "é"]
)
def test_the_digest_of_another_address_or_the_key_itself_proves_nothing(sent: str) -> None:
    assert not proven((KEY,), URL, sent)


def test_the_fragment_of_an_address_is_not_hashed() -> None:
    assert digest(f"{URL}#question", KEY) == digest(URL, KEY)


def test_each_kind_of_key_that_is_asked_for_must_be_proven() -> None:
    config, browser = digest(URL, KEY), digest(URL, OTHER)
    assert both((KEY,), (OTHER,), URL, config, browser)
    assert not both((KEY,), (OTHER,), URL, config, "")
    assert not both((KEY,), (OTHER,), URL, browser, config)
    assert both((), (OTHER,), URL, "", browser)


def test_keys_are_read_in_any_case_once_each() -> None:
    assert seb_keys.read(f"{KEY.upper()}\n{KEY}, {OTHER}") == (KEY, OTHER)
    assert seb_keys.read(" \n") == ()


@pytest.mark.parametrize("text", ["ab", "g" * 64, KEY + "0", "x" * 9000])
def test_what_is_no_key_is_named(text: str) -> None:
    with pytest.raises(NoKey) as refused:
        seb_keys.read(f"{OTHER} {text}")
    assert str(refused.value) == text


def test_more_keys_than_there_are_versions_are_refused() -> None:
    many = [hashlib.sha256(bytes([n])).hexdigest() for n in range(MOST_KEYS + 1)]
    assert len(seb_keys.read(" ".join(many[:-1]))) == MOST_KEYS
    with pytest.raises(NoKey):
        seb_keys.read(" ".join(many))


# Settings


def test_config_key_of_published_settings_is_the_one_that_was_published() -> None:
    assert config_key(published()) == PUBLISHED_KEY
    assert config_key(read(written(published()))) == PUBLISHED_KEY


def test_settings_are_read_packed_and_plain() -> None:
    plain = written(published())
    packed = gzip.compress(b"plnd" + gzip.compress(plain))
    assert config_key(read(packed)) == config_key(read(gzip.compress(plain))) == PUBLISHED_KEY


def by_hand(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_each_kind_of_value_is_written_as_the_specification_says() -> None:
    settings = {
        "originatorVersion": "SEB_Win_2.1.1",
        "b": [True, {"Z": 1, "y": 'a\\b/"c'}, {}],
        "A": b"\x00\xff",
        "allowWLAN": 2,
        "allowWlan": 1.5,
        "empty": {},
        "date": datetime(1940, 10, 9, 22, 13, 56),  # noqa: DTZ001 - as plistlib reads it
        "ü": "é",
    }
    text = (
        '{"A":"AP8=","allowWlan":1.5,"allowWLAN":2,"b":[true,{"y":"a\\b/"c","Z":1},{}],'
        '"date":"1940-10-09T22:13:56+00:00","ü":"é"}'
    )
    assert config_key(settings) == by_hand(text)


def test_settings_made_for_an_exam_lead_to_it_and_prove_it() -> None:
    settings = made("https://exam.example/courses/c/exams/e", "https://exam.example/leave", filters=True)
    text = (
        '{"allowQuit":true,"browserWindowAllowReload":true,"quitURL":"https://exam.example/leave",'
        '"quitURLConfirm":false,"sebConfigPurpose":0,"sendBrowserExamKey":true,"showReloadButton":true,'
        '"startURL":"https://exam.example/courses/c/exams/e","URLFilterEnable":true,"URLFilterRules":'
        '[{"action":1,"active":true,"expression":"exam.example/*","regex":false}]}'
    )
    assert config_key(read(written(settings))) == config_key(settings) == by_hand(text)
    assert "URLFilterRules" not in made("https://exam.example/", "https://exam.example/leave", filters=False)


@pytest.mark.parametrize("kind", [b"pswd", b"pwcc", b"pkhs", b"phsk"])
def test_encrypted_settings_are_told_apart(kind: bytes) -> None:
    with pytest.raises(EncryptedSettings):
        read(gzip.compress(kind + b"\x02\x01secret"))


@pytest.mark.parametrize(
    "file",
    [
        b"", b"no", b"\x1f\x8bno", b"plnd", gzip.compress(b"", mtime=0), written(published())[:-40],
        plist("<array/>"), plist("<string>x</string>"), plist("<dict><key>a</key></dict>"),
        plist("<dict><integer>1</integer></dict>"), plist("<dict><key>a</key><integer>x</integer></dict>"),
        plist("<dict><key>a</key><date>x</date></dict>"), plist("<dict><key>a</key><data>A</data></dict>"),
        plist("<dict><key>a</key><nothing/></dict>"), plistlib.dumps({"a": 1}, fmt=plistlib.FMT_BINARY),
        b'<?xml version="1.0"?><!DOCTYPE plist [<!ENTITY a "b">]><plist><dict><key>a</key></dict></plist>',
        gzip.compress(b"<" + b" " * 2_000_000, mtime=0),
        plist("<dict>" + "<key>a</key><dict>" * 5000 + "</dict>" * 5000 + "</dict>"),
    ],
)  # fmt: skip
def test_what_holds_no_settings_is_refused(file: bytes) -> None:
    with pytest.raises(NoSettings):
        config_key(read(file))


def test_settings_nested_beyond_reason_are_refused() -> None:
    deep: dict[str, Any] = {"a": 1}
    for _ in range(50):
        deep = {"a": deep}
    with pytest.raises(NoSettings):
        config_key(deep)
