"""A question between two systems: what every format is written from, and read into.

Texts are HTML of the few elements that ``html_reading`` knows, with formulas as LaTeX between ``\\(`` and ``\\)``;
where a field says ``plain``, they are text without markup. Shares are parts of the points: 1 is right, 0 is wrong.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256

LINK = re.compile(r'href="([^"]+)"')
GAP = "\ue010"  # stands in a statement for the next of its gaps
RIGHT, WRONG = Fraction(1), Fraction(0)


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to choose, with the feedback for whoever does."""

    text: str
    share: Fraction = WRONG
    feedback: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """Options of which one is chosen, or ``several``; ``whole`` where these earn nothing unless all of them are
    right."""

    options: tuple[Option, ...]
    several: bool = False
    whole: bool = False

    @property
    def right(self) -> tuple[Option, ...]:
        return tuple(option for option in self.options if option.share > 0)


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers from ``low`` to ``high``, both included, around ``key``, which is shown as the answer."""

    key: Decimal
    low: Decimal
    high: Decimal
    share: Fraction = RIGHT
    feedback: str = ""

    @property
    def width(self) -> Decimal:
        """How far from the key a number may lie on either side, for systems with one tolerance."""
        return max(self.key - self.low, self.high - self.key, Decimal(0))


def around(key: Decimal, width: Decimal = Decimal(0), share: Fraction = RIGHT, feedback: str = "") -> Range:
    """The numbers that lie no further from the key than this width, whatever its sign."""
    return Range(key, key - abs(width), key + abs(width), share, feedback)


@dataclass(frozen=True, slots=True)
class Numeric:
    """A number to type. Of the ranges that hold it the first counts."""

    ranges: tuple[Range, ...]
    unit: str = ""

    @property
    def right(self) -> Range:
        """The first range that earns most."""
        return max(self.ranges, key=lambda one: one.share)


@dataclass(frozen=True, slots=True)
class Wording:
    r"""An expected answer, plain, in which ``*`` stands for anything and ``\*`` for a star."""

    text: str
    share: Fraction = RIGHT
    feedback: str = ""


@dataclass(frozen=True, slots=True)
class Short:
    """A word or a few to type, compared with wordings, of which the first that is met counts."""

    wordings: tuple[Wording, ...]
    by_case: bool = False

    @property
    def right(self) -> tuple[Wording, ...]:
        """Those that earn most."""
        most = max(one.share for one in self.wordings)
        return tuple(one for one in self.wordings if one.share == most)


@dataclass(frozen=True, slots=True)
class Essay:
    """Sentences or a program, marked by a person, who sees the ``model`` answer."""

    model: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """Things to put in order, here in the right one."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """Pairs of a left side and its partner, plain; ``extra`` are partners of nothing, plain."""

    pairs: tuple[tuple[str, str], ...]
    extra: tuple[str, ...] = ()

    @property
    def partners(self) -> tuple[str, ...]:
        """All there is to choose from, without repetition."""
        return tuple(dict.fromkeys((*(right for _, right in self.pairs), *self.extra)))


@dataclass(frozen=True, slots=True)
class Gap:
    """A field within a text, with its points."""

    asks: Choice | Numeric | Short
    points: Fraction = RIGHT


@dataclass(frozen=True, slots=True)
class Cloze:
    """Gaps in the statement, where each ``GAP`` stands for the next of them."""

    gaps: tuple[Gap, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A number that is drawn anew for everybody, in steps of its last decimal."""

    low: Decimal
    high: Decimal
    places: int


@dataclass(frozen=True, slots=True)
class Computed:
    """A number computed by a ``formula`` of our language from those that are drawn; a statement shows one as
    ``{name}``. An answer is written with ``places`` decimals, ``scientific`` or not, and may lie ``tolerance`` beside
    the key."""

    formula: str
    drawn: Mapping[str, Drawn]
    places: int = 2
    scientific: bool = False
    tolerance: Decimal = Decimal(0)
    unit: str = ""


Asks = Choice | Numeric | Short | Essay | Order | Match | Cloze


@dataclass(frozen=True, kw_only=True, slots=True)
class Common:
    """The fields that every question has. ``name`` tells it from others of its file, ``category`` is the title of its
    section, or the path of its folder, plain, with slashes; ``solution`` is read by everybody after answering.
    ``files`` are the images that its texts show and the data files that its statement links, by their names."""

    name: str
    title: str
    statement: str
    points: Fraction = RIGHT
    category: str = ""
    tags: tuple[str, ...] = ()
    solution: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict)

    def asking(self, asks: "Asks | Computed") -> "Exchanged | Calculated":
        """The question that asks this."""
        mine = {one.name: getattr(self, one.name) for one in fields(Common)}
        return Calculated(**mine, asks=asks) if isinstance(asks, Computed) else Exchanged(**mine, asks=asks)


@dataclass(frozen=True, kw_only=True, slots=True)
class Exchanged(Common):
    """A question."""

    asks: Asks


@dataclass(frozen=True, kw_only=True, slots=True)
class Calculated(Common):
    """A question whose number is computed anew for everybody. It only comes in: what goes out has its numbers drawn."""

    asks: Computed


def in_folders(question: Exchanged) -> Exchanged:
    """The question for a package whose questions share their folders: each data file lies in one that is named for its
    content, for two questions may call different files alike."""
    paths = {
        name: f"{sha256(content).hexdigest()[:16]}/{name}"
        for name, content in question.files.items()
        if f'href="{name}"' in question.statement
    }
    statement = LINK.sub(lambda link: f'href="{paths.get(link[1], link[1])}"', question.statement)
    files = {paths.get(name, name): content for name, content in question.files.items()}
    return replace(question, statement=statement, files=files)
