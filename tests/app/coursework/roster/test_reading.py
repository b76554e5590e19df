"""Lists of students as people have them: what is read of each, and what is said about lines that cannot be read."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.coursework.roster import reading
from app.coursework.roster.reading import MOST_ROWS, NoText, Row, TooLong, decoded, read

ADA = Row(at=1, name="Ada Lovelace", email="ada@school.example", matriculation="20-123-456", section="Tue")


NO_PERCENT = "is no number of percent from 0 to 300: the line is taken over without it."


def rows(text: str) -> list[tuple[object, ...]]:
    return [(one.name, one.email, one.matriculation, one.section, one.extra_time) for one in read(text).rows]


def said(text: str) -> list[str]:
    """The findings as they are shown, each with its line."""
    found = read(text)
    assert not {one.at for one in found.findings if not one.kept} & {one.at for one in found.rows}
    return [f"{one.at}: {one.says % {'text': one.text, 'other': one.other}}" for one in found.findings]


@pytest.mark.parametrize("separator", ["\t", ";", ","])
def test_columns_without_a_header_are_told_by_what_stands_in_them(separator: str) -> None:
    line = separator.join(["Ada Lovelace", "ada@school.example", "20-123-456", "Tue"])
    assert read(line).rows == (ADA,)
    backwards = separator.join(["20-123-456", "ADA@school.example ", " Ada  Lovelace", "Tue"])
    assert read(backwards).rows == (ADA,)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (  # Moodle's list of participants
            """First name,Last name,ID number,Email address,Groups,Last access
