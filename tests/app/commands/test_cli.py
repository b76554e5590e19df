"""The command line as instructors use it: one JSON value out, exact numbers, one clear line for what was wrong."""

import io
import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal, localcontext
from pathlib import Path
from typing import Any

import pytest
from scipy.special import log_expit, logsumexp  # type: ignore[import-untyped]

from app import __version__, cli
from app.database import migration
from app.settings import settings as from_outside
from engine.catalogue import families

HOME = Path(__file__).resolve().parents[3]
MODELS: list[dict[str, Any]] = json.loads((HOME / "engine/reference/models.json").read_text("utf-8"))[
    "models"
]
EYE = {"Q": [[1, 0], [0, 1]], "K": [[1, 0], [1, 1]], "V": [[1, 2], [3, 4]], "causal": True}
LOW = {"corpus": {"low": 5, "lower": 2, "newest": 6, "widest": 3}, "merges": 5}
Examformer = Callable[..., Any]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Runs a command: its status, what it printed, what it complained."""

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as exit:
            cli.main(arguments)
        printed = capsys.readouterr()
        assert isinstance(exit.value.code, int)
        return exit.value.code, printed.out, printed.err

    return run


@pytest.fixture
def examformer(said: Callable[..., tuple[int, str, str]]) -> Examformer:
    """Runs a command that succeeds, and reads its JSON."""

    def run(*arguments: str) -> Any:
        status, out, err = said(*arguments, "--json")
        assert (status, err) == (0, ""), err or out
        return json.loads(out)

    return run


@pytest.fixture
def solve(examformer: Examformer) -> Callable[[str, Mapping[str, Any]], Any]:
    def answers(family: str, parameters: Mapping[str, Any]) -> Any:
        return examformer("solve", family, "--params", json.dumps(parameters))["answers"]

    return answers


def settings(values: Mapping[str, Any]) -> list[str]:
    return [part for name, value in values.items() for part in ("--set", f"{name}={json.dumps(value)}")]


# families


def test_families_are_listed_with_schema_and_answers(examformer: Examformer) -> None:
    listed = examformer("families")
    assert {family["id"] for family in listed} == families().keys()
    for family in listed:
        assert family["title"]
        assert family["parameters"]["type"] == "object"
        assert (
            family["parameters"]["properties"].keys()
            == families()[family["id"]].parameters.model_fields.keys()
        )
        assert family["answers"]
        assert list(family["answer_details"]) == family["answers"]
        assert all(told["shape"] and told["description"] for told in family["answer_details"].values())
        assert all(family["mistakes"].values())
    weights = next(family for family in listed if family["id"] == "attention")["answer_details"]["weights"]
    assert weights == {
        "shape": "rows(Q) × rows(K)",
        "unit": "",
        "description": "Softmax of each row of the masked scores.",
    }
    assert next(family for family in listed if family["id"] == "batch_norm")["notes"]


def test_families_list_the_answers_of_the_contract(examformer: Examformer) -> None:
    answers = {family["id"]: set(family["answers"]) for family in examformer("families")}
    assert answers["cosine_similarity"] >= {"dot", "norm_u", "norm_v", "cosine"}
    assert answers["bpe_train"] == {"merges", "counts", "vocabulary", "segmentations"}
    assert answers["attention"] == {"raw_scores", "scaled_scores", "masked_scores", "weights", "output"}
    assert answers["nearest_neighbour"] >= {
        "cosine",
        "euclidean",
        "nearest_by_cosine",
        "nearest_by_euclidean",
    }
    assert answers["count_transformer"] >= {"embeddings", "per_layer", "head", "total", "decoder_per_layer"}
    assert answers["kv_concurrency"] >= {"per_request_gib", "requests"}


def test_families_are_listed_for_people_too(said: Callable[..., tuple[int, str, str]]) -> None:
    status, out, _ = said("families")
    assert status == 0
    assert len(out.splitlines()) == len(families())


# solve: worked examples of the curriculum


@pytest.mark.parametrize(
    ("family", "parameters", "expected"),
    [
        ("cosine_similarity", {"u": [1, 2, 2], "v": [2, 3, 6]},
         {"dot": 20, "norm_u": 3, "norm_v": 7, "cosine": 20 / 21}),
        ("cosine_similarity", {"u": [1, 2, 2], "v": [2, -1, 0]}, {"cosine": 0}),
        ("euclidean_distance", {"u": [1, 2, 2], "v": [2, 3, 6]}, {"distance": 18**0.5}),
        ("euclidean_distance", {"u": [1, 2, 2], "v": [2, -1, 0]}, {"distance": 14**0.5}),
        ("normalized_distance", {"u": [1, 2, 2], "v": [2, 3, 6]}, {"cosine": 20 / 21, "distance": (2 / 21) ** 0.5}),
        ("perplexity", {"probabilities": [0.5, 0.25, 0.125, 0.5]},
         {"nats": 1.2130075659799042, "bits": 1.75, "perplexity": 3.363585661014858}),
        ("chinchilla_allocation", {"compute": 1e21}, {"parameters": 2886751345.94813, "tokens": 57735026918.9626}),
        ("count_linear", {"features": 3072, "classes": 10}, {"weights": 30720, "biases": 10, "total": 30730}),
        ("count_linear", {"features": 3072, "classes": 10, "bias": False}, {"total": 30720}),
        ("count_skip_gram", {"vocabulary_size": 10_000, "d": 300}, {"total": 6_000_000}),
        ("count_mlp", {"sizes": [4, 3, 2]}, {"per_layer": [15, 8], "total": 23}),
        ("count_transformer",
         {"architecture": "encoder", "vocabulary_size": 10, "d_model": 4, "d_ff": 8, "layers": 1, "heads": 1},
         {"embeddings": 40, "attention_per_layer": 64, "ffn_per_layer": 64, "per_layer": 128, "head": 0, "total": 168}),
        ("kv_cache", {"layers": 32, "kv_heads": 32, "d_head": 128, "bytes_per_value": 2, "context": 8192},
         {"total_gib": 4}),
        ("kv_cache", {"layers": 32, "kv_heads": 8, "d_head": 128, "bytes_per_value": 2, "context": 8192},
         {"total_gib": 1}),
        ("kv_cache", {"layers": 32, "kv_heads": 1, "d_head": 128, "bytes_per_value": 2, "context": 8192},
         {"total_gib": 0.125, "total_bytes": 134217728}),
        ("kv_cache", {"layers": 32, "kv_heads": 32, "d_head": 128, "bytes_per_value": 2, "context": 131072},
         {"total_gib": 64}),
        ("kv_cache", {"layers": 32, "kv_heads": 8, "d_head": 128, "bytes_per_value": 2, "context": 131072},
         {"total_gib": 16}),
        ("kv_cache", {"layers": 32, "kv_heads": 1, "d_head": 128, "bytes_per_value": 2, "context": 131072},
         {"total_gib": 2}),
        ("kv_concurrency", {"memory": 80, "weights": 14, "unit": "GB", "layers": 32, "kv_heads": 32, "d_head": 128,
                            "bytes_per_value": 2, "context": 131072}, {"per_request_gib": 64, "requests": 0}),
        ("kv_concurrency", {"memory": 80, "weights": 14, "unit": "GiB", "layers": 32, "kv_heads": 32, "d_head": 128,
                            "bytes_per_value": 2, "context": 131072}, {"per_request_gib": 64, "requests": 1}),
    ],
)  # fmt: skip
def test_worked_examples_come_out(
    solve: Callable[[str, Mapping[str, Any]], Any],
    family: str,
    parameters: dict[str, Any],
    expected: dict[str, Any],
) -> None:
    answers = solve(family, parameters)
    for name, value in expected.items():
        assert answers[name] == pytest.approx(value, rel=1e-12, abs=1e-15), name


def test_the_two_measures_disagree_on_the_nearest(solve: Callable[[str, Mapping[str, Any]], Any]) -> None:
    answers = solve(
        "nearest_neighbour", {"query": [1, 2, 2], "candidates": {"v": [2, 3, 6], "w": [2, -1, 0]}}
    )
    assert answers["nearest_by_cosine"] == "v"
    assert answers["nearest_by_euclidean"] == "w"
    assert answers["euclidean"] == pytest.approx({"v": 4.242640687119285, "w": 3.7416573867739413})


def test_one_of_several_is_answered_by_its_name_where_they_have_names(
    solve: Callable[[str, Mapping[str, Any]], Any],
) -> None:
    given = {"hidden": [1, 2], "embedding": [[1, 2], [3, 4]]}
    assert solve("lm_head", {**given, "tokens": ["cat", "dog"]})["prediction"] == "dog"
    assert solve("lm_head", given)["prediction"] == 1
    rows = {"weights": [[1, 0], [0, 1]], "bias": [0, 0], "x": [1, 2]}
    assert solve("softmax_regression", {**rows, "classes": ["sport", "art"]})["prediction"] == "art"
    assert solve("softmax_regression", rows)["prediction"] == 1


BLOCK: Mapping[str, Any] = {
    **{name: [[1, 0], [0, 1]] for name in ("w_q", "w_k", "w_v", "w_o", "w_1", "w_2")},
    "X": [[1, 1]],
    "norm": "post",
}


@pytest.mark.parametrize(
    ("family", "given", "infinite"),
    [
        ("perplexity", {"probabilities": [0.5, 0, 0.25]}, ("nats", "bits", "perplexity")),
        ("perplexity", {"probabilities": [0]}, ("nats", "bits", "perplexity")),
        ("sft_loss", {"probabilities": [0.5, 0], "mask": [0, 1]}, ("loss_sum", "loss_mean")),
        ("cross_entropy", {"probabilities": [0, 1], "target": 0}, ("loss",)),
    ],
)
def test_a_probability_of_zero_gives_infinity_and_its_convention_is_told(
    solve: Callable[[str, Mapping[str, Any]], Any],
    family: str,
    given: dict[str, Any],
    infinite: tuple[str, ...],
) -> None:
    answers = solve(family, given)
    assert {answers[name] for name in infinite} == {"inf"}
    for name in infinite:
        told = families()[family]
        assert "nfinite" in " ".join((told.answers[name].about, *told.notes)), name


def test_a_probability_of_zero_in_the_prompt_costs_nothing(
    solve: Callable[[str, Mapping[str, Any]], Any],
) -> None:
    assert solve("sft_loss", {"probabilities": [0, 1], "mask": [0, 1]})["token_losses"] == [0, 0]


def test_what_stops_the_computation_names_its_parameter(said: Callable[..., tuple[int, str, str]]) -> None:
    status, out, _ = said("solve", "encoder_block", "--params", json.dumps(BLOCK), "--json")
    error = json.loads(out)["error"]
    assert (status, error["parameter"]) == (2, "X")
    assert "the numbers of row 1 are all alike here" in error["message"]
    memory = {
        **BLOCK,
        "memory": [[1, 2]],
        **{f"{name}2": BLOCK[name] for name in ("w_q", "w_k", "w_v", "w_o")},
    }
    status, out, _ = said("solve", "decoder_block", "--params", json.dumps(memory), "--json")
    assert (status, json.loads(out)["error"].get("parameter")) == (2, "X")


def edges() -> Iterator[tuple[str, dict[str, Any], dict[str, Decimal]]]:
    """Families at the far edge of numbers, and what sixty digits say behind the 300 noughts of 1 + e^-700."""
    with localcontext(prec=400):
        for winner, loser in ((30, 0), (37, 0), (700, 0), (0, 30), (-300, 300), (-1000, 1000), (0.5, 0.25)):
            power = (Decimal(loser) - Decimal(winner)).exp()
            yield (
                "bradley_terry",
                {"reward_winner": winner, "reward_loser": loser},
                {"probability": 1 / (1 + power), "loss": (1 + power).ln()},
            )
        for scores in ((40, 40), (30, 30), (8, 9, 31, 36, 37, 38, 45, 50), (7, 0), (-750, 30), (3, -2)):
            positive, *noise = scores
            yield (
                "negative_sampling_loss",
                {"v": [1], "u_positive": [positive], "u_negatives": [[-score] for score in noise]},
                {"loss": sum(((1 + Decimal(-score).exp()).ln() for score in scores), Decimal(0))},
            )
        for logits, target in (
            ((40, 0), 0), ((30, 0), 0), ((30, 0), 1), ((8, 0, 1), 0), ((-2, 35, -3), 1), ((0, 800), 0), ((800, 0), 0),
            ((1, 2), 0),
        ):  # fmt: skip
            total = sum((Decimal(logit - logits[target]).exp() for logit in logits), Decimal(0))
            yield "cross_entropy", {"logits": list(logits), "target": target}, {"loss": total.ln()}
        for u, v in (((123.4, 567.8), (123.4, 567.801)), ((1, 1e-9), (1, 0)), ((1, 2, 3), (1, 2, 3.0001))):
            a, b = ([Decimal(str(x)) for x in vector] for vector in (u, v))
            long, short = (Decimal(sum(x * x for x in vector)).sqrt() for vector in (a, b))
            apart = Decimal(sum((x / long - y / short) ** 2 for x, y in zip(a, b, strict=True))).sqrt()
            yield "normalized_distance", {"u": list(u), "v": list(v)}, {"distance": apart}
        for tiny in (1e-60, 1e-30):
            yield "cosine_similarity", {"u": [tiny, tiny], "v": [tiny, 0]}, {"cosine": Decimal("0.5").sqrt()}


@pytest.mark.parametrize(("family", "given", "sixty"), list(edges()))
def test_at_the_far_edge_of_numbers_sixty_digits_say_the_same(
    solve: Callable[[str, Mapping[str, Any]], Any],
    family: str,
    given: dict[str, Any],
    sixty: dict[str, Decimal],
) -> None:
    answers = solve(family, given)
    for name, exact in sixty.items():
        assert answers[name] == pytest.approx(float(exact), rel=1e-12, abs=0)
    if by_scipy := BY_SCIPY.get(family):
        assert answers["loss"] == pytest.approx(by_scipy(given), rel=1e-12, abs=0)


BY_SCIPY: Mapping[str, Callable[[dict[str, Any]], float]] = {
    "bradley_terry": lambda given: -log_expit(float(given["reward_winner"]) - float(given["reward_loser"])),
    "negative_sampling_loss": lambda given: (
        -sum(
            log_expit(float(score))
            for score in (given["u_positive"][0], *(-row[0] for row in given["u_negatives"]))
        )
    ),
    "cross_entropy": lambda given: logsumexp(
        [float(logit) - given["logits"][given["target"]] for logit in given["logits"]]
    ),
}


def test_hashes_that_floats_would_confuse_are_refused(solve: Callable[[str, Mapping[str, Any]], Any]) -> None:
    with pytest.raises(
        AssertionError, match=r'"signature_b", "message": "must hold whole numbers from 0 to 2\^53 - 1"'
    ):
        solve("minhash_estimate", {"signature_a": [2**53 - 1], "signature_b": [2**53]})


def test_causal_attention_comes_out_as_in_the_course(solve: Callable[[str, Mapping[str, Any]], Any]) -> None:
    answers = solve("attention", EYE)
    assert answers["raw_scores"] == [[1, 1], [0, 1]]
    assert answers["masked_scores"][0][1] == "-inf"
    assert answers["weights"][0] == [1, 0]
    assert answers["weights"][1] == pytest.approx([0.3302, 0.6698], abs=1e-4)
    assert answers["output"][0] == [1, 2]
    assert answers["output"][1] == pytest.approx([2.3395, 3.3395], abs=1e-4)


def test_the_first_five_merges_come_out_with_their_counts(
    solve: Callable[[str, Mapping[str, Any]], Any],
) -> None:
    answers = solve("bpe_train", LOW)
    assert answers["merges"] == [["e", "s"], ["es", "t"], ["est", "</w>"], ["l", "o"], ["lo", "w"]]
    assert answers["counts"] == [9, 9, 9, 7, 7]
    assert answers["segmentations"]["lower"] == ["low", "e", "r", "</w>"]
    assert answers["vocabulary"][-5:] == ["es", "est", "est</w>", "lo", "low"]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model["name"])
def test_the_size_of_a_public_model_is_exact(
    solve: Callable[[str, Mapping[str, Any]], Any], model: dict[str, Any]
) -> None:
    assert solve("count_transformer", model["parameters"])["total"] == model["published_total"]


def test_the_reference_models_are_those_of_the_course() -> None:
    assert len(MODELS) == 24
    assert {m["name"]: m["published_total"] for m in MODELS}["GPT-2 small"] == 124_439_808


def test_steps_come_with_formula_numbers_and_value(examformer: Examformer) -> None:
    solved = examformer("solve", "cosine_similarity", "--params", '{"u":[1,2,2],"v":[2,3,6]}')
    assert solved["family"] == "cosine_similarity"
    assert [step["name"] for step in solved["steps"]] == ["dot", "norm_u", "norm_v", "cosine"]
    assert solved["steps"][0]["substitution"] == r"1 \cdot 2 + 2 \cdot 3 + 2 \cdot 6"
    assert solved["steps"][3]["substitution"] == r"\frac{20}{3 \cdot 7}"
    assert all(
        step.keys() == {"name", "title", "formula", "substitution", "value"} for step in solved["steps"]
    )


def test_a_solution_is_printed_for_people_too(said: Callable[..., tuple[int, str, str]]) -> None:
    status, out, _ = said("solve", "cosine_similarity", "--params", '{"u":[1,2,2],"v":[2,3,6]}')
    assert status == 0
    assert "Cosine similarity: 0.952380" in out


def test_tasks_are_solved_line_by_line_and_errors_stay_in_their_line(
    said: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [
        '{"family": "cosine_similarity", "params": {"u": [1, 2, 2], "v": [2, 3, 6]}}',
        "",
        '{"family": "cosine_similarity", "params": {"u": [0, 0], "v": [2, 3]}}',
        '{"family": "cosine_similarty", "params": {}}',
        "{broken",
        "[1, 2]",
        '{"params": {}}',
        '{"family": "cosine_similarity", "params": [1]}',
        '{"family": ["cosine_similarity"]}',
        "[" * 5000,
        '{"family": "count_skip_gram", "params": {"vocabulary_size": 5, "d": 2}}',
    ]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
    status, out, err = said("solve", "-")
    assert (status, err) == (0, "")
    results = [json.loads(line) for line in out.splitlines()]
    assert len(results) == len([line for line in lines if line])
    assert results[0]["answers"]["cosine"] == pytest.approx(20 / 21)
    assert results[-1]["answers"]["total"] == 20
    assert all(result.keys() == {"error"} for result in results[1:-1])
    assert "no direction" in results[1]["error"]["message"]
    assert "did you mean 'cosine_similarity'" in results[2]["error"]["message"]
    assert results[5]["error"]["parameter"] == "family"


# what is asked for wrongly


@pytest.mark.parametrize(
    ("family", "parameters", "named"),
    [
        ("cosine_similarity", '{"u": [1, 2], "v": [0, 0]}', "v"),
        ("cosine_similarity", '{"u": [1, 2]}', "v"),
        ("cosine_similarity", '{"u": [1, 2], "v": [1, 2, 3]}', "v"),
        ("cosine_similarity", '{"u": [1, 2], "v": ["one", 2]}', "v"),
        ("cosine_similarity", '{"u": [1, 2], "v": [1, 2], "w": 3}', "w"),
        ("cosine_similarity", '{"u": [1, 2], "v": [1, NaN]}', "v"),
        ("cosine_similarity", '{"u": [1, 2], "v": [1, 1e999]}', "v"),
        ("perplexity", '{"probabilities": [0.5, 1.5]}', "probabilities"),
        ("perplexity", '{"probabilities": []}', "probabilities"),
        ("attention", '{"Q": [[1, 0]], "K": [[1]], "V": [[1]]}', "K"),
        ("attention", '{"Q": [[1]], "K": [[1], [2]], "V": [[1], [1]], "causal": true}', "causal"),
        ("attention", '{"Q": [[1, 2], [3]], "K": [[1]], "V": [[1]]}', "Q"),
        ("bpe_train", '{"corpus": {}, "merges": 1}', "corpus"),
        ("bpe_train", '{"corpus": {"a b": 1}, "merges": 1}', "corpus"),
        ("bpe_train", '{"corpus": {"ab": 1}, "merges": 0}', "merges"),
        ("bpe_train", '{"corpus": {"ab": 0}, "merges": 1}', "corpus"),
        ("chinchilla_allocation", '{"compute": -1}', "compute"),
        ("count_linear", '{"features": 2.5, "classes": 2}', "features"),
        ("count_transformer", '{"vocabulary_size": 9, "d_model": 5, "d_ff": 8, "layers": 1, "heads": 2}', "d_head"),
        ("kv_concurrency", json.dumps({"memory": 1, "weights": 2, "layers": 1, "kv_heads": 1, "d_head": 1,
                                       "bytes_per_value": 2, "context": 1}), "weights"),
        ("cosine_similarity", '{"u": [1, 2], "v": [1, 1' + "0" * 400 + "]}", "v"),
        ("cosine_similarity", '{"u": [1, 2], "v": [1, 1' + "0" * 5000 + "]}", "--params"),
        ("cosine_similarity", "{", "--params"),
        ("cosine_similarity", "[]", "--params"),
        ("cosine_similarity", "[" * 3000, "--params"),
    ],
)  # fmt: skip
def test_bad_parameters_exit_with_2_and_one_line_that_names_the_parameter(
    said: Callable[..., tuple[int, str, str]], family: str, parameters: str, named: str
) -> None:
    status, out, err = said("solve", family, "--params", parameters)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert err.startswith("examformer: ")
    assert named in err
    assert len(err) < 400
    status, out, err = said("solve", family, "--params", parameters, "--json")
    assert (status, err) == (2, "")
    error = json.loads(out)["error"]
    assert named in f"{error.get('parameter')} {error['message']}"


def test_an_unknown_family_suggests_the_nearest(said: Callable[..., tuple[int, str, str]]) -> None:
    status, _, err = said("solve", "cosine_similarty")
    assert status == 2
    assert err == "examformer: there is no family 'cosine_similarty'; did you mean 'cosine_similarity'?\n"


def test_what_the_parser_refuses_exits_with_2(said: Callable[..., tuple[int, str, str]]) -> None:
    for arguments in ([], ["dance"], ["solve"], ["grade", "x"], ["generate", "x", "--seed", "two"]):
        assert said(*arguments)[0] == 2


# generate


def test_a_drawn_question_holds_no_key(examformer: Examformer) -> None:
    drawn = examformer("generate", "vectors-of-length-one", "--seed", "7")
    assert drawn["prompt"]
    assert [part["name"] for part in drawn["parts"]] == ["dot", "cosine", "distance"]
    for part in drawn["parts"]:
        assert part.keys() == {"name", "title", "symbol", "unit", "form", "points", "cells"}
    assert not {"key", "answers", "bands", "accepted", "steps"} & set(json.dumps(drawn).split('"'))


def test_the_same_seed_draws_the_same_question(examformer: Examformer) -> None:
    first, again, other = (
        examformer("generate", "vectors-of-length-one", "--seed", seed) for seed in ("7", "7", "8")
    )
    assert first == again
    assert first["parameters"] != other["parameters"]


def test_a_set_parameter_is_respected(examformer: Examformer) -> None:
    for seed in range(5):
        drawn = examformer("generate", "tiny-gpt", "--seed", str(seed), "--set", "d_model=8")
        assert drawn["parameters"]["d_model"] == 8


@pytest.mark.sweep
def test_every_question_is_listed_and_can_be_generated(examformer: Examformer) -> None:
    for question in examformer("questions"):
        for level in question["levels"]:
            drawn = examformer("generate", question["id"], "--seed", "3", "--level", level)
            assert drawn["level"] == level
            assert sum(part["points"] for part in drawn["parts"]) == pytest.approx(question["points"])


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["vectors-of-length-two"], "vectors-of-length-two"),
        (["vectors-of-length-one", "--level", "easy"], "level"),
        (["vectors-of-length-one", "--set", "u"], "--set"),
        (["vectors-of-length-one", "--set", "u=[0,0]"], "u"),
        (["vectors-of-length-one", "--set", "w=[1,2]"], "w"),
        (["vectors-of-length-one", "--set", "u=hello"], "u"),
        (["vectors-of-length-one", "--set", "u=" + "[" * 5000], "u"),
        (["vectors-of-length-one", "--set", "u=[1" + "0" * 5000 + "]"], "u"),
        (["tiny-gpt", "--set", "d_model=-3"], "d_model"),
        (["tiny-gpt", "--set", "d_model=big"], "d_model"),
    ],
)
def test_what_cannot_be_drawn_exits_with_2_and_names_what(
    said: Callable[..., tuple[int, str, str]], arguments: list[str], named: str
) -> None:
    status, out, err = said("generate", *arguments)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert named in err


# grade


def test_a_key_is_graded_as_right(examformer: Examformer) -> None:
    graded = examformer(
        "grade", "from-cosine-to-distance", "--responses", '{"cosine": "0.95", "distance": "0.31"}'
    )
    assert (graded["score"], graded["max_score"]) == (3, 3)
    part = graded["parts"]["cosine"]
    assert {"correct", "credit", "read_as", "accepted", "feedback"} <= part.keys()
    assert (part["correct"], part["credit"], part["read_as"]) == (True, 1, "0.95")


def test_a_missing_answer_earns_nothing(examformer: Examformer) -> None:
    graded = examformer("grade", "from-cosine-to-distance", "--responses", '{"distance": 0.31}')
    assert graded["score"] == 2
    assert graded["parts"]["cosine"] | {"accepted": ""} == {
        "correct": False, "credit": 0, "read_as": None, "rule": None, "feedback": "No answer.", "points": 1,
        "accepted": "",
    }  # fmt: skip


@pytest.mark.parametrize(
    "weights",
    [
        "1 0; 0.33 0.67",
        "[[1, 0], [0.33, 0.67]]",
        "1 0\n0,33 0,67",
        ["1", "0", "0.33", "0.67"],
        [1, 0, 0.33, 0.67],
        [[1, 0], [0.33, 0.67]],
        [["1", "0.00"], ["0,33", "67 %"]],
    ],
)
def test_a_matrix_may_be_one_text_a_list_or_a_list_of_rows(examformer: Examformer, weights: Any) -> None:
    graded = examformer("grade", "mask-then-softmax", "--responses", json.dumps({"weights": weights}))
    assert graded["parts"]["weights"]["correct"], graded
    assert len(graded["parts"]["weights"]["read_as"]) == 4


def test_a_matrix_earns_its_right_cells(examformer: Examformer) -> None:
    responses = json.dumps({"weights": [[1, 0], [0.5, 0.67]], "output": "[[1, 2], [2.34, 3.34]]"})
    graded = examformer("grade", "mask-then-softmax", "--responses", responses)
    assert graded["parts"]["weights"]["credit"] == pytest.approx(1.5)
    assert graded["score"] == pytest.approx(2.5)


def test_a_matrix_of_another_shape_is_not_marked(examformer: Examformer) -> None:
    for response in ("1 0 0; 0 1 0", "1", [[1]], [[1] * 100] * 100, []):
        graded = examformer("grade", "mask-then-softmax", "--responses", json.dumps({"weights": response}))
        part = graded["parts"]["weights"]
        assert (part["correct"], part["read_as"]) == (False, None)
        assert part["feedback"]


BY_HAND: list[tuple[str, dict[str, Any], dict[str, list[str]]]] = [
    # The curriculum's examples of "two decimals", each with everything else right.
    ("vectors-of-length-one", {"u": [1, 2, 2], "v": [2, 3, 6]},
     {"dot": ["20", "20.00"], "cosine": ["0.95", "20/21", "0.952381", "0,95"], "distance": ["0.31", "0.32", "0.3086"]}),
    ("spend-a-budget-well", {"compute": 1e21},
     {"squared": ["8.33e18"], "parameters": ["2.89e9", "2.887e9", "2,89 x 10⁹"],
      "tokens": ["57.80e9", "57.74e9", "5.77e10", "5.78e10"]}),
    ("one-typing-mistake", {"probabilities": [0.2513]}, {"nats": ["1.38"], "perplexity": ["3.97", "3.98"]}),
    ("bigram-model-on-a-test-sentence", {"probabilities": [0.5, 0.25, 0.125, 0.5]},
     {"nats": ["1.21", "1.2130"], "bits": ["1.75"], "perplexity": ["3.35", "3.36", "3.3636"]}),
    ("cosine-of-two-vectors", {"u": [2, 0, 0, 0, 0], "v": [1, 1, 1, 5, 6]},
     {"dot": ["2"], "norm_u": ["2"], "norm_v": ["8"], "cosine": ["0.12", "0.13", "0.125", "1/8", "12.5 %"]}),
    ("kv-cache-of-a-chat-server",
     {"layers": 32, "kv_heads": 8, "d_head": 128, "bytes_per_value": 2, "context": 131072, "batch": 1},
     {"bytes_per_token_per_layer": ["4096"], "bytes_per_token": ["131072", "131_072", "2^17"],
      "total_gib": ["16", "16.00", "1.60e1"]}),
    ("mask-then-softmax", {},
     {"weights": ["1 0; 0.33 0.67", "1 0; 0.3302 0.6698"], "output": ["1 2; 2.34 3.34", "1.00 2.00; 2.34 3.34"]}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "given", "part", "text"),
    [
        (question, given, part, text)
        for question, given, typed in BY_HAND
        for part, texts in typed.items()
        for text in texts
    ],
)
def test_every_honest_way_of_writing_and_rounding_is_accepted(
    examformer: Examformer, question: str, given: dict[str, Any], part: str, text: str
) -> None:
    others = next(
        {name: texts[0] for name, texts in typed.items()} for id, _, typed in BY_HAND if id == question
    )
    graded = examformer("grade", question, *settings(given), "--responses", json.dumps(others | {part: text}))
    assert graded["parts"][part]["correct"], graded["parts"][part]
    assert graded["score"] == graded["max_score"]


@pytest.mark.parametrize(
    ("question", "given", "typed"),
    [
        ("vectors-of-length-one", {"u": [1, 2, 2], "v": [2, 3, 6]}, {"distance": "0.33"}),
        ("vectors-of-length-one", {"u": [1, 2, 2], "v": [2, 3, 6]}, {"cosine": "0.9"}),
        ("vectors-of-length-one", {"u": [1, 2, 2], "v": [2, 3, 6]}, {"cosine": "-0.95"}),
        ("spend-a-budget-well", {"compute": 1e21}, {"tokens": "57.90e9"}),
        ("one-typing-mistake", {"probabilities": [0.2513]}, {"perplexity": "3.96"}),
        ("cosine-of-two-vectors", {"u": [2, 0, 0, 0, 0], "v": [1, 1, 1, 5, 6]}, {"cosine": "0.14"}),
        ("cosine-of-two-vectors", {"u": [2, 0, 0, 0, 0], "v": [1, 1, 1, 5, 6]}, {"cosine": "0"}),
        ("ten-classes-of-small-pictures", {}, {"total": "30720"}),
    ],
)
def test_what_is_further_off_is_wrong(
    examformer: Examformer, question: str, given: dict[str, Any], typed: dict[str, str]
) -> None:
    graded = examformer("grade", question, *settings(given), "--responses", json.dumps(typed))
    for name in typed:
        assert not graded["parts"][name]["correct"], graded["parts"][name]
        assert graded["parts"][name]["feedback"]
    assert graded["score"] == 0


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "abc", "1,234", "9**9**9", "9^9^9^9", "1e999", "1" * 5000, "NaN", "[" * 300 + "1" + "]" * 300,
        "(" * 300 + "1" + ")" * 300, str([[1] * 100] * 100), "__import__('os').system('true')",
        "<script>alert(1)</script>",
        "1/0", "inf - inf", "\x00", "🙂", "0x1F", "lambda: 1", "{{7*7}}", "%s%n", "1;2", "--", "ln(-1)",
    ],
    ids=lambda text: repr(text[:20]),
)  # fmt: skip
def test_bad_answers_are_not_read(examformer: Examformer, text: str) -> None:
    for question, part in (("from-cosine-to-distance", "cosine"), ("mask-then-softmax", "weights")):
        graded = examformer("grade", question, "--responses", json.dumps({part: text}))
        assert graded["parts"][part]["correct"] is False
        assert graded["parts"][part]["read_as"] is None
        assert graded["parts"][part]["feedback"]


@pytest.mark.parametrize("value", [None, True, {"a": 1}, [], [[]], [None], {}, 10**400, [[1, [2, [3]]]]])
def test_json_that_is_no_answer_is_not_read(examformer: Examformer, value: Any) -> None:
    for question, part in (("from-cosine-to-distance", "cosine"), ("mask-then-softmax", "weights")):
        graded = examformer("grade", question, "--responses", json.dumps({part: value}))
        assert graded["parts"][part]["correct"] is False
        assert graded["parts"][part]["feedback"]


@pytest.mark.parametrize(
    ("responses", "named"),
    [
        ("{", "--responses"),
        ('{"cosine": 1' + "0" * 5000 + "}", "--responses"),
        ("[]", "--responses"),
        ('{"sine": 1}', "sine"),
        ("[" * 9000, "--responses"),
        ('{"cosine": ' + "[" * 700 + "]" * 700 + "}", "cosine"),
    ],
)
def test_responses_that_fit_no_part_exit_with_2(
    said: Callable[..., tuple[int, str, str]], responses: str, named: str
) -> None:
    status, out, err = said("grade", "from-cosine-to-distance", "--responses", responses)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert named in err


def test_grading_is_printed_for_people_too(said: Callable[..., tuple[int, str, str]]) -> None:
    status, out, _ = said("grade", "from-cosine-to-distance", "--responses", '{"cosine": "0.95"}')
    assert status == 0
    assert out.splitlines()[0] == "1 of 3"


# serve, migrate, backup


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("PORT", "abc"),
        ("PORT", "99999"),
        ("EXAMFORMER_ALLOWED_HOSTS", "exam.example"),
        ("EXAMFORMER_ALLOWED_HOSTS", '{"exam": 1}'),
        ("EXAMFORMER_DATABASE_URL", "nonsense"),
        ("EXAMFORMER_DATABASE_URL", "mysql://me:sesame@localhost/exam"),
        ("EXAMFORMER_DATABASE_URL", "postgresql://me:sesame@localhost:port/exam"),
        ("EXAMFORMER_GUESTS_PER_ADDRESS", "often"),
    ],
)
@pytest.mark.parametrize("command", ["serve", "migrate", "backup", "reports"])
def test_a_setting_that_does_not_fit_is_one_line_that_names_it(
    said: Callable[..., tuple[int, str, str]],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    variable: str,
    value: str,
) -> None:
    monkeypatch.setenv(variable, value)
    from_outside.cache_clear()
    status, out, err = said(command)
    from_outside.cache_clear()
    assert (status, out) == (2, "")
    assert variable.removeprefix("EXAMFORMER_").lower() in err.lower()
    assert "sesame" not in err
    assert len(err.splitlines()) == 1


def test_a_backup_onto_a_file_that_is_there_exits_with_2_and_leaves_it(
    said: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path / 'exam.db'}"
    migration.upgrade(url)
    (tmp_path / "notes.txt").write_text("These are my notes.\n")
    monkeypatch.setenv("EXAMFORMER_DATABASE_URL", url)
    from_outside.cache_clear()
    status, out, err = said("backup", str(tmp_path / "notes.txt"))
    _, copy, _ = said("backup", str(tmp_path))
    from_outside.cache_clear()
    assert (status, out) == (2, "")
    assert "notes.txt is there already" in err
    assert (tmp_path / "notes.txt").read_text() == "These are my notes.\n"
    assert Path(copy.strip()).parent == tmp_path
    assert Path(copy.strip()).is_file()


def test_the_version_is_one_line(said: Callable[..., tuple[int, str, str]]) -> None:
    assert said("--version") == (0, f"Examformer {__version__}\n", "")


# the real command


def test_the_installed_command_solves_and_refuses() -> None:
    command = [sys.executable, "-m", "app.cli"] if not (HOME / ".venv/bin/examformer").exists() else [
        str(HOME / ".venv/bin/examformer")
    ]  # fmt: skip
    task = '{"family": "cosine_similarity", "params": {"u": [1, 2, 2], "v": [2, 3, 6]}}\n{"family": "none"}\n'
    ran = subprocess.run(
        [*command, "solve", "-"],
        input=task,
        capture_output=True,
        text=True,
        cwd=HOME,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    first, second = map(json.loads, ran.stdout.splitlines())
    assert first["answers"]["cosine"] == pytest.approx(20 / 21)
    assert "no family" in second["error"]["message"]
    refused = subprocess.run(
        [*command, "solve", "cosine_similarity", "--params", '{"u": [1]}'],
        capture_output=True, text=True, cwd=HOME, timeout=60, check=False,
    )  # fmt: skip
    assert refused.returncode == 2
    assert refused.stderr == "examformer: v: is missing\n"
    assert refused.stdout == ""
