"""Each colour has a name that says what it means, in one file, and is read well on every ground in both themes."""

import re
from collections.abc import Iterator

import pytest

from app.settings import HOME

STATIC = HOME / "static"
TOKENS = STATIC / "web" / "colours.css"
SHEETS = sorted(path for path in STATIC.rglob("*.css") if "vendor" not in path.parts)
SCRIPTS = sorted(path for path in STATIC.rglob("*.js") if "vendor" not in path.parts)
PAGES = sorted((HOME / "templates").rglob("*.html"))
PRINTS = sorted(path for path in (HOME / "templates").rglob("print/*") if path.is_file())

GROUNDS = ("desk", "paper", "field", "wrong-wash", "earned-wash", "due-wash", "next-wash")
INKS = ("ink", "faded", "wrong", "earned", "due", "next")
READ, SEEN = 4.5, 3.0  # WCAG 2.2, level AA: text, and what is no text but has to be seen
PAIRS = (
    *((ink, ground, READ) for ink in INKS for ground in GROUNDS),
    *(("paper", filled, READ) for filled in ("next", "ink")),  # what is written on a button
    ("ink", "heat", READ),
    ("paper", "earned", SEEN),  # the tick in its filled ring
    *((line, ground, SEEN) for line in ("field-edge", "drawn", "focus") for ground in GROUNDS[:3]),
    *((number, ground, SEEN) for number in ("positive", "negative") for ground in GROUNDS[:3]),
)

NAMES = "white|black|red|green|blue|orange|yellow|grey|gray|purple|pink|brown|silver|gold"
RAW = re.compile(
    rf"#[0-9a-f]{{3,8}}\b(?![^{{}};]*\{{)|\b(?:rgba?|hsla?|hwb|oklch|lab|lch)\(|:[^;{{}}]*\b(?:{NAMES})\b",
    re.I,
)


def bare(text: str) -> str:
    """A style sheet without its comments and its quoted texts."""
    return re.sub(r'/\*.*?\*/|"[^"]*"', "", text, flags=re.DOTALL)


def themes() -> dict[str, dict[str, str]]:
    """The values of all tokens by day, and by night, where those stand that the night leaves alone."""
    day, night, _ = re.findall(r":root \{(.*?)\}", bare(TOKENS.read_text()), re.DOTALL)
    light = dict(re.findall(r"--([\w-]+): ([^;]+);", day))
    return {"light": light, "dark": light | dict(re.findall(r"--([\w-]+): ([^;]+);", night))}


def luminance(value: str) -> float:
    shares = [int(value[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_colour_is_read_well_on_every_ground(theme: str) -> None:
    tokens = themes()[theme]
    value = {
        name: tokens.get(text.removeprefix("var(--").removesuffix(")"), text) for name, text in tokens.items()
    }
    weak = {
        f"{ink} on {ground}": round(found, 2)
        for ink, ground, least in PAIRS
        if (found := contrast(value[ink], value[ground])) < least
    }
    assert weak == {}


def test_black_on_white_has_the_contrast_that_the_standard_names() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


def test_the_night_gives_every_meaning_a_colour_of_its_own() -> None:
    light, dark = themes().values()
    assert {
        name
        for name in light
        if name.startswith(("wrong", "earned", "due", "next")) and light[name] == dark[name]
    } == set()


def raw() -> Iterator[str]:
    for path in SHEETS:
        if path != TOKENS:
            yield from (f"{path.name}: {found}" for found in RAW.findall(bare(path.read_text())))
    for path in (*PAGES, *SCRIPTS):
        if "print" not in path.parts:
            yield from (
                f"{path.name}: {found}"
                for found in re.findall(r"[\"' :]#(?:[0-9a-f]{6}|[0-9a-f]{3})[\"';]", path.read_text())
            )


def test_no_colour_is_named_outside_the_tokens() -> None:
    assert list(raw()) == []


def test_every_colour_that_is_asked_for_is_a_token() -> None:
    known = {name for path in SHEETS for name in re.findall(r"--([\w-]+)(?:: | \{)", path.read_text())}
    asked = {
        (path.name, name)
        for path in (*SHEETS, *SCRIPTS)
        for name in re.findall(r"var\(--([\w-]+)", path.read_text())
    }
    asked |= {
        (path.name, name)
        for path in SCRIPTS
        for name in re.findall(r"colour\(\"--([\w-]+)\"", path.read_text())
    }
    assert {one for one in asked if one[1] not in known} == set()


def test_what_is_printed_is_black_and_grey() -> None:
    found = {
        value
        for path in PRINTS
        for value in re.findall(r"#([0-9a-f]{3}|[0-9a-f]{6})\b[;} ]", path.read_text())
    }
    assert found
    assert {value for value in found if len(set(re.findall(f".{{{len(value) // 3}}}", value))) > 1} == set()
