"""One slip takes points once: what is computed from it, or with it, in later lines is right."""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations

import pytest

from engine import catalogue
from engine.chain import CannotGoOn, Mistake, NotApplicable, Run, run
from engine.marking import feedback
from engine.marking.marking import PartMark, Rule, mark
from engine.questions import LEVELS, Question
from engine.variants import Variant
from tests.engine.submissions import (
    SUBJECTS,
    SWEEP,
    by_id,
    can_be_typed,
    drawn,
    key,
    marked,
    of_subject,
    of_the_bank,
    whole,
)
from tests.every import every, for_each, one_in

PAIR = "preferences-without-a-reward-model"
OPERAND = re.compile(
    r"\$[^$]*\$|\b(first|second|third|hidden|output|rows|bands|parameters|tokens|[a-zA-Z]|\d+)\b"
)
OPERANDS = (
    ("cosine_similarity", "root_forgotten_u", "root_forgotten_v"),
    ("cosine_similarity", "sum_of_entries", "sum_of_entries_v"),
    ("adam_step", "first_not_corrected", "second_not_corrected"),
    ("adam_step", "first_power_forgotten", "power_forgotten"),
    ("scaling_growth", "product_for_power", "product_for_power_of_tokens"),
    ("scaling_loss", "in_billions", "tokens_in_billions"),
    ("scaling_loss", "fraction_to_the_power", "data_fraction_to_the_power"),
    ("feed_forward", "first_bias_left_out", "second_bias_left_out"),
    ("rnn_forward", "bias_left_out", "output_bias_left_out"),
    ("deep_averaging", "bias_left_out", "classifier_bias_left_out"),
    ("count_neural_ngram", "no_hidden_biases", "no_output_biases"),
    ("count_rnn", "one_direction_above", "output_of_one_direction"),
    ("count_transformer", "no_cross_attention", "two_decoder_norms"),
    ("encoder_block", "residual_left_out", "second_residual_left_out"),
    ("decoder_block", "first_residual_left_out", "second_residual_left_out", "third_residual_left_out"),
    ("decoder_block", "self_not_scaled", "cross_not_scaled"),
    ("dpo_loss", "reference_first", "reference_first_loser"),
    ("classification_metrics", "recall_for_precision", "precision_for_recall"),
    ("qa_f1", "recall_for_precision", "precision_for_recall"),
    ("rouge", "recall_of_the_candidate", "precision_of_the_reference", "recall_l_of_the_candidate"),
    ("scaling_growth", "token_exponent_for_parameters", "parameter_exponent_for_tokens"),
    ("scaling_loss", "beta_for_parameters", "alpha_for_tokens"),
    ("lsh_probability", "bands_for_rows", "rows_for_bands"),
    ("negative_sampling_loss", "sign_not_turned", "true_word_turned"),
)


def slips(variant: Variant) -> Iterator[Run]:
    """Yields the runs of somebody who makes a slip wherever it can be made."""
    mistakes = variant.question.family.mistakes.values()
    for slip in dict.fromkeys(mistake.slip for mistake in mistakes):
        instead: Mapping[str, Mistake] = {mistake.of: mistake for mistake in mistakes if mistake.slip == slip}
        try:
            yield run(variant.question.family, variant.parameters, instead=instead, like=variant.exact)
        except (NotApplicable, CannotGoOn):
            continue


def costs_once(variant: Variant) -> None:
    for mistaken in slips(variant):
        sheet = can_be_typed(variant, mistaken)
        marks = mark(variant, sheet)
        wrong = [name for name, part in marks.items() if not isinstance(part, PartMark) or not part.right]
        assert len(wrong) <= 1, (wrong, sheet, variant.parameters)


@pytest.mark.parametrize("subject", one_in(3, SUBJECTS))
def test_one_slip_takes_points_in_one_line_of_a_question(subject: str, seeds: range) -> None:
    def check(question: Question) -> None:
        for n, seed in enumerate(seeds if SWEEP else seeds[:1]):
            costs_once(of_the_bank(question.id, question.levels[n % len(question.levels)], seed))

    every(of_subject(subject), check, by_id)


@pytest.mark.parametrize("family", one_in(6, sorted(catalogue.families())))
def test_one_slip_takes_points_in_one_line_of_a_family(family: str, seeds: range) -> None:
    for level, seed in zip(LEVELS, seeds, strict=False):
        costs_once(drawn(family, level, seed))


@pytest.mark.parametrize("slips", one_in(6, OPERANDS, " ".join))
def test_one_slip_with_other_operands_costs_one_line(slips: tuple[str, ...]) -> None:
    family, *made = slips
    of_family = catalogue.find(family).mistakes
    assert len({of_family[name].slip for name in made}) == 1
    seen = 0
    for seed in range(30):
        variant = drawn(family, "hard" if seed % 2 else "exam", seed)
        try:
            mistaken = run(
                variant.question.family,
                variant.parameters,
                instead={of_family[name].of: of_family[name] for name in made},
            )
        except (NotApplicable, CannotGoOn):
            continue
        marks = mark(variant, can_be_typed(variant, mistaken))
        wrong = [name for name, part in marks.items() if not isinstance(part, PartMark) or not part.right]
        assert len(wrong) <= 1, (wrong, variant.parameters)
        seen += bool(wrong)
    assert seen


