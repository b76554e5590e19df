"""``examformer check --coverage --bengali``: how much of the bank is said in Bengali, too."""

import sys
from collections.abc import Iterator

from app.commands.coverage import Count
from engine.bank import Bank
from engine.catalogue import families


def counts(bank: Bank) -> Iterator[Count]:
    """Yields how much of what there is has its words in Bengali: questions, cards, families, mistakes and symbols."""
    study, said = bank.study, bank.study.bengali
    explained = [question for question in bank.questions.values() if said.explanation(question)]
    yield Count("questions", len(explained), len(bank.questions))
    sections = study.sections.values()
    prompts = [prompt.bn for section in sections for prompt in section.prompts]
    yield Count("one-line cards", sum(map(bool, prompts)), len(prompts))
    yield Count("cards of terms", sum(bool(term.bn) for term in study.terms), len(study.terms))
    yield Count("cards of exam words", sum(bool(word.bn) for word in study.words), len(study.words))
    traps = [trap.bn for section in sections for trap in section.traps]
    yield Count("traps", sum(map(bool, traps)), len(traps))
    hints = [family for family in families() if family in said.families and said.families[family].why]
    yield Count("families, from their hint to their why", len(hints), len(families()))
    slips = list(_slips(bank))
    yield Count("mistakes and conventions", sum(slips), len(slips))
    meanings = set(_meanings(bank))
    yield Count("names of symbols", len(meanings & said.symbols.keys()), len(meanings))


def _slips(bank: Bank) -> Iterator[bool]:
    """Yields for each mistake and convention of a family or a formula question whether it has words in Bengali."""
    for name, family in families().items():
        said = bank.study.bengali.families.get(name)
        for mistake in family.mistakes:
            yield bool(said and said.mistakes.get(mistake))
        for convention in family.conventions:
            yield bool(said and said.conventions.get(convention))
    for question in bank.questions.values():
        if question.kind == "formula":
            yield from (bool(mistake.bengali) for mistake in question.family.mistakes.values())
            yield from (bool(convention.bengali) for convention in question.family.conventions.values())


def _meanings(bank: Bank) -> Iterator[str]:
    """Yields what symbols mean, as study pages and hints say it."""
    for section in bank.study.sections.values():
        for formula in section.formulas:
            yield from (meaning for _, meaning in formula.symbols)
    chains = [*families().values(), *(one.family for one in bank.questions.values() if one.kind == "formula")]
    for family in chains:
        fields = family.parameters.model_fields.values()
        yield from (field.description for field in fields if field.description)


def bengali(bank: Bank) -> int:
    """Prints all counts; returns 1 where something is not said in Bengali yet."""
    found = list(counts(bank))
    width = max(len(count.what) for count in found)
    for count in found:
        share = count.have / count.wanted
        sys.stdout.write(f"{count.what:{width}}  {count.have:4d} of {count.wanted}  {share:4.0%}\n")
    short = [count for count in found if not count.enough]
    sys.stdout.write(f"{len(short)} of {len(found)} counts fall short.\n")
    return 1 if short else 0
