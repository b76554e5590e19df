"""A question tried: honest people of every style, and people who make one mistake, hand in sheets for drawn numbers."""

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.answers.cells import cells
from engine.chain import CannotGoOn
from engine.variants import Undrawable, Variant, draw
from tests.engine.submissions import BANK
from tests.honest.mistakes.naming import is_named
from tests.honest.mistakes.wrong import Made, listed, unlisted
from tests.honest.people import STYLES, Style
from tests.honest.sheets import Marked, accepted, marked, sheet, shows
from tests.honest.tally import Honest, Tally, Wrong, keep
from tests.honest.ways import Way

CARELESS = [name for name in STYLES if name != "full"]  # how those compute who make a mistake


def tried(question_id: str, seeds: range, wrong: int = 1) -> Tally:
    """``wrong``: of how many mistakes of each kind sheets are handed in for each seed."""
    question = BANK.questions[question_id]
    tally = Tally(
        question=question_id, family=question.family.id, honest={style: Honest() for style in STYLES}
    )
    for seed in seeds:
        try:
            variant = draw(question, seed, question.levels[seed % len(question.levels)])
        except Undrawable:
            tally.undrawn += 1
            continue
        way = Way(variant.exact)
        tally.native |= way.native()
        for style in STYLES.values():
            _honest(variant, way, style, tally.honest[style.name])
        rng = Random(f"{question_id}/{seed}/wrong")
        for kind, made in _mistakes(variant, way, wrong, seed // len(question.levels), rng):
            theirs = made.way()
            tally.native |= {f"{step} of {made.name}": why for step, why in theirs.native().items()}
            _wrong(variant, made, theirs, kind, tally.wrong[kind], rng)
    return tally


def _honest(variant: Variant, way: Way, style: Style, counts: Honest) -> None:
    rng = Random(f"{variant.question.id}/{variant.level}/{variant.seed}/{style.name}")
    try:
        typed = sheet(variant, way, style, rng)
    except CannotGoOn:
        counts.stuck += 1
        return
    found = marked(variant, typed)
    counts.sheets += 1
    counts.right += found.right
    if not found.right:
        keep(counts.refused, _example(variant, found))
    if accusations := found.accusations():
        counts.accused += 1
        keep(counts.accusations, _example(variant, found) | {"said": accusations})


def _mistakes(variant: Variant, way: Way, wrong: int, turn: int, rng: Random) -> Iterator[tuple[str, Made]]:
    """Listed mistakes in turn, so that each is made at each level; unlisted ones by chance."""
    known = listed(variant)
    shown = [made for made in known if made.shows]
    for n in range(min(wrong, len(shown))):
        yield "listed", shown[(turn * wrong + n) % len(shown)]
    for _ in range(wrong):
        if made := unlisted(variant, way, known, rng):
            yield "unlisted", made


def _wrong(variant: Variant, made: Made, way: Way, kind: str, counts: Wrong, rng: Random) -> None:
    style = STYLES[rng.choice(CARELESS)]
    try:
        typed = sheet(variant, way, style, rng)
    except CannotGoOn:
        return
    if any(len(typed.get(asked.name, ())) != len(asked.bands) for asked in variant.asked):
        return
    found = marked(variant, typed)
    example = _example(variant, found, [asked.name for asked in variant.asked]) | {
        "made": made.says,
        "style": style.name,
    }
    named = is_named(variant, made, found)
    told = any(map(_is_told, found.parts.values()))
    counts.sheets += 1
    counts.named += named if kind == "listed" else told
    counts.told += told
    if kind == "unlisted":
        before = counts.kinds.get(made.name, [0, 0])
        counts.kinds[made.name] = [before[0] + 1, before[1] + told]
    if found.right:
        counts.accepted += 1
        keep(counts.passed, example)
    elif not (named if kind == "listed" else told):
        keep(counts.unnamed, example)
    last = variant.asked[-1]
    if shows(last, made.run.reached[last.name]):
        counts.last += 1
        if marked(variant, {last.name: typed[last.name]}).right:
            counts.last_accepted += 1
            keep(counts.last_passed, example)


def _is_told(part: Any) -> bool:
    said = part.explanation
    return bool(said.mistakes or said.convention or said.slip)


def _example(variant: Variant, found: Marked, names: list[str] | None = None) -> dict[str, Any]:
    """The texts typed in the parts that were refused (or in these), the key and what is accepted."""
    shown = found.wrong() or list(found.accusations()) if names is None else names
    parts = {asked.name: asked for asked in variant.asked}
    return {
        "level": variant.level,
        "seed": variant.seed,
        "typed": {name: list(found.typed[name]) for name in shown},
        "key": {name: [_plain(leaf) for leaf in cells(parts[name].key)] for name in shown},
        "accepted": {name: accepted(parts[name]) for name in shown},
    }


def _plain(leaf: Any) -> Any:
    return float(f"{leaf:.6g}") if isinstance(leaf, float) else str(leaf)
