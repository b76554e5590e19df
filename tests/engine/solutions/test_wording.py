"""A statement with its numbers: text, code and mathematics in paragraphs, values on their own."""

import pytest

from engine.catalogue import find
from engine.parameters import Frozen, Layers, symbol
from engine.solutions.wording import (
    Block,
    Code,
    Math,
    Paragraph,
    Shown,
    Text,
    inlines,
    plain_text,
    too_long,
    worded,
    written,
)
from tests.engine.submissions import whole

BUDGET = find("chinchilla_allocation").parameters.of({"compute": 1.5e21})
PAIR = find("cosine_similarity").parameters.of({"u": [1, 2], "v": [0.5, -1]})


def test_paragraphs_are_parted_by_empty_lines_and_lines_are_joined() -> None:
    blocks = worded("One\ntwo\n\n three ", PAIR)
    assert blocks == (Paragraph((Text("One two"),)), Paragraph((Text("three"),)))


def test_a_slot_in_a_sentence_is_filled_as_people_write_numbers() -> None:
    (block,) = worded("Spend <compute> at <tokens_per_parameter> each on <name>.", BUDGET, "GPT")
    assert block == Paragraph((Text("Spend 1.5e21 at 20 each on GPT."),))


def test_a_slot_in_mathematics_is_filled_with_latex() -> None:
    (block,) = worded("Spend $C = <compute>$ now", BUDGET)
    assert block == Paragraph((Text("Spend "), Math(r"C = 1.5 \times 10^{21}"), Text(" now")))


def test_code_and_strong_words_are_marked() -> None:
    (block,) = worded("Use `</w>` and **never** $x$", PAIR)
    assert block == Paragraph(
        (Text("Use "), Code("</w>"), Text(" and "), Text("never", strong=True), Text(" "), Math("x"))
    )


def test_a_parameter_alone_is_shown_with_symbol_and_description() -> None:
    block = worded("<u>", PAIR)[0]
    assert isinstance(block, Shown)
    assert (block.name, block.symbol, block.description) == ("u", "u", "first vector")
    assert block.value.tolist() == [1, 2]


def test_what_is_no_parameter_is_no_slot() -> None:
    (block,) = worded("Start with `<s>` and $<w>$", PAIR)
    assert block == Paragraph((Text("Start with "), Code("<s>"), Text(" and "), Math("<w>")))
    assert worded("<w>", PAIR) == (Paragraph((Text("<w>"),)),)


def test_markup_in_a_name_is_text_and_no_slot() -> None:
    (block,) = worded("Big <name>", PAIR, "<script>alert(1)</script>")
    assert block == Paragraph((Text("Big <script>alert(1)</script>"),))


def test_as_plain_text_values_are_written_as_they_are_typed() -> None:
    assert plain_text(worded("Take\n\n<u>\n\nand $<v>$.", PAIR)) == "Take\n\nu = [1, 2]\n\nand $(0.5,\\ -1)$."


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"), (0.25, "0.25"), (12_345, "12\u202f345"), (1e21, "1e21"), (2.5e-7, "2.5e-7"), (True, "yes"),
        ({"low": 5, "new": 6}, "low: 5, new: 6"), (("e", "s"), "e s"), ((("e", "s"), ("es", "t")), "e s, es t"),
        ("FP16", "FP16"), (0.1, "0.1"), (0, "0"),
    ],
)  # fmt: skip
def test_values_are_written_as_in_a_sentence(value: object, text: str) -> None:
    assert written(value) == text


def test_every_parameter_can_be_written() -> None:
    variant = whole("attention", {"Q": [[1, 0]], "K": [[1, 2]], "V": [[1, 2]]})
    assert written(variant.parameters.Q) == "[[1, 0]]"  # type: ignore[attr-defined]


class Network(Frozen):
    layers: Layers = symbol("L", "the layers")


def in_words(block: Block) -> Code | Math | Text:
    """The first words of a paragraph."""
    assert isinstance(block, Paragraph)
    return block.inlines[0]


def test_layers_are_shown_one_by_one() -> None:
    network = Network.of(
        {"layers": [{"weights": [[1, 2]], "activation": "relu"}, {"weights": [[3]], "bias": [1]}]}
    )
    shown = worded("<layers>", network)
    assert [block.symbol if isinstance(block, Shown) else in_words(block) for block in shown] == [
        "W_{1}", Text("Activation of layer 1: relu"), "W_{2}", "b_{2}", Text("Activation of layer 2: identity"),
    ]  # fmt: skip


def test_a_statement_that_shows_a_large_value_again_and_again_stays_as_it_is_written() -> None:
    class Large(Frozen):
        u: str

    large = Large(u="token " * 1000)
    for statement in ("$<u>$ " * 1000, "<u> " * 1000, "<u>\n\n" * 1000):
        assert too_long(statement, large)
        assert {block.inlines for block in worded(statement, large) if isinstance(block, Paragraph)} == {
            (Text(statement.split("\n")[0].strip() if "\n" in statement else statement.strip()),)
        }
    assert not too_long("<u> and <u>", large)
    assert isinstance(worded("<u>\n\n<u>", large)[1], Shown)


@pytest.mark.parametrize(
    ("text", "formulas"),
    [
        ("$a$ and $b prompts and $c$", ["a", "c"]),
        ("$a and of all $b$ and $c$ the", ["b", "c"]),
        ("$a$ is 5$ for $b$", ["a", "b"]),
        ("it costs $5", []),
        (r"$\text{rate of all}$ and $x the rest $y$", [r"\text{rate of all}", "y"]),
        ("$a$ and $b$", ["a", "b"]),
    ],
)
def test_a_dollar_that_pairs_with_none_leaves_the_other_formulas_whole(
    text: str, formulas: list[str]
) -> None:
    parts = inlines(text, {})
    assert [part.latex for part in parts if isinstance(part, Math)] == formulas
    assert "".join(f"${part.latex}$" if isinstance(part, Math) else part.text for part in parts) == text
