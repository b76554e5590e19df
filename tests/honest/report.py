"""The figures as text: a table by style, the worst questions, false accusations, wrong sheets that were accepted."""

from collections.abc import Iterator, Sequence
from typing import Any

from tests.honest.people import STYLES
from tests.honest.tally import Honest, Tally, Wrong, all_honest, all_wrong

GOOD, POOR = 0.98, 0.95
WORST = 15
EXAMPLES = 12


def report(tallies: Sequence[Tally]) -> str:
    parts = (by_style, _native, _worst_questions, _accusations, _wrong_sheets, _by_kind)
    return "\n".join(line for part in parts for line in (*part(tallies), ""))


def by_style(tallies: Sequence[Tally]) -> Iterator[str]:
    yield f"{len(tallies)} questions"
    yield ""
    yield "| style | sheets | right | questions at 98 % | below 95 % | cannot go on | accused falsely |"
    yield "| --- | --: | --: | --: | --: | --: | --: |"
    for style in STYLES.values():
        whole = all_honest(tallies, style.name)
        shares = [tally.honest[style.name].share for tally in tallies]
        good, poor = (sum(share >= GOOD for share in shares), sum(share < POOR for share in shares))
        yield (
            f"| {style.name}: {style.says} | {whole.sheets:,} | {whole.share:.2%} | {good} | {poor} "
            f"| {whole.stuck} | {whole.accused} |"
        )


def _native(tallies: Sequence[Tally]) -> Iterator[str]:
    steps = sorted({(tally.family, step, why) for tally in tallies for step, why in tally.native.items()})
    yield f"Steps that could not be interpreted: {len(steps) or 'none'}"
    yield from (f"- {family}.{step}: {why}" for family, step, why in steps)


def worst(tallies: Sequence[Tally], most: int = WORST) -> list[tuple[Tally, str, Honest]]:
    """The questions with the lowest share in any one style, each with that style."""
    found = []
    for tally in tallies:
        style = min(tally.honest, key=lambda name: tally.honest[name].share)
        if tally.honest[style].share < 1:
            found.append((tally, style, tally.honest[style]))
    return sorted(found, key=lambda one: one[2].share)[:most]


def _worst_questions(tallies: Sequence[Tally]) -> Iterator[str]:
    yield f"The {WORST} worst questions, each in its worst style:"
    for tally, style, counts in worst(tallies):
        shares = ", ".join(f"{name} {one.share:.0%}" for name, one in tally.honest.items() if one.share < 1)
        yield f"- {tally.question} ({tally.family}): {counts.share:.0%} right with {style}; {shares}"
        yield from (f"    {line}" for example in counts.refused[:1] for line in _example(example))


def table_of_the_worst(tallies: Sequence[Tally]) -> Iterator[str]:
    """The questions in which honest people fare worst, without examples."""
    yield "| question | family | worst style | right |"
    yield "| --- | --- | --- | --: |"
    for tally, style, counts in worst(tallies):
        yield f"| {tally.question} | {tally.family} | {style} | {counts.share:.1%} |"


def _accusations(tallies: Sequence[Tally]) -> Iterator[str]:
    found = [all_honest(tallies, style) for style in STYLES]
    accused, sheets = sum(one.accused for one in found), sum(one.sheets for one in found)
    yield f"False accusations: {accused} of {sheets:,} honest sheets ({1000 * accused / max(1, sheets):.2f} in 1,000)"
    for said in [said for one in found for said in one.accusations][:EXAMPLES]:
        told = "; ".join(f"{part}: {text}" for part, text in said["said"].items())
        yield f"- {said['question']} with {said['style']}: {told}"
        yield from (f"    {line}" for line in _example(said))


def table_of_wrong_sheets(tallies: Sequence[Tally]) -> Iterator[str]:
    yield "| wrong sheets | sheets | accepted whole | last line alone | accepted | named | explained somehow |"
    yield "| --- | --: | --: | --: | --: | --: | --: |"
    for kinds in (("listed",), ("unlisted",), ("listed", "unlisted")):
        one = all_wrong(tallies, *kinds)
        yield (
            f"| {' and '.join(kinds)} | {one.sheets:,} | {one.accepted} | {one.last:,} | {one.last_accepted} "
            f"| {share(one.named, one.sheets):.1%} | {share(one.told, one.sheets):.1%} |"
        )


def _wrong_sheets(tallies: Sequence[Tally]) -> Iterator[str]:
    yield from table_of_wrong_sheets(tallies)
    for title, name in (("accepted whole", "passed"), ("accepted by their last line", "last_passed")):
        examples = getattr(all_wrong(tallies, "listed", "unlisted"), name)
        yield f"Wrong sheets {title}:" if examples else f"No wrong sheet was {title}."
        for example in examples[:EXAMPLES]:
            yield f"- {example['question']}: {example['made']} (then {example['style']})"
            yield from (f"    {line}" for line in _example(example))


def _by_kind(tallies: Sequence[Tally]) -> Iterator[str]:
    unlisted: Wrong = all_wrong(tallies, "unlisted")
    yield "Unlisted mistakes that were explained, by kind:"
    for kind, (made, told) in sorted(unlisted.kinds.items()):
        yield f"- {kind}: {told} of {made} ({share(told, made):.0%})"


def share(some: int, of: int) -> float:
    return some / of if of else 1.0


def _example(example: dict[str, Any]) -> Iterator[str]:
    yield f"level {example['level']}, seed {example['seed']}"
    for part, typed in example["typed"].items():
        key = ", ".join(map(str, example["key"][part]))
        yield f"{part}: typed {', '.join(typed)}; key {key}; accepted {example['accepted'][part]}"
