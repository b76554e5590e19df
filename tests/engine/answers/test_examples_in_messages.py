"""No example that a field, a statement or a refusal gives is the answer, in any question of the bank or family."""

import re
from collections.abc import Iterator

import pytest

from engine import catalogue
from engine.answers import cells
from engine.answers.forms import Choice, Fixed, Form, Integer, Pair, Scientific, Tokens, TokenSet
from engine.answers.reading import Unreadable, read_integer, read_number, read_set, read_tokens
from engine.answers.responses import NotRead, read_part
from engine.marking import feedback
from engine.marking.marking import Rule, rule_for
from engine.questions import Question
from engine.rounding.bands import exact_band
from engine.solutions import wording
from engine.variants import Asked, Variant
from tests.engine.submissions import BANK, SUBJECTS, SWEEP, by_id, drawn, of_subject, of_the_bank
from tests.every import every, one_in

EXAMPLE = re.compile(r"(?:for example|such as|as in|written like)[:,]? ([^\s,;]+(?: [^\s,;]+)?)")
REFUSED = (
    "e", "e s t", "es", ",", "['es', 't", "", "half", "1,234", "1/0", "0.5 0.7", "1.2.3", "50% * 2", "log(2)", "ln 2",
    "6.93e", "2e+1", "0x10", "12 apples", "12.6 m", "2.5 * 10e3", "1e99", "24/25 = 0.96", "[2]", "7/2", "2 +", "E/2",
    "12 MB", "30 %", "(1", "1)",
)  # fmt: skip


def told(variant: Variant, asked: Asked) -> Iterator[str]:
    """Everything that is said before something is typed, and after something that cannot be read."""
    yield wording.plain_text(wording.worded(variant.question.statement, variant.parameters, variant.case))
    yield asked.text
    yield feedback.form_in_words(asked.step.form, asked.key)
    for text in REFUSED:
        read = read_part(asked, [text] * len(asked.bands))
        if isinstance(read, NotRead):
            yield from (problem.message for problem in read.problems.values())


def is_answer(form: Form, example: str, key: object) -> bool:
    words = example.strip(".:;,”\"'`$")
    if isinstance(form, Tokens):
        return key in (read_tokens(words), read_tokens(words.split(" ")[0]))
    if isinstance(form, TokenSet):
        return isinstance(key, tuple) and read_set(words) == frozenset(key)
    reader = read_integer if isinstance(form, Integer) else read_number
    numbers = [reader(one) for one in (words, words.split(" ")[0])]
    band = None if isinstance(form, Integer) else exact_band(form, key)  # type: ignore[arg-type]
    return any(
        not isinstance(number, Unreadable) and rule_for(form, number, key, band) is not Rule.WRONG
        for number in numbers
    )


def gives_nothing_away(variant: Variant) -> None:
    for asked in variant.asked:
        form = asked.step.form
        if isinstance(form, Fixed | Scientific | Integer | Tokens | TokenSet) and not isinstance(
            form, Choice
        ):
            keys = cells.cells(asked.key)
            for words in set(told(variant, asked)):
                for example in EXAMPLE.findall(words):
                    assert not any(is_answer(form, example, key) for key in keys), (asked.name, words)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_no_example_of_a_question_is_its_answer(subject: str, seeds: range) -> None:
    def check(question: Question) -> None:
        for n, seed in enumerate(seeds if SWEEP else seeds[:1]):
            gives_nothing_away(of_the_bank(question.id, question.levels[n % len(question.levels)], seed))

    every(of_subject(subject, BANK.questions.values()), check, by_id)


@pytest.mark.parametrize("family", one_in(3, sorted(catalogue.families())))
def test_no_example_of_a_family_is_its_answer(family: str, seeds: range) -> None:
    gives_nothing_away(drawn(family, "exam", seeds[0]))


def test_a_merge_that_is_not_read_is_answered_without_an_example() -> None:
    assert Pair.read("es") == Unreadable("A merge is two symbols with a space between them.", None, "es")
    gives_nothing_away(of_the_bank("first-five-merges", "exam", 1))


def test_an_example_that_is_the_answer_is_noticed() -> None:
    assert is_answer(Pair(), "e s.", ("e", "s"))
    assert is_answer(Fixed(2), "0.95", 20 / 21)
    assert is_answer(Scientific(2), "5.88e21", 5.88e21)
    assert not is_answer(Scientific(2), "1.23e45", 5.88e21)
    assert EXAMPLE.findall("two symbols, for example: e s") == ["e s"]
