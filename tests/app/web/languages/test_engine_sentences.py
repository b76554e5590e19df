"""The engine speaks about an answer in the language of the page, or in a text of the question."""

import ast
import math
import re
from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from app.settings import HOME
from app.web.languages.engine_sentences import (
    OWN,
    PLACEHOLDER,
    SAID,
    TEMPLATES,
    Piece,
    in_language,
    pattern,
    pieces,
)
from app.web.languages.languages import LANGUAGES, translated
from engine import catalogue, variants
from engine.answers.forms import (
    Choice,
    Fixed,
    Form,
    Integer,
    Pair,
    Positions,
    Program,
    Prose,
    Scientific,
    Tokens,
    TokenSet,
    Written,
)
from engine.marking import feedback, precision
from engine.mutations.operators import FUNCTIONS
from engine.questions import Question
from engine.variants import Variant
from tests.app.web.languages.answers_of_all_kinds import (
    answers,
    before_it_is_typed,
    own_texts,
    programs,
    said,
)
from tests.engine.submissions import BANK, SWEEP, drawn, of_the_bank
from tests.every import every
from tests.test_patterns import check

OTHERS = [language for language in LANGUAGES if language != "en"]
KINDS = sorted({question.kind for question in BANK.questions.values()})
PYTHONS = "NameError: name 'x' is not defined"
SOME = 3  # questions of a kind, and families, in every run


# Everything that the engine says


@pytest.mark.parametrize("kind", KINDS)
def test_all_that_is_said_of_any_answer_is_translated_or_the_questions_own(kind: str, seeds: range) -> None:
    of_kind = [question for question in BANK.questions.values() if question.kind == kind]
    some = of_kind if SWEEP else Random(seeds[0]).sample(of_kind, SOME)
    every(some, lambda question: _of_a_question(question, seeds[0]), lambda question: question.id)


def test_all_that_is_said_of_any_line_of_a_family_is_translated_or_the_familys_own(seeds: range) -> None:
    families = sorted(catalogue.families())
    some = families if SWEEP else Random(seeds[0]).sample(families, SOME)
    every(some, lambda family: _is_translated(drawn(family, "exam", seeds[0]), Random(seeds[0])))


def _of_a_question(question: Question, seed: int) -> None:
    level = question.levels[seed % len(question.levels)]
    _is_translated(variants.draw(question, seed, level), Random(seed))


def _is_translated(variant: Variant, rng: Random) -> None:
    own = own_texts(variant) | {PYTHONS}
    sentences = {*before_it_is_typed(variant)}
    if variant.question.kind == "code":
        sentences |= {*programs(variant)}
    else:
        for typed in answers(variant, rng):
            sentences |= {*said(variant, typed, final=rng.random() < 0.3)}
    assert sentences
    for sentence in sentences:
        for language in OTHERS:
            for piece in pieces(language, sentence):
                said_by_it = piece.text in own or all(
                    _begins(option, own) for option in piece.text.split(", ")
                )
                assert not piece.english or said_by_it, f"{sentence!r} has no template"


# Modules that speak to whoever answers, and what they say with other parts than a number or a word in it: that is met
# in the answers above.
SPEAKING = (
    "engine/answers/reading.py", "engine/answers/grammar.py", "engine/answers/notation.py", "engine/answers/units.py",
    "engine/answers/magnitudes.py", "engine/answers/closed_form.py",
    "engine/answers/forms/choices.py", "engine/answers/forms/texts.py",
    "engine/answers/responses.py", "engine/answers/grids.py", "engine/marking/feedback.py",
    "engine/marking/precision.py", "engine/marking/slips.py", "engine/marking/explanations.py",
    "engine/rounding/early.py", "engine/kinds/order.py", "engine/kinds/derive.py", "engine/kinds/code.py",
    "engine/mutations/candidates.py", "app/practice/self_marking.py", "app/practice/code_grading.py",
    "app/practice/sandbox/__init__.py", "app/practice/sandbox/inside.py", "app/practice/sandbox/wasm.py",
)  # fmt: skip
OF_PARTS = {
    "Please type e7 in place of 7.", "Please type the number alone, without 7.",
    "“7” is ticked together with others. Take one away.",
    "Did you mean 7? Please type one of the two.", "Right, 7 from rounded steps. We accept 77, 7", "Line 7: ",
    "Right, from rounded steps. With more digits it is 7; we accept 7, 7",
    "Rounded too early: this comes out where “7” is 7. Carry two decimals more than are asked for.",
    "That is not possible here: programs cannot start other programs or threads, write files or open connections.",
}  # fmt: skip
ELSEWHERE = {
    "No answer.",  # on the command line, as are the next three
    "Please type ; between the numbers: a comma here could be in them or between them.",
    "Please type 7 (found: 7 row7).",
    "Please type 77 (found: 7).",
    "It printed more than anybody would read.",  # the text of a Python error
    "Why does each of these lines hold?",  # what is asked
}


