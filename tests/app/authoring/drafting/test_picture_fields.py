"""Pictures in the editor's form: added, changed, renamed and removed without TOML, and nothing of it gets lost."""

import tomllib
from typing import Any

import pytest

from app.authoring import fields, filling
from app.authoring.drafting import typed
from app.authoring.drafting.cards.pictures import KINDS
from app.authoring.drafting.entries import Deck, Entry
from app.authoring.drafting.fields import Control, Field
from app.authoring.preview import preview
from app.authoring.starters import text_of
from app.questions.library import drafted
from app.settings import HOME
from engine.questions import Question
from tests.app.authoring.sample_question import NAME, TEXT

PICTURED = (HOME / "app" / "authoring" / "examples" / "6-pictures.toml").read_text("utf-8")
ADD = {"image": 0, "figure": 1, "graph": 2, "bars": 3, "heat map": 4, "table": 5}


def values(text: str) -> dict[str, Any]:
    return tomllib.loads(text)


def deck(text: str) -> Deck:
    made = fields.form(text, preview(NAME, text, 1, "", {}).problems)
    return next(one for one in made.decks if one.spec.key == "pictures")


def entries(text: str) -> dict[str, Entry]:
    return {entry.id: entry for card in deck(text).cards for entry in card.entries}


def filled(text: str, **said: str) -> str:
    return filling.filled(text, {name.replace("__", "."): [value] for name, value in said.items()})


@pytest.mark.parametrize("kind", ADD)
def test_a_new_picture_has_the_fields_of_its_kind_and_a_place_in_the_statement(kind: str) -> None:
    after, focus = filling.pressed(TEXT, f"add:pictures:{ADD[kind]}")
    (card,) = deck(after).cards
    name = kind.rsplit(maxsplit=1)[-1]
    assert (card.what, card.called, card.id, focus) == (KINDS[kind][0], name, "f.pictures.0", "f.pictures.0")
    assert [entry.field for entry in card.entries][1:] == list(KINDS[kind][1])
    assert values(after)["statement"].endswith(f" hours.\n\n<{name}>\n")
    assert not card.unplaced
    assert [entry for entry in card.entries if entry.faults]  # what is still to be filled in is said there


@pytest.mark.parametrize("kind", ADD)
def test_a_picture_that_is_removed_takes_its_paragraph_along(kind: str) -> None:
    after, _ = filling.pressed(TEXT, f"add:pictures:{ADD[kind]}")
    assert values(filling.pressed(after, "remove:pictures:0")[0]) == values(TEXT)


FILLED = {
    "graph": {
        "title": "t", "about": "a", "of": "energy = power * x\nhalf = power / 2", "from": "0", "to": "hours",
    },
    "bars": {"title": "t", "about": "a", "values": "[power, hours]", "names": "power, hours"},
    "heat map": {"title": "t", "about": "a", "values": "outer([power], [hours])", "rows": '["r"]', "columns": '["c"]'},
    "table": {"title": "t", "about": "a", "columns": "watts = [power]\nhours a day = [hours]"},
    "figure": {"title": "t", "about": "a", "figure": "temperature", "state": "temperature = 0.5"},
}  # fmt: skip


@pytest.mark.parametrize("kind", FILLED)
def test_a_picture_is_made_in_the_form_alone(kind: str) -> None:
    text, _ = filling.pressed(TEXT, f"add:pictures:{ADD[kind]}")
    after = filled(text, **{f"f__pictures__0__{key}": said for key, said in FILLED[kind].items()})
    question = drafted(NAME, after)
    assert isinstance(question, Question), question
    assert {key: entries(after)[f"f.pictures.0.{key}"].shown for key in FILLED[kind]} == FILLED[kind]
    same = {name: [entry.shown] for name, entry in entries(after).items() if not entry.kept}
    assert filling.filled(after, same) == after


@pytest.mark.parametrize(
    "pasted",
    [
        "/figures/pass-at-k?c=3&k=4",
        "/figures/pass-at-k?c=3&k=4&predict=on&was=k%3D1",
        "figure = pass-at-k\nc = 3\nk = 4",
    ],
)
def test_a_pasted_address_sets_the_figure_and_its_handles(pasted: str) -> None:
    text, _ = filling.pressed(TEXT, f"add:pictures:{ADD['figure']}")
    said = {"title": "t", "about": "a", "state": pasted}
    after = filled(text, **{f"f__pictures__0__{key}": one for key, one in said.items()})
    shown = {name: entry.shown for name, entry in entries(after).items()}
    assert shown["f.pictures.0.figure"] == "pass-at-k"
    assert shown["f.pictures.0.state"].endswith("c = 3\nk = 4")


@pytest.mark.parametrize(
    ("pasted", "said"),
    [
        ("https://exams.example/lab/decoding", "This is no address of a figure"),
        ("https://exams.example/figures/temperature", "This is an address on exams.example"),
        ("/figures/perpetuum-mobile", "There is no figure “perpetuum-mobile”"),
        ("/figures/temperature?temperature=9", "goes from 0.1 to 3 here."),
    ],
)
def test_an_address_of_no_figure_is_told_at_the_picture_and_stays(pasted: str, said: str) -> None:
    text, _ = filling.pressed(TEXT, f"add:pictures:{ADD['figure']}")
    fields = {"title": "t", "about": "a", "state": pasted}
    after = filled(text, **{f"f__pictures__0__{key}": one for key, one in fields.items()})
    (card,) = deck(after).cards
    assert said in " ".join(problem for entry in card.entries for problem in entry.faults)
    assert pasted.partition("?")[0].rpartition("/")[2] in after


