"""The picture of the whole model: what is drawn where, what lights up, what is outlined; and in which colours."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest

from app.settings import HOME
from app.whole_model import whole_model
from app.whole_model.state import State
from app.whole_model.strips import Strip, changed, shades
from engine.demos.gpt.forward import AS_TRAINED, Switches
from engine.whole_model import stations
from engine.whole_model.stations import Cell, Kind, by_id
from tests.app.learner import Learner
from tests.engine.whole_model.by_torch import told_by_torch

STYLE = (HOME / "static" / "whole_model" / "model.css").read_text()
SWITCHES = (Switches(frozenset({(0, 2)})), Switches(mask=False), Switches(scale=False))


def around(strip: Strip, path: str) -> set[Cell]:
    """The cells around which a path of squares goes, found by where they lie in the strip's bed."""
    found = set()
    for _, y, _, height in re.findall(r"M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h", path):
        side = strip.box[3] / strip.count
        first = round((float(y) - strip.box[1]) / side)
        for n in range(first, first + round(float(height) / side)):
            found.add(Cell(strip.first.station, strip.first.token, strip.first.place + n))
    return found


def every_cell(text: str) -> Iterator[Cell]:
    through = stations.run(text)
    for station in stations.stations():
        for token, row in enumerate(stations.values(through, station)):
            yield from (Cell(station.id, token, place) for place in range(len(row)))


@pytest.mark.parametrize("switches", [AS_TRAINED, Switches(mask=False)])
def test_whatever_is_opened_its_operands_are_lit_where_they_lie_and_nothing_else_is(
    switches: Switches,
) -> None:
    for cell in list(every_cell("noé"))[::7]:
        view = whole_model.view(State(text="noé", token=cell.token, opened=cell, switches=switches))
        assert view.line is not None
        drawn = view.drawn
        lit = set().union(*(around(one, one.lit) for one in (*drawn.strips, *drawn.guests)))
        assert lit == set(view.line.operands), cell
        opened = set().union(*(around(one, one.opened) for one in drawn.strips))
        assert opened == ({cell} if cell.station != "probability" else set())
        elsewhere = {one.token for one in view.line.operands if one.token != cell.token}
        assert {tile.token for tile in drawn.tiles if tile.lit} == elsewhere


def test_a_key_lights_up_at_the_tile_that_it_belongs_to_and_is_opened_there(learner: Learner) -> None:
    page = learner.get("/model?cell=1-score.3.1")
    found = re.search(
        r'<a class="strip" data-at="1-key.1" data-first="0" data-n="8" href="([^"]*)"', page.html
    )
    assert found
    address = found[1].replace("&amp;", "&")
    assert parse_qs(urlsplit(address).query)["cell"] == ["1-key.1.0"]
    opened = learner.get(address)
    assert "Block 1: keys, head 1, entry 1, of token 2" in opened.text
    assert 'class="opened"' in opened.html  # the picture is that of token 2 now
    mixed = whole_model.view(State(opened=Cell("1-mix", 3, 4))).drawn.guests
    assert [one.first for one in mixed] == [Cell("1-value", token, 4) for token in range(3)]


def test_each_arc_is_as_wide_as_its_weight_and_opens_it(learner: Learner) -> None:
    weights = {f"{block}-weight": told_by_torch("mar")[f"{block}-weight"][3] for block in (1, 2)}
    drawn = whole_model.view(State()).drawn
    seen = {(arc.cell.station, arc.cell.place): arc.width for arc in drawn.arcs}
    for station, shares in weights.items():
        for place, share in enumerate(shares):
            assert ((station, place) in seen) == (share >= 0.01)
            if (station, place) in seen:
                assert seen[station, place] == pytest.approx(0.6 + 6 * share, abs=0.006)
    html = learner.get("/model").html
    for arc in drawn.arcs:
        path = re.escape(arc.path)
        (link,) = re.findall(
            rf'<a tabindex="-1" href="([^"]*)"[^>]*>[^/]*</title>[^/]*/><path class="arc " d="{path}"', html
        )
        assert link.endswith(f"cell={arc.cell.station}.3.{arc.cell.place}")