def test_the_second_line_of_a_slip_shows_its_own_sentence() -> None:
    variant = whole("cosine_similarity", {"u": [1, 2], "v": [2, 3]}, "norm_u", "norm_v")
    marks = marked(variant, {"norm_u": ["5"], "norm_v": ["13"]})
    assert [part.rule for part in marks.values()] == [Rule.WRONG, Rule.FOLLOWS]
    assert "the length of $v$" in marks["norm_v"].explanation.says[0]
    assert marks["norm_v"].explanation.mistakes == ("root_forgotten_v",)


@for_each(sorted(catalogue.families()))
def test_mistakes_whose_words_differ_in_the_operand_alone_are_one_slip(family: str) -> None:
    mistakes = catalogue.find(family).mistakes.values()
    for one, other in combinations(mistakes, 2):
        alike = OPERAND.sub("...", one.says) == OPERAND.sub("...", other.says)
        assert not alike or one.of == other.of or one.slip == other.slip, (one.name, other.name)


def without_beta(variant: Variant) -> dict[str, list[str]]:
    given = variant.parameters
    gains = given.logp_w - given.ref_w, given.logp_l - given.ref_l  # type: ignore[attr-defined]
    return key(variant) | {"implicit_winner": [f"{gains[0]:.2f}"], "implicit_loser": [f"{gains[1]:.2f}"]}


def test_a_factor_that_is_forgotten_in_two_lines_costs_one_of_them() -> None:
    variant = of_the_bank(PAIR, "exam", 1)
    typed = without_beta(variant)
    marks = marked(variant, {name: typed[name] for name in ("implicit_winner", "implicit_loser")})
    assert [part.rule for part in marks.values()] == [Rule.WRONG, Rule.FOLLOWS]
    assert [part.credit for part in marks.values()] == [0, 1]
    assert [part.first_wrong for part in marks.values()] == [True, False]
    asked = variant.part("implicit_loser")
    assert asked
    assert feedback.sentences(variant, asked, marks["implicit_loser"]) == [
        "The same slip as above: it takes no points again.",
        "You left out $\\beta$. An implicit reward is $\\beta$ times the difference.",
    ]


def test_a_factor_that_is_forgotten_in_the_second_line_alone_costs_that_one() -> None:
    variant = of_the_bank(PAIR, "exam", 1)
    typed = without_beta(variant) | {"implicit_winner": key(variant)["implicit_winner"]}
    marks = marked(variant, {name: typed[name] for name in ("implicit_winner", "implicit_loser")})
    assert [part.rule for part in marks.values()] == [Rule.EXACT, Rule.WRONG]


def test_another_slip_in_the_second_line_costs_its_points() -> None:
    variant = of_the_bank(PAIR, "exam", 1)
    typed = without_beta(variant) | {"implicit_loser": ["9.99"]}
    marks = marked(variant, {name: typed[name] for name in ("implicit_winner", "implicit_loser")})
    assert [part.rule for part in marks.values()] == [Rule.WRONG, Rule.WRONG]


def test_a_slip_in_a_line_that_is_not_asked_costs_once_in_those_that_rest_on_it() -> None:
    variant = whole("perplexity", {"probabilities": [0.5, 0.25, 0.125, 0.5]}, "bits", "perplexity")
    marks = marked(
        variant, {"bits": ["7.00"], "perplexity": ["128.00"]}
    )  # the sum of the nats, not their average
    assert [part.rule for part in marks.values()] == [Rule.WRONG, Rule.FOLLOWS]
    assert sum(part.credit for part in marks.values()) == Fraction(1)


def test_another_convention_costs_once() -> None:
    both = {"vocabulary_size": 100, "d_model": 8, "d_ff": 32, "layers": 2, "heads": 2, "attention_bias": True}
    variant = whole("count_transformer", both, "attention_per_layer", "per_layer")
    sheet = {"attention_per_layer": ["256"], "per_layer": [str(int(key(variant)["per_layer"][0]) - 32)]}
    assert [part.right for part in marked(variant, sheet).values()] == [False, True]


def test_another_convention_costs_once_in_lines_that_do_not_rest_on_one_another() -> None:
    both = {"vocabulary_size": 100, "d_model": 8, "d_ff": 32, "layers": 2, "heads": 2}
    asked = ("attention_per_layer", "ffn_per_layer")
    variant = whole("count_transformer", {**both, "attention_bias": True, "ffn_bias": True}, *asked)
    plain = whole("count_transformer", {**both, "attention_bias": False, "ffn_bias": False}, *asked)
    assert not variant.exact.leads_to("ffn_per_layer") & {"attention_per_layer"}
    marks = marked(variant, key(plain))
    assert [part.rule for part in marks.values()] == [Rule.WRONG, Rule.FOLLOWS]
    assert {part.explanation.convention for part in marks.values()} == {"without_biases"}
    alone = marked(variant, key(variant) | {"ffn_per_layer": key(plain)["ffn_per_layer"]})
    assert [part.rule for part in alone.values()] == [Rule.EXACT, Rule.WRONG]