def test_all_that_stands_in_the_engine_has_a_template() -> None:
    sentences = {text: file for file in SPEAKING for text in _sentences_in(file)}
    assert len(sentences) > 100
    unknown = {
        text: file for text, file in sentences.items() if all(piece.english for piece in pieces("de", text))
    }
    assert unknown.keys() == OF_PARTS | ELSEWHERE


def _sentences_in(file: str) -> Iterator[str]:
    """The texts of a module that begin large, or in quotes, and are more than a word."""
    return (
        text
        for text in _texts_in(file)
        if re.match(r"[A-Z“].* ", text, re.DOTALL) and re.search(r"[.:?]", text)
    )


def _texts_in(file: str) -> Iterator[str]:
    """All texts of a module but its documentation; 7 for what is filled in."""
    nodes = [*ast.walk(ast.parse((HOME / file).read_text("utf-8")))]
    filled = [node for node in nodes if isinstance(node, ast.JoinedStr)]
    parts = {part for one in filled for part in ast.walk(one) if part is not one}
    documentation = {node.value for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.expr) and node not in parts | documentation:
            yield from _ways(node)


def _ways(node: ast.expr) -> Iterator[str]:
    """The ways in which a text can come out."""
    match node:
        case ast.Constant(str(text)):
            yield text
        case ast.JoinedStr(parts):
            yield from map("".join, product(*([*_ways(part)] for part in parts)))
        case ast.FormattedValue(ast.IfExp(_, first, second)):
            yield from (text for way in (first, second) for text in _ways(way))
        case ast.FormattedValue():
            yield "7"


def test_every_wrong_operation_has_a_template() -> None:
    texts = {*_texts_in("engine/mutations/operators.py")} - {"without 7"}
    hows = {text.replace("{}", "$x$") for text in texts if re.match("with(out)? ", text)}
    hows |= {f"without {function}" for function in FUNCTIONS.values()}
    assert len(hows) > 30
    for how in hows:
        assert not any(
            piece.english for piece in pieces("de", f"This comes out {how}. Compare it with the formula.")
        ), how


WRITTEN: tuple[tuple[Form, Any], ...] = (
    *((Fixed(places), 0.5) for places in range(7)), *((Scientific(places), 5e-21) for places in range(5)),
    (Scientific(), 5e21), (Fixed(), math.inf), (Fixed(), -math.inf), (Integer(), 3), (Tokens(), ("a", "b")),
    (Pair(), ("a", "b")), (TokenSet(), ("a", "b")), (Positions("names", ("a", "b")), (0,)),
    (Choice("names", ("a", "b")), "a"),
    (Prose(words=30), ""), (Prose(told=False), ""), (Program("f", "", ()), ""), (Written(), ""),
)  # fmt: skip


def test_every_way_of_writing_has_a_template() -> None:
    said = {feedback.form_in_words(form, key) for form, key in WRITTEN}
    said |= {precision.asked(form) for form, _ in WRITTEN if isinstance(form, Fixed | Scientific)}
    assert len(said) > 25
    for words in said:
        for language in OTHERS:
            assert not any(piece.english for piece in pieces(language, words)), words


# Templates


def _filled(template: str) -> tuple[str, dict[str, str]]:
    """A sentence of the template, with what was put into it: each number another one."""
    groups: dict[str, str] = {}
    for name in PLACEHOLDER.findall(template):
        if name not in groups:
            groups[name] = _SAMPLES.get(name, str(23 + 14 * len(groups)))
    return PLACEHOLDER.sub(lambda name: groups[name[1]], template), groups


