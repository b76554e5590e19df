"""Entries in the form that cannot stand as they are: nothing of them is lost, and their field says why."""

import tomllib

import pytest

from app.authoring import fields, filling
from app.authoring.drafting.entries import Entry
from app.authoring.drafting.fields import Control, Field
from app.authoring.drafting.typed import read
from app.authoring.fields import Form
from app.authoring.preview import preview
from app.questions.library import drafted
from engine.questions import Question
from tests.app.accounts.members import Member
from tests.app.authoring.sample_question import NAME, TEXT

FAMILY = """title = "Cosine"
section = "2.4"
family = "cosine_similarity"
statement = "Take <u> and <v>."

[[parts]]
ask = "dot"

"""
ALREADY = "Another variable has this name already."


def form_of(text: str) -> Form:
    return fields.form(text, preview(NAME, text, 1, "", {}).problems)


def entries(text: str) -> dict[str, Entry]:
    made = form_of(text)
    inner = (entry for deck in made.decks for card in deck.cards for entry in card.entries)
    return {entry.id: entry for entry in [*made.entries, *inner]}


def sent_by(text: str) -> dict[str, list[str]]:
    """The form as a browser sends it."""
    return {
        name: entry.chosen if entry.field.control is Control.CHECKS else [entry.shown]
        for name, entry in entries(text).items()
        if not entry.kept
    }


def typed(text: str, **changes: str) -> str:
    """The text after the whole form was sent, some of its fields changed; two underscores stand for a dot."""
    sent = sent_by(text)
    for name, value in changes.items():
        key = f"f.{name.replace('__', '.')}"
        assert key in sent, key
        sent[key] = [value]
    after = filling.filled(text, sent)
    assert filling.filled(after, sent_by(after)) == after
    return after


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("hours", ALREADY),
        ("", "Give it a name: "),
        ("  ", "Give it a name: "),
        ("my power", "my power cannot be the name of a variable"),
        ("sum", "sum cannot be the name of a variable"),
    ],
)
def test_a_name_that_cannot_be_given_is_kept_and_said_at_its_field(name: str, said: str) -> None:
    after = typed(TEXT, variables__0__name=name)
    entry = entries(after)["f.variables.0.name"]
    assert entry.shown == name.strip()
    assert [fault.startswith(said) for fault in entry.faults] == [True]
    assert {one.id for one in entries(after).values() if one.faults} == {entry.id}
    assert typed(after, variables__0__name="power") == TEXT


def test_what_speaks_of_a_variable_follows_although_its_name_was_refused_first() -> None:
    refused = typed(TEXT, variables__0__name="hours", title="A heater")
    after = typed(refused, variables__0__name="watts")
    assert after == TEXT.replace("power", "watts").replace("watts of the lamp", "power of the lamp").replace(
        "A lamp in watts", "A heater"
    )


def test_a_name_is_given_as_soon_as_its_owner_has_another() -> None:
    refused = typed(TEXT, variables__0__name="hours")
    after = typed(refused, variables__1__name="days")
    assert list(tomllib.loads(after)["variables"]) == ["hours", "days"]
    assert tomllib.loads(after)["steps"][0]["value"] == "hours * days"
    assert isinstance(drafted(NAME, after), Question)


def test_the_page_says_it_and_saves_what_was_typed(owner: Member) -> None:
    sent = {name: entry.shown for name, entry in entries(TEXT).items() if not entry.kept}
    sent |= {"text": TEXT, "view": "form", "f.variables.0.name": "hours"}
    for page in (
        owner.learner.send(f"/author/{NAME}/preview", sent),
        owner.learner.send(f"/author/{NAME}", sent),
        owner.learner.get(f"/author/{NAME}"),
    ):
        assert page.status == 200
        assert page.fields["f.variables.0.name"] == "hours"
        assert page.html.partition('id="fault-f.variables.0.name">')[2].startswith(ALREADY)
        assert 'href="#f.variables.0.name"' in page.html


@pytest.mark.parametrize(("key", "one", "other"), [("fixed", [1, 2], [3, 4]), ("ranges", [[1, 2]], [[3, 4]])])
def test_a_value_that_gets_the_name_of_another_is_kept_too(key: str, one: object, other: object) -> None:
    text = f"{FAMILY}[{key}]\nu = {one}  # kept\nv = {other}\n"
    after = typed(text, **{f"{key}__1__name": "u"})
    assert tomllib.loads(after)[key] == {"u": one, "u (2)": other}
    assert "# kept" in after
    entry = entries(after)[f"f.{key}.1.name"]
    assert (entry.shown, entry.faults) == ("u", ("This one is there already. Choose another.",))
    assert typed(after, **{f"{key}__1__name": "v"}) == text
    assert tomllib.loads(typed(after, **{f"{key}__0__name": "v"}))[key] == {"v": one, "u": other}


def test_values_of_different_kinds_are_said_at_their_list() -> None:
    text = TEXT.replace("from = 11\nto = 60\n", "of = [24]\n")
    after = typed(text, variables__0__of="24; thirty")
    assert tomllib.loads(after)["variables"]["power"]["of"] == [24, "thirty"]
    assert "different kinds" in entries(after)["f.variables.0.of"].faults[0]
    after = typed(FAMILY + "[ranges]\nu = [[1, 2]]\n", ranges__0__value="[1, 2]; x")
    assert "different kinds" in entries(after)["f.ranges.0.value"].faults[0]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("24; 32", [24, 32]),
        ("24;32;", [24, 32]),
        ("24, 32", [24, 32]),
        ("0,5; 1,5", [0.5, 1.5]),
        ("0,5;1", [0.5, 1]),
        ("1, 2; 3, 4", [1, 2, 3, 4]),
        ("red; dark blue", ["red", "dark blue"]),
        ('"a; b", c', ["a; b", "c"]),
        ("[1, 2]; [3, 4]", [[1, 2], [3, 4]]),
    ],
)
def test_semicolons_part_the_values_of_a_list_as_commas_do(text: str, values: list[object]) -> None:
    assert read(Field("key", "", control=Control.LIST), text) == values


def test_faults_of_fields_are_said_in_plain_words() -> None:
    text = TEXT.replace('title = "Energy in watt hours"\n', "").replace("to = 60", 'to = "many"')
    found = entries(text.replace('symbol = "E"', 'symbol = "E"\nplaces = 1.5'))
    assert found["f.steps.0.title"].faults == ("Fill this in.",)
    assert found["f.variables.0.to"].faults == ("Write a number.",)
    assert found["f.steps.0.places"].faults == ("Write a whole number.",)