def test_scores_weights_and_logits_are_cells_of_the_picture(learner: Learner) -> None:
    html, drawn = learner.get("/model").html, whole_model.view(State()).drawn
    for id, count in (("1-score", 16), ("1-weight", 16), ("2-score", 16), ("2-weight", 16), ("logit", 32)):
        (strip,) = [one for one in drawn.strips if one.station.id == id]
        assert strip.count == count
        assert f'id="way-{id}" class="strip" data-at="{id}.3" data-first="0" data-n="{count}"' in html
    bar = next(link for link in learner.get("/model").links if "cell=logit.3" in link)
    assert "Logit of this letter: 32 products" in learner.get(bar).text


def test_masked_scores_are_told_apart_from_numbers() -> None:
    (strip,) = [one for one in whole_model.view(State(token=1)).drawn.strips if one.station.id == "1-score"]
    off = around(strip, dict(strip.paths)["off"])
    assert off == {Cell("1-score", 1, 4 * head + key) for head in range(4) for key in (2, 3)}
    assert dict(shades(np.array([-np.inf, -1.0, 2.0]))) == {"n2": [1], "p4": [2], "off": [0]}


@pytest.mark.parametrize("switches", SWITCHES)
def test_just_the_cells_that_differ_from_the_whole_model_are_outlined(switches: Switches) -> None:
    whole, less = told_by_torch("mar"), told_by_torch("mar", switches)
    for strip in whole_model.view(State(switches=switches)).drawn.strips:
        before, now = (one[strip.station.id][3] for one in (whole, less))
        clear = {n for n in range(len(now)) if abs(now[n] - before[n]) > 0.0051}
        perhaps = {n for n in range(len(now)) if abs(now[n] - before[n]) > 0.0049}
        outlined = {cell.place for cell in around(strip, strip.changed)}
        assert clear <= outlined <= perhaps, strip.station.id


def test_what_is_masked_before_and_after_has_not_changed() -> None:
    before = np.array([-np.inf, -np.inf, 1.0, 1.0])
    assert changed(np.array([-np.inf, 0.5, 1.0, 1.1]), before) == [1, 3]


def test_changes_are_dashed_and_no_colour_of_a_verdict_is_in_the_picture() -> None:
    (rule,) = re.findall(r"^\.stage \.changed \{(.*)\}$", STYLE, re.MULTILINE)
    assert "stroke-dasharray" in rule
    assert "var(--ink)" in rule
    (scale,) = re.findall(r"^\.whole-model \{(.*)\}$", STYLE, re.MULTILINE)
    assert "--above: var(--positive); --below: var(--negative)" in scale


def test_the_legend_states_the_colours_the_signs_and_how_far_the_opened_strip_goes(learner: Learner) -> None:
    page = learner.get("/model?cell=1-score.3.1")
    theirs = told_by_torch("mar")["1-score"][3]
    goes = f"from {theirs.min():.2f} to {theirs.max():.2f}".replace("-", "−")
    assert "Purple is below 0, teal above." in page.text
    assert f"The opened one goes {goes}." in page.text
    assert "The opened one goes" not in learner.get("/model?cell=1-score.3.1&ask=on").text
    assert "Dashed cells have changed" in learner.get("/model?without=1.1").text


def test_shapes_stand_at_every_station_beside_what_it_costs(learner: Learner) -> None:
    page = learner.get("/model?text=noam")
    theirs = told_by_torch("noam")
    for id, station in by_id().items():
        shape = (4, 5, 5) if station.kind in (Kind.SCORE, Kind.WEIGHT) else theirs[id].shape
        if id != "probability":
            assert re.search(rf'id="way-{id}"[^>]*><title>[^<]*{re.escape(str(shape))}</title>', page.html), (
                id
            )
        row = re.search(rf'cell={id}\.4\.0">[^<]*</a></th><td>{re.escape(str(shape))}</td><td>', page.html)
        assert row, id
    opened = learner.get("/model?text=noam&cell=1-key.4.0").text
    assert (
        "shape (5, 32), 1,024 parameters, 2,048 operations for this token, 128 bytes of cache per token."
        in opened
    )
