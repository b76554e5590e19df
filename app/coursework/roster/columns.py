"""The columns of a list of students: named by a header in the words of registrars, Moodle or Canvas, else told by what
stands in them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

NUMBER = re.compile(r"[A-Za-z]{0,4}[0-9][0-9 ./-]{3,}[0-9A-Za-z]?")
EXTRA = re.compile(r"([0-9]{1,3})(?:[.,]0*)? ?%?")
PERCENT = re.compile(r"[0-9]{1,3} ?%")  # without a header, a bare number may be that of a group
# The field of each column by its header, in small letters, without spaces and signs; of two columns that fit, the
# spelling that stands first wins.
HEADERS: Mapping[str, Sequence[str]] = {
    "first": ("firstname", "givenname", "givennames", "forename", "vorname", "prénom", "prenom"),
    "last": ("lastname", "surname", "familyname", "nachname", "familienname", "nomdefamille"),
    "name": (
        "name", "fullname", "studentname", "displayname", "student", "vollständigername", "nom",
    ),
    "email": (
        "email", "emailaddress", "mail", "mailaddress", "emailadresse", "mailadresse", "uniemail", "adresseemail",
    ),
    "matriculation": (
        "matriculationnumber", "matriculationno", "matriculation", "matrikelnummer", "matrikelnr", "matrnr", "matnr",
        "matrikel", "studentnumber", "studentid", "studentno", "registrationnumber", "sisuserid", "idnumber",
        "idnummer", "leginummer", "legi", "rollnumber", "rollno", "sid", "number", "nummer", "id",
    ),
    "section": (
        "section", "sections", "group", "groups", "tutorial", "tutorialgroup", "class", "gruppe", "gruppen",
        "übungsgruppe", "uebungsgruppe", "tutorium", "groupe",
    ),
    "extra_time": (
        "extratime", "extratimeinpercent", "extratimepercent", "extra", "additionaltime", "zeitverlängerung",
        "zusatzzeit", "mehrzeit", "nachteilsausgleich",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Columns:
    """The place of each field in a row of cells, and the headers of columns that are not read."""

    places: Mapping[str, int]
    unread: tuple[str, ...] = ()

    def of(self, cells: Sequence[str], field: str) -> str:
        """Returns the cell of a field, "" where the row has none."""
        place = self.places.get(field)
        return cells[place] if place is not None and place < len(cells) else ""


def from_header(cells: Sequence[str]) -> Columns | None:
    """Returns the columns that a header names; None for a row that is none."""
    if any("@" in cell for cell in cells):
        return None
    said = ["".join(letter for letter in cell.casefold() if letter.isalnum()) for cell in cells]
    places = {
        field: said.index(next(name for name in names if name in said))
        for field, names in HEADERS.items()
        if any(name in said for name in names)
    }
    if not places:
        return None
    if "first" in places and "last" not in places and "name" in places:  # as in “Name, Vorname”
        places["last"] = places.pop("name")
    unread = tuple(cell for n, cell in enumerate(cells) if cell and n not in places.values())
    return Columns(places, unread)


def from_cells(rows: Sequence[Sequence[str]]) -> Columns:
    """Tells the columns of rows without a header. Of texts, one is a name, two are name and section, three are first
    name, last name and section."""
    width = max(map(len, rows), default=0)
    kinds = [_kind([row[n] for row in rows if n < len(row) and row[n]]) for n in range(width)]
    places = {
        field: kinds.index(field) for field in ("email", "matriculation", "extra_time") if field in kinds
    }
    texts = [n for n, kind in enumerate(kinds) if kind == "text"]
    fields = ("first", "last", "section") if len(texts) > 2 else ("name", "section")
    return Columns(places | dict(zip(fields, texts, strict=False)))


def _kind(cells: Sequence[str]) -> str:
    """Returns what most of these cells are."""
    if not cells:
        return ""
    if 2 * sum("@" in cell for cell in cells) > len(cells):
        return "email"
    for kind, form in (("extra_time", PERCENT), ("matriculation", NUMBER)):
        if 2 * sum(form.fullmatch(cell) is not None for cell in cells) > len(cells):
            return kind
    return "text"