@pytest.mark.parametrize(
    ("pasted", "said", "stands"),
    [
        ("temperature = 1\ntemperature = 2", "temperature is given twice here", "temperature (2) = 2"),
        ("figure = bpe\nfigure = rope", "figure is given twice here", "figure (2) = rope"),
        ("figure = temperature\nhalf", "half is no handle of temperature", "half ="),
    ],
)
def test_lines_that_are_no_state_are_told_at_their_field_and_none_is_lost(
    pasted: str, said: str, stands: str
) -> None:
    text, _ = filling.pressed(TEXT, f"add:pictures:{ADD['figure']}")
    fields = {"title": "t", "about": "a", "state": pasted}
    after = filled(text, **{f"f__pictures__0__{key}": one for key, one in fields.items()})
    (card,) = deck(after).cards
    state = next(entry for entry in card.entries if entry.field.key == "state")
    assert said in " ".join(state.faults)
    assert stands in [line.strip() for line in state.shown.splitlines()]
    assert not state.kept


@pytest.mark.parametrize(("kind", "key", "first"), [("graph", "of", "x"), ("table", "columns", "[1, 2]")])
def test_two_lines_of_one_name_both_stay(kind: str, key: str, first: str) -> None:
    text, _ = filling.pressed(TEXT, f"add:pictures:{ADD[kind]}")
    after = filled(text, **{f"f__pictures__0__{key}": f"y = {first}\ny = 2\ny = 3"})
    assert values(after)["pictures"][kind][key] == {"y": first, "y (2)": "2", "y (3)": "3"}


def test_a_picture_that_stands_in_the_text_is_shown_and_changed_and_the_rest_stays() -> None:
    shown = {name: entry.shown for name, entry in entries(PICTURED).items()}
    assert shown["f.pictures.0.of"] == "loss = a * (w - m)^2"
    assert shown["f.pictures.0.x"] == "weight w"
    after = filled(PICTURED, f__pictures__0__title="The valley")
    assert after == PICTURED.replace("The loss over the weight", "The valley")


def test_the_statement_follows_a_new_name() -> None:
    after = filled(PICTURED, f__pictures__0__name="valley")
    assert after == PICTURED.replace("[pictures.loss]", "[pictures.valley]").replace(
        "\n<loss>\n", "\n<valley>\n"
    )


def test_formulas_of_pictures_follow_the_new_name_of_a_variable() -> None:
    after = filled(PICTURED, f__variables__1__name="least")
    assert values(after)["pictures"]["loss"]["from"] == "least - 5"
    assert values(after)["pictures"]["loss"]["of"] == {"loss": "a * (w - least)^2"}
    assert isinstance(drafted(NAME, after), Question)


@pytest.mark.parametrize("name", ["my valley", "a", "2d"])
def test_a_name_that_no_picture_can_have_is_said_at_its_card(name: str) -> None:
    after = filled(PICTURED, f__pictures__0__name=name)
    (card,) = deck(after).cards
    assert card.faults or any(entry.faults for entry in card.entries)


def test_a_picture_that_the_statement_does_not_show_can_be_put_there() -> None:
    text = PICTURED.replace("\n<loss>\n", "\n", 1)
    assert deck(text).cards[0].unplaced
    after, focus = filling.pressed(text, "place:pictures:0")
    assert focus == "f.statement"
    assert values(after)["statement"].endswith("after two?\n\n<loss>\n")


@pytest.mark.parametrize("kind", ["choice", "text", "order", "match", "family", "code"])
def test_every_kind_of_question_takes_an_image_and_a_figure(kind: str) -> None:
    offered = [said for said, _ in deck(text_of(kind)).spec.fresh]
    assert offered == ["Add an image", "Add a figure"]
    text, _ = filling.pressed(text_of(kind), "add:pictures:1")
    after = filled(text, f__pictures__0__title="t", f__pictures__0__about="a")
    assert isinstance(drafted("new", after), Question)


@pytest.mark.parametrize(
    ("control", "value", "said"),
    [
        (Control.PAIRS, {"loss": "a = b", "two words": "x"}, "loss = a = b\ntwo words = x"),
        (
            Control.STATE,
            {"temperature": 0.5, "token": "the", "k": 3},
            "temperature = 0.5\ntoken = the\nk = 3",
        ),
        (Control.NAMES, ["the", "a"], "the, a"),
        (Control.NAMES, ["one"], '["one"]'),
        (Control.NAMES, ["a, b", "c"], '["a, b", "c"]'),
        (Control.NAMES, "words", "words"),
    ],
)
def test_values_of_pictures_come_back_from_their_fields(control: Control, value: Any, said: str) -> None:
    field = Field("x", "X", control=control)
    assert typed.shown(field, value) == said
    assert typed.read(field, said) == value


@pytest.mark.parametrize(("control", "value"), [(Control.PAIRS, {"a=b": "c"}), (Control.STATE, {"a": "0.5"})])
def test_a_value_that_its_field_would_change_is_left_to_the_text(control: Control, value: Any) -> None:
    assert typed.shown(Field("x", "X", control=control), value) is None