_SAMPLES = {
    "cell": "row 2, column 3", "form": "two decimals", "function": "soft_max", "how": "without the root",
    "instead": "$x_1$", "noun": "apples", "one": "1.5e9", "options": "cat, dog", "other": "1.5e12",
    "problem": "Please close this bracket.", "range": "3.97 to 3.99",
    "ranges": "entry 1: 3.97 to 3.99, with more digits 3.9812",
    "reason": "The size is right, the sign is not.", "reasons": "This is 100 times too small.",
    "said": "these are the right symbols, in another order.", "says": "The loss must fall.", "symbol": "$y$",
    "test": "two rows", "title": "Hidden state", "typed": "0.5 m", "unit": "GiB",
    "wanted_digits": "two decimals are asked", "why": "It assumes what is to be shown.", "low": "3.97", "high": "3.99",
}  # fmt: skip
MADE_UP = {"says", "test", "title", "why", "options"}  # texts of a question among them


def for_each_template(check: Callable[[str], None]) -> Callable[[], None]:
    def test() -> None:
        every(TEMPLATES, check)

    return test


@for_each_template
def test_both_translations_of_a_template_take_the_same_to_fill_in(template: str) -> None:
    wanted = sorted(PLACEHOLDER.findall(template))
    assert template.count("%") == len(wanted)
    for language in OTHERS:
        found = translated(language, template)
        assert sorted(PLACEHOLDER.findall(found)) == wanted
        assert found.count("%") == len(wanted)
        assert found != template or not re.search("[A-Za-z]", PLACEHOLDER.sub("", template))


@for_each_template
def test_a_sentence_is_read_by_the_template_that_it_is_made_from_and_no_other(template: str) -> None:
    sentence, groups = _filled(template)
    fits = [one for one in TEMPLATES if pattern(one).match(sentence)]
    assert fits[0] == template, "another one comes before it"
    read = pattern(template).match(sentence)
    assert read
    assert read.groupdict() == groups


@for_each_template
def test_numbers_and_what_was_typed_are_kept_and_words_are_not(template: str) -> None:
    sentence, groups = _filled(template)
    for language in OTHERS:
        said = in_language(language, sentence)
        for name, text in groups.items():
            if name in MADE_UP or not re.search("[a-z]{2}", text) or name in ("function", "noun", "unit"):
                assert text in said
            else:
                assert text not in said
            numbers = re.findall(r"\d[\d.]*(?:e\d+)?", text)
            assert sorted(numbers) == sorted(one for one in numbers if one in said)


@pytest.mark.sweep  # half a minute of the processor
def test_the_time_to_read_a_sentence_grows_as_the_sentence_does() -> None:
    every(TEMPLATES, lambda template: check(template, (pattern(template), {"fullmatch"})))


def test_every_group_with_an_expression_of_its_own_stands_in_a_template() -> None:
    names = {name for template in TEMPLATES for name in PLACEHOLDER.findall(template)}
    assert {*OWN, *SAID, *_SAMPLES} - names == set()


# One by one


@pytest.mark.parametrize(
    ("sentence", "german", "bengali"),
    [
        ("Right.", "Richtig.", "ঠিক।"),
        ("two decimals", "zwei Nachkommastellen", "দশমিকের পরে দুই ঘর"),
        ("3.97 to 3.99", "3.97 bis 3.99", "3.97 থেকে 3.99"),
        ("-1.2e-05 to 5.88e21", "-1.2e-05 bis 5.88e21", "-1.2e-05 থেকে 5.88e21"),
        (
            "4 decimals; -inf for minus infinity",
            "4 Nachkommastellen; -inf für minus unendlich",
            "দশমিকের পরে 4 ঘর; ঋণাত্মক অসীমের জন্য -inf",
        ),
        ("2 of 3 cells are right.", "2 von 3 Feldern sind richtig.", "3টি ঘরের মধ্যে 2টি ঠিক।"),
        (
            "This comes out with $q$ in place of $k_1$. Compare it with the formula.",
            "Das kommt mit $q$ statt $k_1$ heraus. Vergleiche es mit der Formel.",
            "$k_1$-এর জায়গায় $q$ বসালে এই ফল আসে। সূত্রের সঙ্গে মিলিয়ে দেখুন।",
        ),
    ],
)  # fmt: skip
def test_a_sentence_of_the_engine_is_said_in_the_language(sentence: str, german: str, bengali: str) -> None:
    assert in_language("en", sentence) == sentence
    assert in_language("de", sentence) == german
    assert in_language("bn", sentence) == bengali


