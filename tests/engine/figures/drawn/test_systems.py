"""The schedule of a learning rate, the timetable of a pipeline and the memory of a card: a squared cosine, a simulation
and arrays that are filled as other roads."""

from itertools import pairwise
from math import cos, pi, sin, sqrt

import numpy as np
import pytest

from engine.figures.catalogue import find
from engine.figures.figure import Figure, Frame
from engine.figures.own_numbers import NoSuchNumbers, about
from engine.solutions.pictures import Boxes, Curve
from tests.engine.figures.drawn.reading import drawn, met, said, states, tells, tells_change

TOTAL, PEAK = 10_000, 3e-4


def share(step: float, warmup: int) -> float:
    """The rate over its peak: (1 + cos x) / 2 is the squared cosine of half of x."""
    if step < warmup:
        return step / warmup
    return 0.1 + 0.9 * cos(pi / 2 * (step - warmup) / (TOTAL - warmup)) ** 2


def test_the_drawn_schedule_rises_to_its_peak_and_falls_to_a_tenth(seeds: range) -> None:
    figure = find("learning-rate")
    for frame in states(figure, seeds):
        step, warmup, picture = frame["step"], frame["warmup_steps"], drawn(figure, frame, Curve)
        (line,) = picture.lines
        places = [at for at, _ in line.points]
        assert [rate for _, rate in line.points] == pytest.approx([PEAK * share(at, warmup) for at in places])
        assert {0, warmup, TOTAL} <= set(places)
        assert max(after - before for before, after in pairwise(places)) <= TOTAL / 80
        ((name, *at),) = picture.marks
        assert name == f"t = {step}"
        assert at == pytest.approx([step, PEAK * share(step, warmup)])


def test_the_learning_rate_and_its_share_of_the_peak_are_said(seeds: range) -> None:
    figure = find("learning-rate")
    eighth = figure.at({"step": 100, "warmup_steps": 800})
    for was, now in (*met(figure, seeds), (None, eighth)):
        told, step, warmup = said(figure, now, was), now["step"], now["warmup_steps"]
        part = share(step, warmup)
        assert tells(told, "at step # the rate is #, #% of the peak", step, PEAK * part, 100 * part) or tells(
            told, "At step # the rate is #, #% of the peak", step, PEAK * part, 100 * part
        ), told
        assert ("in the warm-up it rises" in told) <= (step < warmup)
        if was is not None and was["warmup_steps"] != warmup:
            assert ("longer" in told) == (warmup > was["warmup_steps"])
            assert ("Without a warm-up" in told) == (warmup == 0)
            assert warmup == 0 or tells(told, "the peak comes at step #", warmup)
    assert "13% of the peak" in said(figure, eighth)  # 12.5


@pytest.mark.parametrize("warmup", [0, 1000, 2000, 2500])
def test_the_decay_is_said_to_be_fast_where_the_rate_falls_fast(warmup: int) -> None:
    """Its slope is the sine of the share that is done; fast is what falls at more than the root of one half of it."""
    figure = find("learning-rate")
    for step in (*range(warmup, TOTAL, 300), TOTAL):
        told, done = (
            said(figure, figure.at({"step": step, "warmup_steps": warmup})),
            (step - warmup) / (TOTAL - warmup),
        )
        assert "of the decay" not in told or tells(told, "#% of the decay is done", 100 * done), told
        steep = sin(pi * done)
        for words, so in {
            "the cosine begins": step == warmup,
            "the cosine is at its end": step == TOTAL,
            "falls slowly at first": 0 < done < 0.5 and steep < sqrt(0.5),
            "falls slowly again": done > 0.5 and steep < sqrt(0.5),
            "falls fastest here": steep > 0.98,
            "the rate falls fast, fastest at half of it": sqrt(0.5) - 1e-9 <= steep <= 0.99,
        }.items():
            assert so or words not in told, told


