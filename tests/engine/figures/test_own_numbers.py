"""A figure about the numbers of a sheet: exactly these, at each state of its handles, or none."""

from collections.abc import Iterator

import pytest

from engine.figures.catalogue import figures, find
from engine.figures.figure import Figure
from engine.figures.handles import Slider
from engine.figures.own_numbers import NoSuchNumbers, about, read
from engine.parameters import Frozen
from engine.variants import Undrawable, draw
from tests.engine.figures.states import frames
from tests.engine.submissions import BANK
from tests.every import every, for_each

FIGURES = list(figures().values())
REACHES = {  # of the bank's questions of this figure, those whose every drawn sheet has a figure
    "allocation": {"spend-a-budget-well", "ten-to-the-twenty-one"},
    "attention": {"causal-attention-by-hand", "every-table-of-attention", "a-row-of-the-lab"},
    "beam": {"where-greedy-goes-wrong"},
    "bpe": {"merges-of-a-small-corpus", "first-five-merges", "pieces-of-a-genome"},
    "cost-of-length": {"everybody-reads-everybody", "twice-the-text-four-times-the-work"},
    "dpo": {"preferences-without-a-reward-model"},
    "bradley-terry": {"reward-model-before-training"},
    "near-duplicates": {"copied-with-small-changes", "three-words-at-a-time"},
    "pass-at-k": {"how-often-does-the-assistant-succeed", "ten-programs-five-tries"},
    "perplexity": {"surprise-of-a-sentence", "bits-per-token", "one-typing-mistake"},
    "softmax-gradient": {"sure-and-wrong", "two-classes-one-example", "which-way-to-push-the-weights"},
    "learning-rate": {
        "down-the-cosine",
        "the-first-two-thousand-steps",
        "a-staircase-for-the-learning-rate",
    },
    "logistic-regression": {
        "is-this-review-positive",
        "held-back-by-the-moderator",
        "spam-without-an-exponential",
    },
    "lsh-curve": {"one-band-is-enough", "missed-near-duplicates", "pairs-that-fineweb-finds"},
    "nucleus": {"until-the-mass-is-reached", "sure-or-undecided", "a-nucleus-of-six"},
    "one-changed-weight": {
        "one-weight-moves-everything",
        "turn-one-knob-down",
        "a-nudge-in-training",
    },
    "requests-that-fit": {
        "users-on-one-accelerator",
        "gigabytes-on-the-box",
        "a-real-model-on-one-card",
        "one-very-long-request",
    },
    "rope": {"two-pairs-two-speeds", "a-base-for-long-texts", "a-query-turned-by-its-place"},
    "temperature": {"careful-or-bold", "one-list-three-temperatures", "settings-of-a-chat-model"},
    "zero-stages": {"nothing-twice", "cards-with-eighty-gigabytes", "the-first-figure-of-zero"},
}


def drawn(figure: Figure, seeds: int = 3) -> Iterator[tuple[str, Frozen]]:
    """The numbers of sheets of the bank of this figure's family, with their questions."""
    for question in BANK.questions.values():
        if question.family_id == figure.family and question.kind == "family":
            for level in question.levels:
                for seed in range(seeds):
                    try:
                        yield question.id, draw(question, seed, level).parameters
                    except Undrawable:
                        continue


@for_each(FIGURES, lambda figure: figure.id)
def test_a_figure_begins_at_exactly_the_numbers_of_a_sheet_or_is_none(figure: Figure) -> None:
    reached, missed = set(), set()
    for name, given in drawn(figure):
        try:
            made = about(figure, given)
        except NoSuchNumbers as said:
            assert str(said).endswith(".")
            missed.add(name)
            continue
        reached.add(name)
        first = made.at({})
        assert first.run.parameters.to_json() == given.to_json()
        again, problems = made.read(made.texts(first))
        assert (again.run.parameters.to_json(), problems) == (given.to_json(), ())
    assert reached - missed >= REACHES.get(figure.id, set())


@for_each(FIGURES, lambda figure: figure.id)
def test_about_other_numbers_it_says_something_at_every_state(figure: Figure) -> None:
    for _, given in drawn(figure, seeds=1):
        try:
            made = about(figure, given)
        except NoSuchNumbers:
            continue
        first = made.at({})
        for frame in frames(made, at_once=3):
            for before in (None, first):
                shown = made.show(frame, before)
                assert shown.pictures
                assert shown.sentence.endswith((".", "?")), shown.sentence
                assert len(shown.sentence) <= 230, shown.sentence
                assert not any(word in shown.sentence for word in ("nan", "inf ", "None", "  ")), (
                    shown.sentence
                )


def test_figures_of_their_own_numbers_are_about_these() -> None:
    def check(figure: Figure) -> None:
        own = figure.at({}).run.parameters
        try:
            made = about(figure, own)
        except NoSuchNumbers:
            return
        assert made.at({}).run.parameters.to_json() == own.to_json()

    every(figures().values(), check, lambda figure: figure.id)


@pytest.mark.parametrize(
    ("value", "stops"),
    [(0.75, (0.15, 2.95)), (1.0, (0.1, 3.0)), (0.1, (0.1, 3.0)), (3.0, (0.1, 3.0)), (2.99, (0.19, 2.99))],
)
def test_the_stops_of_a_slider_move_by_less_than_a_step(value: float, stops: tuple[float, float]) -> None:
    given = find("temperature").chain.parameters.of({"logits": [1, 2], "temperature": value})
    slider = about(find("temperature"), given).handles[0]
    assert isinstance(slider, Slider)
    assert (slider.least, slider.most, slider.start) == (*stops, value)
    assert slider.read({"temperature": slider.text(value)}) == (value, "")


@pytest.mark.parametrize(
    ("figure", "given"),
    [
        ("temperature", {"logits": [1, 2], "temperature": 0.01}),  # below the slider's end
        ("temperature", {"logits": [0.0] * 30, "temperature": 1}),
        ("temperature", {"logits": [0, 500], "temperature": 1}),
        ("temperature", {"logits": [0, 1], "temperature": 0.12345678901}),  # its text would be another number
        ("angle-and-distance", {"u": [1, 2, 3], "v": [1, 2, 3]}),
        ("angle-and-distance", {"u": [1.25, 2], "v": [1, 2]}),  # a point moves in tenths
        ("allocation", {"compute": 1.2345e21}),
        ("kv-cache", {"layers": 28, "kv_heads": 8, "d_head": 128, "bytes_per_value": 2, "context": 8192}),
        ("rope", {"x": [0, 0, 1, 1], "position": 3}),  # nothing turns
        ("attention", {"Q": [[1e9, 0]], "K": [[1, 0]], "V": [[1]]}),
        ("bpe", {"corpus": {"a": 1}, "merges": 1, "end_of_word": ""}),
    ],
)
def test_numbers_that_it_cannot_hold_exactly_have_no_figure(figure: str, given: dict[str, object]) -> None:
    one = find(figure)
    with pytest.raises(NoSuchNumbers):
        about(one, one.chain.parameters.of(given))


@pytest.mark.parametrize(
    "texts", [{}, {"logits": "a, b", "temperature": "1"}, {"logits": "1 2", "temperature": "-1"}]
)
def test_texts_that_are_no_parameters_are_told(texts: dict[str, str]) -> None:
    with pytest.raises(NoSuchNumbers, match="shown"):
        read(find("temperature").chain, texts)