def test_the_sentence_on_rounded_steps_has_its_range_in_the_language() -> None:
    sentence = (
        "Right, from rounded steps. With more digits it is 3.9812; we accept 3.97 to 3.99, as far to either side of "
        "the exact number as rounding on the way can move it."
    )
    assert in_language("de", sentence) == (
        "Richtig, aus gerundeten Schritten. Mit mehr Stellen ist es 3.9812; wir akzeptieren 3.97 bis 3.99, nach beiden "
        "Seiten der genauen Zahl so weit, wie Runden unterwegs sie verschieben kann."
    )
    assert in_language("bn", sentence) == (
        "ঠিক, রাউন্ড করা ধাপ থেকে। আরও অঙ্ক রাখলে মানটি 3.9812; গ্রহণযোগ্য 3.97 থেকে 3.99: সঠিক সংখ্যার দুই দিকে ততটা, "
        "মাঝপথে রাউন্ড করলে মান যতটা সরতে পারে।"
    )


def test_two_slips_are_joined_in_the_language_and_their_sentences_stay_english() -> None:
    sentence = "Either of two slips gives this answer. The mean is missing. Or: This is 100 times too small."
    assert pieces("de", sentence) == (
        Piece("Zwei verschiedene Fehler führen zu dieser Antwort. "),
        Piece("The mean is missing.", english=True),
        Piece(" Oder: Das ist 100-mal zu klein."),
    )


def test_the_ranges_of_several_cells_are_translated_one_by_one() -> None:
    sentence = (
        "Right, 4 cells from rounded steps. We accept row 1, column 2: 0.25 to 0.27, with more digits 0.2612; "
        "the cat: 3.10, with more digits 3.1012 and so on, as far to either side of the exact number as rounding "
        "on the way can move it."
    )
    first, name, rest = pieces("de", sentence)
    assert first.text.startswith(
        "Richtig, 4 Felder aus gerundeten Schritten. Wir akzeptieren Zeile 1, Spalte 2: "
    )
    assert first.text.endswith(": 0.25 bis 0.27, mit mehr Stellen 0.2612; ")
    assert name == Piece("the cat", english=True)
    assert rest.text.startswith(": 3.10, mit mehr Stellen 3.1012 und so weiter, nach beiden Seiten")


def test_a_sentence_that_the_engine_begins_small_behind_a_name_is_found() -> None:
    sentence = "“entry 2”: the first symbol is right, the next one is not."
    assert in_language("de", sentence) == "„Eintrag 2“: Das erste Symbol ist richtig, das nächste nicht."
    assert in_language("bn", "Row 2, column 3") == "সারি 2, কলাম 3"


def test_a_sentence_whose_stop_the_engine_took_is_found() -> None:
    sentence = "First to look at: two rows. It returned nothing: What it returned could not be read."
    assert pieces("de", sentence) == (
        Piece("Sieh dir zuerst das an: "),
        Piece("two rows", english=True),
        Piece(". Es kam nichts zurück: Was zurückkam, war nicht lesbar."),
    )


@pytest.mark.parametrize(
    "own",
    [
        "The logarithm has base 2 here, but nats go with e.",
        "“the cat”: it was counted twice.",
        "From 3 to 4 there is one step",
        "Right. But there is more.",
    ],
)
def test_a_sentence_of_a_question_stays_as_it_is(own: str) -> None:
    for language in OTHERS:
        assert pieces(language, own) == (Piece(own, english=True),)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_said_of_an_empty_text(language: str) -> None:
    assert in_language(language, "") == ""


def test_a_message_of_the_interface_is_said_in_the_language_too() -> None:
    message = "This server has no safe place to run programs, so nothing was run."
    assert pieces("de", message) == (Piece(translated("de", message)),)
    assert translated("de", message) != message


def test_a_mistakes_sentence_on_a_real_sheet_stays_english_in_a_bengali_verdict() -> None:
    variant = of_the_bank("four-tokens-three-measures", "warm-up", 7)
    sentences = [*said(variant, {"perplexity": ["2.32"]})]
    assert any(in_language("bn", sentence) != sentence for sentence in sentences)
    assert any(pieces("bn", sentence) == (Piece(sentence, english=True),) for sentence in sentences)


def _begins(option: str, own: set[str]) -> bool:
    """True if the question says it, or what begins so: an option of a line that follows a wrong one, as of a beam."""
    return option in own or any(text.startswith(f"{option} ") for text in own)