"Ada",Lovelace,20123456,ada@x.org,"Tue, A",1 day""",
            ("Ada Lovelace", "ada@x.org", "20123456", "Tue, A", None),
        ),
        (  # Canvas's gradebook: its own ID is no matriculation number where the registrar's is there, too
            "Student,ID,SIS User ID,SIS Login ID,Section\n\"Lovelace, Ada\",77,20123456,ada,Tue\n",
            ("Lovelace, Ada", "", "20123456", "Tue", None),
        ),
        (  # a registrar's, in German
            "Name;Vorname;Matrikelnummer;E-Mail;Nachteilsausgleich\nMüller;Zoë;20-123-456;zoe@x.org;25 %\n",
            ("Zoë Müller", "zoe@x.org", "20-123-456", "", 25),
        ),
        ("sep=;\nE-Mail;Extra time\nada@x.org;50\n", ("", "ada@x.org", "", "", 50)),
    ],
)  # fmt: skip
def test_headers_are_understood_in_the_words_of_those_who_write_them(
    text: str, wanted: tuple[object, ...]
) -> None:
    assert rows(text) == [wanted]


def test_columns_that_are_not_read_are_named() -> None:
    found = read("E-mail,Last access,Favourite colour\nada@x.org,today,green")
    assert (found.fields, found.unread) == (("email",), ("Last access", "Favourite colour"))


def test_addresses_are_read_as_a_mail_program_copies_them() -> None:
    text = '"Lovelace, Ada" <Ada@x.org>; Bob Okafor <bob@x.org>, Kim, Lee <kim@x.org>\n<eve@x.org>'
    assert [(one.at, one.name, one.email) for one in read(text).rows] == [
        (1, "Lovelace, Ada", "ada@x.org"),
        (1, "Bob Okafor", "bob@x.org"),
        (1, "Kim, Lee", "kim@x.org"),
        (2, "", "eve@x.org"),
    ]
    assert [row[1] for row in rows("ada@x.org\n\nbob@x.org\r\n")] == ["ada@x.org", "bob@x.org"]


def test_an_address_that_stands_twice_on_a_line_is_one_student() -> None:
    text = "Ada <ada@x.org>, Bob <bob@x.org>, Lovelace <ADA@x.org >"
    assert [row[:2] for row in rows(text)] == [("Ada", "ada@x.org"), ("Bob", "bob@x.org")]
    assert said(text) == []


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("a@x.ch, b@x.ch; c@x.ch", [("", "a@x.ch"), ("", "b@x.ch"), ("", "c@x.ch")]),
        ("a@x.ch,B@x.ch;;c@x.ch d@x.ch;", [("", "a@x.ch"), ("", "b@x.ch"), ("", "c@x.ch"), ("", "d@x.ch")]),
        ("a@x.ch; C <c@x.ch>, d@x.ch", [("", "a@x.ch"), ("C", "c@x.ch"), ("", "d@x.ch")]),
        ("a@x.ch, Lovelace, Ada <ada@x.ch>; b@x.ch", [("", "a@x.ch"), ("Lovelace, Ada", "ada@x.ch"), ("", "b@x.ch")]),
        ("a@x.ch, Ada <A@x.ch>, a@x.ch", [("Ada", "a@x.ch")]),
        ("a@x.ch, old@x.ch <new@x.ch>", [("", "a@x.ch"), ("old@x.ch", "new@x.ch")]),
        ("a@x.ch, <b@x.ch>", [("", "a@x.ch"), ("", "b@x.ch")]),
        ("<a@x.ch> b@x.ch", [("", "a@x.ch"), ("", "b@x.ch")]),
    ],
)  # fmt: skip
def test_bare_addresses_are_read_from_one_line_also_among_others_with_names(
    line: str, wanted: list[tuple[str, str]]
) -> None:
    assert [row[:2] for row in rows(line)] == wanted
    assert said(line) == []
    below = rows(f"Kim\tkim@x.ch\t20-123\n{line}\nbob@x.ch")  # in a table without a header
    assert below == [
        ("Kim", "kim@x.ch", "20-123", "", None),
        *((name, email, "", "", None) for name, email in wanted),
        ("", "bob@x.ch", "", "", None),
    ]


def test_a_slip_on_one_line_leaves_the_addresses_on_other_lines_as_they_are() -> None:
    text = "a@x.ch, b@x.ch\nc@x.ch; d at x.ch; e@x.ch\nf@x.ch"
    assert [row[1] for row in rows(text)][:2] == ["a@x.ch", "b@x.ch"]
    assert rows(text)[-1][1] == "f@x.ch"


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Ada;ada@x.org\nBob;bob(at)x.org\nCy;cy@x.org", "2: “bob(at)x.org” is no e-mail address."),
        ("Ada;ada@x.org\nBob;ADA@x.org", "2: “ada@x.org” stands on line 1, too."),
        ("Ada;20-123-456\nBob;20123456", "2: “20123456” stands on line 1, too."),
        (
            "name;e-mail\nAda;ada@x.org\nBob;",
            "3: An e-mail or a matriculation number is needed: names are shared.",
        ),
        ("name;e-mail\n;", "2: Neither a name nor an e-mail nor a number stands here."),
        (
            "e-mail;extra time\nada@x.org;a lot",
            "2: “a lot” is no number of percent from 0 to 300: the line is taken over without it.",
        ),
        (
            "e-mail;extra time\nada@x.org;301",
            "2: “301” is no number of percent from 0 to 300: the line is taken over without it.",
        ),
        ("e-mail;number\nada@x.org;--", "2: “--” is no matriculation number."),
        (f"name;e-mail\n{'A' * 81};ada@x.org", f"2: “{'A' * 80}…” is too long."),
        ("A" * 2001, "1: This line is too long."),
    ],
)
def test_what_keeps_a_line_out_is_said_with_its_number(text: str, finding: str) -> None:
    assert said(text) == [finding]


def test_a_cell_of_extra_time_that_cannot_be_read_costs_nobody_their_line() -> None:
    found = read("e-mail;name;extra time\nada@x.org;Ada;yes\nbob@x.org;Bob;25")
    assert [(one.email, one.extra_time) for one in found.rows] == [("ada@x.org", None), ("bob@x.org", 25)]
    assert [(one.who, one.kept) for one in found.findings] == [("Ada", True)]


def test_without_a_header_a_bare_number_is_that_of_a_group() -> None:
    assert rows("Ada;ada@x.org;1234567;3\nBob;bob@x.org;1234568;4") == [
        ("Ada", "ada@x.org", "1234567", "3", None),
        ("Bob", "bob@x.org", "1234568", "4", None),
    ]
    assert rows("Ada;ada@x.org;25 %\nBob;bob@x.org;")[0][4] == 25


def test_a_quotation_mark_left_open_spoils_its_own_line_alone() -> None:
    found = rows('name,e-mail\n"Ada,ada@x.org\nBob,bob@x.org\nAda "the Count" L,ada@y.org')
    assert [row[1] for row in found] == ["bob@x.org", "ada@y.org"]
    assert found[1][0] == 'Ada "the Count" L'


def test_invisible_characters_are_dropped_and_a_formula_stays_text() -> None:
    assert rows("=cmd|' /C calc'!A0\u202e\0;ada@x.org\u200b")[0][:2] == ("=cmd|' /C calc'!A0", "ada@x.org")


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_is_read_in_the_coding_in_which_it_was_written(coding: str) -> None:
    assert decoded("Zoë Müller".encode(coding)) == "Zoë Müller"


@pytest.mark.parametrize(
    "first",
    [
        b"PK\x03\x04\x14\0\x06\0", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"%PDF-1.7\n", b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0\0\x10JFIF", b"\x1f\x8b\x08",
    ],
)  # fmt: skip
def test_a_file_that_is_no_text_is_told_by_its_first_bytes(first: bytes) -> None:
    with pytest.raises(NoText):
        decoded(first + b"Ada;ada@x.org\n" * 20)


def test_a_list_longer_than_any_course_is_refused() -> None:
    read("a@x.org\n" * MOST_ROWS)
    for text in ("a@x.org\n" * (MOST_ROWS + 1), "x" * (reading.LONGEST_TEXT + 1)):
        with pytest.raises(TooLong):
            read(text)


CELLS = st.sampled_from(
    [
        "ada@x.org",
        "name",
        "e-mail",
        "20123",
        '"',
        "<",
        ">",
        ";",
        ",",
        "\t",
        "\n",
        "\r",
        "=1+1",
        "\0",
        "ß",
        "99",
    ]
)


@settings(max_examples=300)
@given(st.one_of(st.text(max_size=200), st.lists(CELLS, max_size=40).map("".join)))
def test_whatever_is_typed_is_read_or_said_to_be_no_line(text: str) -> None:
    found = read(text)
    typed = len([line for line in text.replace("\r", "\n").split("\n") if line.strip()])
    places = [one.at for one in found.rows] + [one.at for one in found.findings]
    assert all(1 <= at <= text.count("\n") + text.count("\r") + 1 for at in places)
    assert found.rows == () or typed
    emails = [one.email for one in found.rows if one.email]
    assert len(emails) == len(set(emails))
    for one in found.rows:
        assert one.email or one.matriculation
        assert all(text.isprintable() for text in (one.name, one.email, one.matriculation, one.section))
