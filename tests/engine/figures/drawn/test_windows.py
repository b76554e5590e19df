"""The contents of a context window, and the cost of tokens, in fractions as the other road."""

from fractions import Fraction

import pytest

from engine.figures.catalogue import find
from engine.figures.figure import Frame
from engine.solutions.pictures import Bars, Box, Boxes, table
from tests.engine.figures.drawn.reading import drawn, met, number, rounds, said, states, tells, tells_change

WINDOW = 4096


def whole(words: int, words_per_token: str) -> int:
    tokens = words / Fraction(words_per_token)
    assert tokens.denominator == 1
    return int(tokens)


def holds(row: tuple[Box, ...], wanted: list[tuple[str, int]]) -> None:
    """The boxes of a row are these amounts by their shades; none is drawn for nothing."""
    assert [(box.shade, number(box.note or box.text)) for box in row] == [one for one in wanted if one[1]]
    assert [box.wide * WINDOW for box in row] == pytest.approx([count for _, count in wanted if count])


def shared(frame: Frame) -> tuple[list[int], list[int]]:
    """Returns what is wanted of prompt, documents and answer, and what fits: each takes what those before it leave."""
    wanted = [
        whole(words, frame["words_per_token"]) for words in (360, frame.values["words"], frame["answer"])
    ]
    inside: list[int] = []
    for count in wanted:
        inside.append(min(count, WINDOW - sum(inside)))
    return wanted, inside


def test_prompt_documents_and_answer_share_the_window(seeds: range) -> None:
    figure = find("context-window")
    for frame in states(figure, seeds):
        wanted, inside = shared(frame)
        picture = drawn(figure, frame, Boxes)
        (_, row), *others = picture.rows
        shades = ["read by the model", "read by the model", "written by the model", "free, or left out"]
        holds(row, list(zip(shades, [*inside, WINDOW - sum(inside)], strict=True)))
        names = ("prompt", "documents", "answer", "free")
        filled = [*inside, WINDOW - sum(inside)]
        assert [box.text for box in row] == [name for name, count in zip(names, filled, strict=True) if count]
        left = {
            name: want - count
            for name, want, count in zip(names, wanted, inside, strict=False)
            if want > count
        }
        assert [{box.text: number(box.note) for box in boxes} for _, boxes in others] == (
            [left] if left else []
        )
        assert picture.title == "A window of 4,096 tokens"


def test_what_is_said_of_a_full_window_is_so(seeds: range) -> None:
    figure = find("context-window")
    for frame in states(figure, seeds):
        told, ((_, given, wished), (prompt, documents, answer)) = said(figure, frame), shared(frame)
        if "no token is left" in told:
            assert answer == 0
            assert tells(told, "# tokens of the documents stay outside", given - documents)
            assert given > documents
        elif "breaks off" in told:
            assert documents == given
            assert 0 < answer < wished
            assert tells(told, "take # of # tokens", prompt + documents, WINDOW)
            assert tells(told, "after # of #", answer, wished)
        else:
            assert (documents, answer) == (given, wished)
            words, used = 360 + frame.values["words"] + frame["answer"], prompt + documents + answer
            assert tells(told, "# words are # tokens here", words, used)
            assert tells(told, "share the # of the window, and # stay free", WINDOW, WINDOW - used)


def filled(frame: Frame) -> tuple[int, int, int, int]:
    """Tokens of the task, of one example, of all of them, and how many fit."""
    rate = {"english": "0.75", "other": "0.5"}[frame["language"]]
    task, one = whole(120, rate), whole(frame["each"], rate)
    fit = 0
    while fit < frame["examples"] and task + (fit + 1) * one <= WINDOW:
        fit += 1
    return task, one, one * frame["examples"], fit


def test_as_many_examples_are_drawn_in_the_window_as_fit(seeds: range) -> None:
    figure = find("examples-in-a-window")
    for frame in states(figure, seeds):
        task, one, every, fit = filled(frame)
        (name, row), *others = drawn(figure, frame, Boxes).rows
        parts = [("examples", fit * one), ("task and new input", task)]
        parts += [("left for the answer", WINDOW - task - fit * one)]
        holds(row, parts)
        assert name == f"window: {' + '.join(f'{count:,}' for _, count in parts if count)} tokens"
        left = every - fit * one
        assert [name for name, _ in others] == ([f"does not fit: {left:,} tokens"] if left else [])
        for _, boxes in others:
            holds(boxes, [("examples", left)])


def test_what_is_said_of_examples_in_a_window_is_so(seeds: range) -> None:
    figure = find("examples-in-a-window")
    half = figure.at({"examples": 16, "each": 120})  # 62.5 %
    for was, now in (*met(figure, seeds), (None, half)):
        told, (task, one, every, fit), count = said(figure, now, was), filled(now), now["examples"]
        assert tells(told, "# are left for the answer", WINDOW - task - fit * one), told
        assert told.startswith("Zero-shot") == (count == 0)
        if count == 0:
            continue
        assert tells(told, "# examples of # words take # tokens", count, now["each"], every) or (
            count == 1 and tells(told, "One example of # words takes # tokens", now["each"], every)
        )
        assert ("of them fit" in told) == (fit < count) == tells(told, "only # of them fit", fit)
        if "pieces" in told:
            assert was is not None
            assert tells(told, "not #:", filled(was)[2])
            assert ("smaller pieces" in told) == (every > filled(was)[2])
        elif fit == count:
            assert tells(told, "#% of the window", 100 * every / WINDOW)
            assert ("are read again" in told) == (count > 1)
    assert "63% of the window" in said(figure, half)


TOKENS = {  # of a message that has 400 in English (Petrov et al. 2023): with GPT-4's tokenizer, and with GPT-2's
    "English": (400, 400), "German": (632, 856), "Russian": (996, 2296), "Hindi": (1916, 2984), "Burmese": (4680, 6756),
}  # fmt: skip


def bill(language: str, frame: Frame) -> Fraction:
    """Dollars for the messages, at 3 for a million tokens."""
    return Fraction(3 * frame["items"] * TOKENS[language][frame["tokenizer"] == "older"], 10**6)


def test_the_bars_of_the_languages_are_what_the_messages_cost(seeds: range) -> None:
    figure = find("price-of-a-script")
    for frame in states(figure, seeds):
        picture = drawn(figure, frame, Bars)
        costs = {language: bill(language, frame) for language in TOKENS}
        assert {name: bar for name, (bar,) in picture.bars} == pytest.approx(
            {name: float(cost) for name, cost in costs.items()}
        )
        assert all(rounds(text, float(costs[name])) for name, text in table(picture)[1])
        assert picture.marked == (frame["language"],)
        assert tells(picture.title, "What # messages cost", frame["items"])


def test_what_is_said_of_a_bill_is_so(seeds: range) -> None:
    figure = find("price-of-a-script")
    for was, now in met(figure, seeds):
        told, language = said(figure, now, was), now["language"]
        each, cost = TOKENS[language][now["tokenizer"] == "older"], float(bill(language, now))
        assert tells(told, "# times", each / 400), told
        if was is not None and was["tokenizer"] != now["tokenizer"]:
            assert tells_change(told, "the bill", float(bill(language, was)), cost), told
            assert ("twice as many pieces" in told) == (now["tokenizer"] == "newer")
            assert ("half as many pieces" in told) == (now["tokenizer"] == "older")
        elif was is not None and was["items"] != now["items"]:
            assert tells(told, "# messages cost # dollars in", now["items"], cost), told
            assert tells(told, "and # in English", float(bill("English", now))), told
        else:
            assert tells(told, "each message is # tokens, in English #:", each, 400), told