@pytest.mark.parametrize(("step", "drops"), [(100, 0), (399, 0), (400, 1), (700, 2), (1000, 3)])
def test_drops_are_counted_from_the_end_of_the_warm_up(step: int, drops: int) -> None:
    one = find("learning-rate")
    given = {"step": step, "warmup_steps": 100, "total_steps": 1000, "peak": 0.01, "schedule": "step"}
    figure = about(one, one.chain.parameters.of({**given, "drop_every": 300, "drop_factor": 0.5}))
    told, picture = said(figure, figure.at({})), drawn(figure, figure.at({}), Curve)
    assert tells(
        told, "At step # the rate is #, #% of the peak", step, 0.01 / 2**drops, 100 / 2**drops
    ) or tells(told, "at step # the rate is #, #% of the peak", step, 0.01 / 2**drops, 100 / 2**drops), told
    words = {0: "no drop has come", 1: "one drop", 2: "2 drops", 3: "3 drops"}
    assert words[drops] in told
    assert "cosine" not in told
    (line,) = picture.lines
    for at, rate in line.points:
        assert rate == pytest.approx(0.01 * min(1.0, at / 100) / 2 ** (max(0, at - 100) // 300))
    flat = one.chain.parameters.of({**given, "drop_every": 300, "drop_factor": 1.0})
    with pytest.raises(NoSuchNumbers):
        about(one, flat)


def test_a_rate_that_never_falls_has_no_figure() -> None:
    figure = find("learning-rate")
    given = {"step": 100, "warmup_steps": 50, "total_steps": 1000, "peak": 0.01, "final_fraction": 1.0}
    with pytest.raises(NoSuchNumbers):
        about(figure, figure.chain.parameters.of(given))
    lower = about(figure, figure.chain.parameters.of({**given, "final_fraction": 0.99}))
    assert tells(said(lower, lower.at({})), "At step # the rate is #", 100, 0.01)


def slots(batches: int, stages: int) -> list[list[str]]:
    """A timetable by simulation: in each slot a stage takes the next micro-batch that the stage before it has done."""
    done = [0] * stages
    rows: list[list[str]] = [[] for _ in range(stages)]
    while done[-1] < batches:
        ready = [batches, *done[:-1]]
        for stage in range(stages):
            works = done[stage] < ready[stage]
            rows[stage].append("abcdefghijklmnopqrstuvwxyz"[done[stage]] if works else "")
            done[stage] += works
    return rows


def holds_the_timetable(figure: Figure, frame: Frame) -> None:
    batches, stages = frame["micro_batches"], frame["stages"]
    wanted, picture = slots(batches, stages), drawn(figure, frame, Boxes)
    assert [[box.text for box in row] for _, row in picture.rows] == wanted, frame.values
    assert [name for name, _ in picture.rows] == [f"stage {n}" for n in range(1, stages + 1)]
    shades = {"": "idle", "a": "micro-batch a"}
    for _, row in picture.rows:
        assert all(box.shade == shades.get(box.text, "other micro-batches") for box in row)
        assert [box.wide for box in row] == pytest.approx([1 / len(wanted[0])] * len(wanted[0]))
    assert tells(picture.title, "# stages, # time slots", stages, len(wanted[0]))


def test_a_stage_works_on_what_the_stage_before_has_done(seeds: range) -> None:
    figure = find("pipeline-bubble")
    for frame in states(figure, seeds):
        holds_the_timetable(figure, frame)
    for stages, batches in ((10, 24), (7, 1), (2, 23)):
        given = figure.chain.parameters.of({"stages": stages, "micro_batches": batches})
        made = about(figure, given)
        holds_the_timetable(made, made.at({}))


def idle(frame: Frame) -> tuple[int, int]:
    """Idle slots of each stage, the same for all, and all slots."""
    rows = slots(frame["micro_batches"], frame["stages"])
    (empty,) = {row.count("") for row in rows}
    return empty, len(rows[0])


def test_the_idle_slots_of_a_stage_are_said(seeds: range) -> None:
    figure = find("pipeline-bubble")
    for was, now in met(figure, seeds):
        told, (empty, every) = said(figure, now, was), idle(now)
        if now["micro_batches"] == 1:
            assert "only one stage works at a time" in told
            assert all(
                column.count("") == now["stages"] - 1 for column in zip(*slots(1, now["stages"]), strict=True)
            )
        if was is None or now["micro_batches"] == 1:
            assert tells(told, "idle in # of # slots, a share of #", empty, every, empty / every), told
            continue
        before = idle(was)[0] / idle(was)[1]
        assert tells_change(told, "the idle share", before, empty / every), told
        if "waits for all the others once" in told:
            assert empty == now["stages"] - 1
            assert tells(told, "in # of # slots", empty, every)
        else:
            assert empty == idle(was)[0]  # "still"
            assert tells(told, "still costs # slot", empty)
            assert tells(told, "but now of #", every)


GIB = 2**30


def memory(frame: Frame) -> tuple[float, float, float, int]:
    """The card, the cache of one request and the free memory in GiB, and how many caches go into it one by one."""
    heads, card = int(frame.values["kv_heads"]), float(frame.values["memory"])
    cache = np.zeros((2, 32, heads, 128), np.float16).nbytes * int(frame["context"]) / GIB
    free = card - 14.9
    fit = 0
    while (fit + 1) * cache <= free:
        fit += 1
    return card, cache, free, fit


def test_whole_caches_are_drawn_beside_the_weights(seeds: range) -> None:
    figure = find("requests-that-fit")
    for frame in states(figure, seeds):
        (card, cache, free, fit), (boxes, curve) = memory(frame), figure.show(frame).pictures
        assert isinstance(boxes, Boxes)
        assert isinstance(curve, Curve)
        ((_, row),) = boxes.rows
        amounts = {shade: [box.wide * card for box in row if box.shade == shade] for shade in boxes.shades}
        assert amounts["weights"] == pytest.approx([14.9])
        caches = amounts["caches of requests"]
        assert sum(caches) == pytest.approx(fit * cache), frame.values
        assert fit > 20 or caches == pytest.approx([cache] * fit)
        assert sum(amounts["left over"]) == pytest.approx(free - fit * cache)
        assert 0 <= free - fit * cache < cache
        assert sum(box.wide for box in row) == pytest.approx(1)
        assert tells(
            boxes.title, f"A card of # GiB: # cache{'s' * (fit != 1)} of # GiB each", card, fit, cache
        )
        (line,) = curve.lines
        for context, requests in line.points:
            one = cache * context / frame["context"]
            assert requests * one <= free < (requests + 1) * one
        ((name, *at),) = curve.marks
        assert tells(name, "# here", fit)
        assert tuple(at) == (frame["context"], fit)
        assert tuple(at) in line.points


def test_what_is_said_of_requests_that_fit_is_so(seeds: range) -> None:
    figure = find("requests-that-fit")
    for was, now in met(figure, seeds):
        told, (_, cache, free, fit) = said(figure, now, was), memory(now)
        many = f"{fit:,} request{'s fit' if fit != 1 else ' fits'}" if fit else "not one request fits"
        assert many in told, told
        if was is None:
            assert tells(told, "A request of # tokens holds # GiB", now["context"], cache), told
            assert tells(told, "the weights leave # GiB", free), told
            continue
        _, old, before, fitted = memory(was)
        assert f"still {many}" in told if fit == fitted else tells(told, "now, not #", fitted), told
        if was["memory"] != now["memory"]:
            assert tells(told, "goes from # to # GiB, # times as much", before, free, free / before), told
        else:
            assert tells(told, "each cache is # GiB, # times as large", cache, cache / old), told
            assert ("More" in told or "Longer" in told) == (cache > old)


def test_a_card_of_a_sheet_is_drawn_in_its_own_unit() -> None:
    figure = find("requests-that-fit")
    given = {
        "memory": 80, "weights": 16.06, "unit": "GB", "layers": 32, "kv_heads": 8, "d_head": 128,
        "bytes_per_value": 2, "context": 8192,
    }  # fmt: skip
    made = about(figure, figure.chain.parameters.of(given))
    (boxes, _) = made.show(made.at({})).pictures
    assert isinstance(boxes, Boxes)
    cache = 2 * 32 * 8 * 128 * 2 * 8192 / 1e9
    assert tells(boxes.title, "A card of # GB: # caches of # GB each", 80, 63.94 // cache, cache)
    ((_, row),) = boxes.rows
    assert row[-1].wide * 80 == pytest.approx(63.94 % cache)
