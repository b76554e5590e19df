"""Beam search: keep the best few hypotheses, set finished ones aside (Graves 2012; Wu et al. 2016, section 7).

A hypothesis is written as its tokens with spaces between them; one that ends with the end token is finished.
"""

import math
from collections.abc import Generator, Mapping
from fractions import Fraction
from random import Random
from typing import Annotated, Any

from pydantic import Field, field_validator, model_validator

from engine.answers.forms import Choice, Positions, Tokens
from engine.chain import Family, NotApplicable, Run, Step, run
from engine.mathematics import hypotheses, replies
from engine.mathematics.hypotheses import START, Scores, Transitions, length, order, per_token, unfinished
from engine.parameters import Frozen, exact, symbol
from engine.solutions import latex
from engine.solutions.pictures import Node, Tree

Probability = Annotated[float, Field(gt=0, le=1)]
APART = 0.04  # of two scores that a person must rank
EARLY = {"warm-up": 0, "exam": 2, "hard": 3}  # first words after which a reply may end


class Parameters(Frozen):
    transitions: dict[str, dict[str, Probability]] = symbol(
        r"\text{transitions}",
        "probabilities of the next token, one row per text so far; each row sums to 1 at most, within 0.02",
        because="its score is a logarithm, and 0 has none; leave out a token that cannot follow",
        min_length=1, max_length=200,
    )  # fmt: skip
    width: int = symbol(r"\text{width}", "how many unfinished hypotheses go on", ge=1, le=20)
    steps: int = symbol(r"\text{steps}", "how many tokens are written at most", ge=1, le=10)
    length_normalized: bool = symbol(
        r"\text{normalized}", "divide the score by the number of tokens, the end counted", default=False
    )
    end: str = symbol(r"\text{end}", "the token that finishes a hypothesis", default="</s>", min_length=1)

    @field_validator("transitions")
    @classmethod
    def probabilities_of_tokens(cls, transitions: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
        if "" not in transitions:
            raise ValueError("must have a row for the first token, with nothing before it")
        for prefix, row in transitions.items():
            place = f"after “{prefix}”" if prefix else "at the start"
            if not row or any(token.split() != [token] for token in row):
                raise ValueError(f"must have tokens {place}, written without spaces")
            if (total := sum(map(exact, row.values()))) > Fraction("1.02"):
                raise ValueError(
                    f"must have probabilities {place} that sum to 1 at most, not to {float(total):g}"
                )
        return transitions

    @model_validator(mode="after")
    def every_row_that_is_reached(self) -> "Parameters":
        missing = hypotheses.missing_row(self.transitions, self.width, self.steps, self.end)
        if missing is not None:
            raise ValueError(f"transitions must have a row after “{missing}”, which the search reaches")
        return self


family = Family(
    "beam_search", "Beam search", section="2.7", builds_on=("sequence_probability",), parameters=Parameters,
)  # fmt: skip


def sum_cell(
    transitions: Transitions,
    end: str,
    before: Scores = START,
    kept: tuple[int, ...] = (0,),
    *,
    at: tuple[str],
) -> str:
    prefix, _, token = at[0].rpartition(" ")
    so_far = f"{latex.number(before[prefix])} + " if prefix else ""
    return rf"{so_far}\ln {latex.number(transitions[prefix][token])}"


@family.unroll("beams", "best", "score")
def chain(given: Parameters) -> Generator[Step, Any, None]:
    before: tuple[str, ...] = ()
    steps: list[str] = []
    for n in range(1, given.steps + 1):
        grown = yield Step(
            f"candidates_{n}", f"Step {n}: scores of the candidates",
            r"\text{score so far} + \ln P(\text{next token})", hypotheses.candidates, ("transitions", "end", *before),
            numbers=sum_cell, tree=True,
        )  # fmt: skip
        kept = yield Step(
            f"kept_{n}", f"Step {n}: hypotheses that go on",
            rf"\text{{unfinished candidates with the highest scores, at most {given.width}}}",
            hypotheses.beam,
            (f"candidates_{n}", "transitions", "width", "end"), form=Positions("transitions", tuple(grown)),
        )  # fmt: skip
        before = (f"candidates_{n}", f"kept_{n}")
        steps += before
        if not kept:
            break
    yield Step(
        "beams", "The beam after each step", r"\text{kept hypotheses, best first}", hypotheses.kept_by_step,
        ("transitions", *steps), form=Tokens(), answer="beams", gathers=True,
    )  # fmt: skip
    yield Step(
        "sums", "Scores in the end", r"\text{finished hypotheses, and those left in the beam}",
        hypotheses.in_the_end,
        ("end", *steps[::2], steps[-1]), symbol=r"\text{scores in the end}",
    )  # fmt: skip
    if given.length_normalized:
        yield Step(
            "averages", "Scores per token", r"\frac{<sums>}{\text{number of tokens}}", per_token, ("sums",),
            symbol=r"\text{scores per token}",
            numbers=lambda sums, at: rf"\frac{{{latex.number(sums[at[0]])}}}{{{length(at[0])}}}",
        )  # fmt: skip
    final, title = (
        ("averages", "scores per token") if given.length_normalized else ("sums", "scores in the end")
    )
    yield Step(
        "best", "Best hypothesis", rf"\text{{the one with the highest of the {title}}}", best_of,
        (final, "transitions", "length_normalized"), symbol=r"\text{best hypothesis}",
        form=Choice("transitions", hypotheses.whole(given.transitions, given.steps, given.end)), answer="best",
    )  # fmt: skip
    yield Step(
        "score", "Score of the best hypothesis", rf"\text{{the highest of the {title}}}", score_of, (final, "best"),
        symbol="s", answer="score",
    )  # fmt: skip


def best_of(scores: Scores, transitions: Transitions, normalized: bool) -> str:
    return order(scores, scores, transitions, normalized)[0]


def score_of(scores: Scores, best: str) -> float:
    if best not in scores:
        raise ValueError(f"{best!r} does not compete in the end")
    return scores[best]


@family.picture(after="best")
def search_tree(exact: Run) -> Tree:
    """Every candidate below the text that it continues: faint what was dropped, in colour the way to the best."""
    best, end = exact.reached["best"], exact.values["end"]
    averaged = exact.values["length_normalized"]
    nodes = [Node("start", "", None, best=True)]
    where = {"": 0}
    for name, step in exact.steps.items():
        if step.stem != "candidates":
            continue
        on = exact.reached[f"kept_{name.rpartition('_')[2]}"]
        for place, (text, score) in enumerate(exact.reached[name].items()):
            prefix, _, token = text.rpartition(" ")
            where[text] = len(nodes)
            done = hypotheses.is_finished(text, end)
            note = f"{score:.2f}" + (
                f" / {length(text)} = {score / length(text):.2f}" if averaged and done else ""
            )
            ahead = f"{best} ".startswith(f"{text} ")
            nodes.append(Node(token, note, where[prefix], place in on or done, ahead))
    about = "Each branch adds a token; below it stands the score. Faint: dropped. Bold: the best hypothesis."
    return Tree("What the search has looked at", about, tuple(nodes))


family.gives(
    {
        "beams": (
            "list of list of text",
            "The unfinished hypotheses that go on after each step, the most probable first.",
        ),
        "best": ("text", "The hypothesis with the highest score in the end."),
        "score": (
            "number",
            "Its score: the sum of the natural logarithms, over its tokens where length_normalized.",
        ),
    }
)
family.assumes(
    "A hypothesis whose last token is the end token is finished: it is set aside, takes no place in the "
    "beam, and competes in the end with the unfinished ones that the last step keeps.",
    "Candidates are ranked by the sum of the natural logarithms; ties go to the first in the order of the "
    "alphabet. With length_normalized only the final scores are divided, by the number of tokens, the end "
    "token counted.",
    "A token without a probability cannot follow. Every unfinished text that the search continues needs a "
    "row: a dead end is refused. The search stops early when nothing unfinished is left.",
)


@family.mistake(
    of="kept",
    says="You kept the best hypothesis only: that is greedy search. The beam holds as many as its width.",
)
def greedy(candidates: Scores, transitions: Transitions, width: int, end: str) -> tuple[int, ...]:
    if width == 1:
        raise NotApplicable
    return hypotheses.beam(candidates, transitions, 1, end)


@family.mistake(
    of="kept",
    says="You gave a finished hypothesis a place in the beam. Set it aside; the places are for unfinished ones.",
)
def finished_in_the_beam(candidates: Scores, transitions: Transitions, width: int) -> tuple[int, ...]:
    return hypotheses.places(order(candidates, candidates, transitions)[:width], candidates)


@family.mistake(
    of="best",
    says="You left out the finished hypotheses. They were set aside and compete in the end with those in the beam.",
)
def finished_forgotten(sums: Scores, transitions: Transitions, length_normalized: bool, end: str) -> str:
    left = unfinished(sums, end)
    if not left:
        raise NotApplicable
    return order(per_token(sums) if length_normalized else sums, left, transitions, length_normalized)[0]


@family.mistake(
    of="averages",
    says="You left out the division by the length. Divide each sum by its tokens, the end counted.",
)
def not_divided(sums: Scores) -> Scores:
    return sums


@family.mistake(
    of="sums", says="You divided by the length. No normalization is asked here: the sums compete."
)
def divided_unasked(right: Scores, length_normalized: bool) -> Scores:
    if length_normalized:
        raise NotApplicable
    return per_token(right)


@family.mistake(
    of="candidates",
    says="You added the probabilities. Add their logarithms, which is as good as multiplying the probabilities.",
)
def probabilities_added(right: Scores, transitions: Transitions) -> Scores:
    return hypotheses.of_path(right, math.fsum, transitions)


@family.mistake(
    of="candidates", says="These are the probabilities themselves. The score is their natural logarithm."
)
def probabilities_for_scores(right: Scores, transitions: Transitions) -> Scores:
    return hypotheses.of_path(right, math.prod, transitions)


@family.mistake(of="candidates", says="You took logarithms to the base 10. Here the score is a sum of ln.")
def base_ten(right: Scores, transitions: Transitions) -> Scores:
    return hypotheses.of_path(right, lambda path: math.log10(math.prod(path)), transitions)


@family.mistake(of="candidates", says="You took logarithms to the base 2. Here the score is a sum of ln.")
def base_two(right: Scores, transitions: Transitions) -> Scores:
    return hypotheses.of_path(right, lambda path: math.log2(math.prod(path)), transitions)


@family.refuses
def near_tie(exact: Run) -> str | None:
    """Two hypotheses that two decimals cannot rank."""
    for name, step in exact.steps.items():
        if step.stem == "candidates":
            going = unfinished(exact.reached[name], exact.values["end"])
            scores = sorted((exact.reached[name][each] for each in going), reverse=True)
            width = exact.values["width"]
            if len(scores) > width and scores[width - 1] - scores[width] < APART:
                return "two candidates are too close to be ranked from two decimals"
    final = sorted(exact.reached.get("averages", exact.reached["sums"]).values())
    if len(final) > 1 and final[-1] - final[-2] < APART:
        return "two hypotheses are too close in the end"
    return None


def search_pays(values: Mapping[str, Any]) -> bool:
    """True if greedy search would miss the best hypothesis."""
    given = Parameters.of(values)
    alone = run(family, given, instead={"kept": family.mistakes["greedy"]})
    return bool(alone.reached["best"] != run(family, given).reached["best"])


@family.draws
def draw(rng: Random, level: str, fixed: Mapping[str, Any]) -> Mapping[str, Any]:
    """Two steps to warm up, then three with hypotheses that end early; often greedy search misses the best."""
    wanted = rng.random() < 0.7
    steps, end = fixed.get("steps", 2 if level == "warm-up" else 3), fixed.get("end", "</s>")
    for _ in range(12):
        values = {
            "transitions": replies.draw_table(rng, EARLY[level], steps, end),
            "width": 3 if level == "hard" else 2,
            "steps": steps,
            "length_normalized": level != "warm-up" and rng.random() < 0.5,
            "end": end,
        }
        if not wanted or search_pays(values):
            break
    return values
