"""The editor's form: nobody needs to know TOML, and what the form does not know stays in the text as it was."""

import ast
import itertools
import re
import time
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import pytest

from app.authoring import fields, filling, wording
from app.authoring.drafting import rewriting
from app.authoring.drafting.entries import Entry
from app.authoring.drafting.fields import Control
from app.authoring.drafting.layouts import LAYOUTS
from app.authoring.fields import Form, NoForm
from app.authoring.preview import preview
from app.authoring.starters import KINDS, text_of
from app.questions.library import drafted
from app.settings import HOME
from engine import catalogue
from engine.bank import NO_QUESTIONS
from engine.questions import Question
from engine.validation.schema import PATTERNS, PLAIN, Way
from tests.app.accounts.members import Member
from tests.app.authoring.sample_question import NAME, TEXT
from tests.app.learner import Count, Page
from tests.engine.submissions import BANK as BUILT_IN
from tests.engine.submissions import SWEEP
from tests.every import for_each

FILES = sorted((HOME / "question_bank").glob("*/*.toml"))
BANK = [file for file in FILES if file.parent.name not in NO_QUESTIONS]
RICH = f"""# by hand
{TEXT}
[[conventions]]
of = "energy"
value = "power * hours * 3.6"
says = "Right in kilojoules."

[[tests]]
numbers = {{ power = 20, hours = 3 }}
typed = {{ energy = "60" }}
gives = "right"
"""


def every(form: Form) -> list[Entry]:
    inner = (entry for deck in form.decks for card in deck.cards for entry in card.entries)
    return [*form.entries, *inner]


def posted(text: str, **changes: str) -> dict[str, str | list[str]]:
    """The form as a browser sends it, some of its fields changed; two underscores stand for a dot."""
    sent: dict[str, str | list[str]] = {"text": text, "view": "form"}
    for entry in every(fields.form(text)):
        if not entry.kept:
            lines = entry.shown.replace("\n", "\r\n")
            sent[entry.id] = entry.chosen if entry.field.control is Control.CHECKS else lines
    for name, value in changes.items():
        key = f"f.{name.replace('__', '.')}"
        assert key in sent, key
        sent[key] = value
    return sent


def filled(text: str, **changes: str) -> str:
    """The text that comes of the form; fields that no form has are sent along and do nothing."""
    sent = {name: [one] if isinstance(one, str) else one for name, one in posted(text, **changes).items()}
    return filling.filled(text, sent | {"f.nothing": ["x"], "f.steps.99.name": ["x"]})


def look(owner: Member, sent: Mapping[str, str | list[str]], htmx: bool = False, **more: str) -> Page:
    return owner.learner.send(f"/author/{NAME}/preview", {**sent, **more}, htmx=htmx)


def test_every_question_of_the_bank_has_a_form_that_changes_nothing() -> None:
    for file in BANK:
        text = file.read_text("utf-8")
        assert filled(text) == text, file


def test_of_the_bank_hardly_a_field_is_left_to_the_text() -> None:
    forms = [fields.form(file.read_text("utf-8")) for file in BANK]
    kept = [entry for form in forms for entry in every(form) if entry.kept]
    assert len(kept) <= 5
    assert [deck for form in forms for deck in form.decks if deck.apart] == []


def test_one_field_changes_its_line_alone() -> None:
    after = filled(RICH, title="A heater", steps__0__points="1.5")
    before_lines, lines = RICH.splitlines(), after.splitlines()
    assert [line for line in lines if line not in before_lines] == ['title = "A heater"', "points = 1.5"]
    assert [line for line in before_lines if line not in lines] == ['title = "A lamp in watts"']
    assert isinstance(drafted(NAME, after), Question)


def test_a_field_that_is_emptied_leaves_the_text() -> None:
    after = tomllib.loads(filled(RICH, variables__1__step=""))
    assert "step" not in after["variables"]["hours"]


def test_what_is_no_number_is_kept_and_said_at_its_field(owner: Member) -> None:
    page = look(owner, posted(TEXT, variables__0__to="many"))
    assert tomllib.loads(page.fields["text"])["variables"]["power"]["to"] == "many"
    assert page.fields["f.variables.0.to"] == "many"
    fault = page.html.partition('id="fault-f.variables.0.to">')[2].partition("</p>")[0]
    assert fault
    assert 'aria-invalid="true"' in page.html.partition('id="f.variables.0.to"')[2][:200]
    assert 'href="#f.variables.0.to"' in page.html
    assert "Variable power, Largest" in page.text


def test_what_is_left_empty_says_so_in_plain_words(owner: Member) -> None:
    page = look(owner, posted(TEXT, steps__0__value="", title=""))
    assert page.text.count("Fill this in.") == 4
    assert "this is missing" not in page.text


def test_a_formula_says_at_its_field_what_it_does_not_know(owner: Member) -> None:
    page = look(owner, posted(TEXT, mistakes__0__value="power / minutes"))
    fault = page.html.partition('id="fault-f.mistakes.0.value">')[2].partition("</p>")[0]
    assert "minutes" in fault


@pytest.mark.parametrize(
    ("more", "at", "said"),
    [
        (
            "[ranges.v]\nfrom = 1\nto = 9",
            "f.ranges.0",
            "A vector belongs here: fill in “Numbers in a vector”",
        ),
        ("[ranges.v]\nfrom = 1\nto = 9\nlength = 3", "f.ranges.0", "A number has smallest and largest."),
        ("[fixed]\nu = [1, 2]\nv = 3", "f.fixed.1.value", "must be a vector"),
    ],
)
def test_a_value_of_another_shape_is_named_in_the_words_of_the_form(
    owner: Member, more: str, at: str, said: str
) -> None:
    page = look(owner, posted(f"{text_of('family')}\n{more}\n"))
    assert said in page.html.partition(f'id="fault-{at}"')[2].partition("</p>")[0]
    assert "No fair numbers" not in page.text


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        ("to = 60", "to = 60\nvalue = 3", "“Or always”"),
        ("to = 60", "", "Smallest and largest go together"),
        ("from = 11\nto = 60", "", "Say what it is"),
        ("to = 60", "to = 60\nrows = 2", "“Columns of a matrix”"),
        ("from = 11\nto = 60", "length = 3", "Say what its entries are"),
        ('symbol = "E"', 'symbol = "E"\nform = "word"', "“Written as”"),
        ('symbol = "E"', 'symbol = "E"\nplaces = 0\nunit = 3', "Write this in words."),
    ],
)
def test_the_form_speaks_its_own_words_and_the_text_those_of_the_file(
    owner: Member, was: str, becomes: str, said: str
) -> None:
    text = TEXT.replace(was, becomes, 1)
    faults = look(owner, posted(text)).html.split('class="fault"')[1:]
    told = [fault.partition(">")[2].partition("</p>")[0] for fault in faults]
    assert any(said in one for one in told), told
    assert not any("`" in one for one in told)
    assert said not in look(owner, {"text": text, "view": "text"}).text


def test_a_new_variable_arrives_empty() -> None:
    after = tomllib.loads(filling.pressed(TEXT, "add:variables:0")[0])
    assert after["variables"]["x"] == {"meaning": ""}
    assert tomllib.loads(filling.pressed(text_of("family"), "add:ranges:0")[0])["ranges"] == {"u": {}}


@pytest.mark.parametrize("button", ["add:fixed:0", "add:ranges:1"])
@for_each(sorted(catalogue.families()))
def test_a_new_value_has_the_shape_of_its_parameter_or_is_empty(family: str, button: str) -> None:
    """A second one fits the first."""
    own = catalogue.find(family)
    asked = next(
        (q for q in BUILT_IN.questions.values() if q.family_id == family and q.kind == "family"), None
    )
    part = asked.parts[0].ask if asked else next(iter(own.steps), "x")
    text = f'title = "A"\nfamily = "{family}"\nsection = "2.4"\nstatement = "A"\n[[parts]]\nask = "{part}"\n'
    for _ in range(2):
        text = filling.pressed(text, button)[0]
        question = drafted(NAME, text)
        held = tomllib.loads(text)[button.split(":")[1]]
        empty = [value for value in held.values() if value in ("", [])]
        if isinstance(question, Question):
            assert not any(
                own.parameters.misfits({name: one})
                for name, one in held.items()
                if button[4] == "f" and one != ""
            )
            if not empty:
                own.parameters.check(held if button[4] == "f" else {name: of[0] for name, of in held.items()})
        else:
            assert empty, question


def test_a_value_that_is_still_empty_says_so_in_plain_words(owner: Member) -> None:
    text = 'title = "A"\nfamily = "nothing"\nsection = "2.4"\nstatement = "A"\n[[parts]]\nask = "x"\n'
    assert tomllib.loads(filling.pressed(text, "add:fixed:0")[0])["fixed"] == {"x": ""}
    assert tomllib.loads(filling.pressed(text, "add:ranges:1")[0])["ranges"] == {"x": []}
    for more, at in (('[fixed]\nu = ""\n', "f.fixed.0.value"), ("[ranges]\nu = []\n", "f.ranges.0.value")):
        page = look(owner, posted(f"{text_of('family')}\n{more}"))
        assert "Fill this in." in page.html.partition(f'id="fault-{at}"')[2].partition("</p>")[0]


WRONG: tuple[Any, ...] = (
    None, "", "many", "a b", -1, 99, 0.5, 10**20, True, [], [1], [-1, 5], ["a", 1], ["a", "a"], [[1, 2], [3]], {},
    {"x": 1}, "x" * 9000, "$x", "\\frac{1}", "<zz>", "1 +",
)  # fmt: skip
OF_THE_FILE = re.compile(
    r"`|\[\[|\[\w+\.|[{}]|(?<![\w’])'\w+'|\b\w+_similarity\b|\bTOML\b|\bkeys?\b|\bheading\b|quotation mark|\[ and \]"
    r"|no step of|no parameter of|\bgot ''"
)
TYPED = re.compile(r"\\frac\{1\}|\(got '.+'\)")  # by whoever fills in the form
CARDS = {
    "family": "\n[fixed]\nu = [1, 2]\n\n[ranges.v]\nlength = 2\nof = [1, 2]\n",
}
DRAWN = """title = "T"
kind = "drawn"
family = "cosine_similarity"
section = "2.4"
ask = "cosine"
statement = "Take <u>."

[fixed]
u = [1, 2]

[ranges]
v = [[1, 2], [3, 4]]
"""
TOGETHER = [
    ("formula", "[[steps]]", "[variables.z]\nfrom = 1\nto = 2\nvalue = 3\n\n[[steps]]"),
    ("formula", "[[steps]]", "[variables.z]\nfrom = 1\n\n[[steps]]"),
    ("formula", "[[steps]]", "[variables.z]\nfrom = 1\nto = 2\nrows = 2\n\n[[steps]]"),
    ("formula", "[[steps]]", "[variables.z]\nlength = 2\n\n[[steps]]"),
    ("formula", "[[steps]]", "[variables.z]\nname = 'y'\nfrom = 1\nto = 2\n\n[[steps]]"),
    ("formula", "[[steps]]", "[variables.z]\nform = 1\nfrom = 1\nto = 2\n\n[[steps]]"),
    ("formula", 'value = "', 'form = "word"\nvalue = "'),
    ("formula", 'value = "', 'form = "word"\noptions = "nothing"\nvalue = "'),
    ("family", "[ranges.v]", "[ranges.u]\nfrom = 1\nto = 9\n\n[ranges.v]"),
    ("family", "[fixed]", "[fixed]\nw = 1\n'u (2)' = 3"),
    ("drawn", "[ranges]", "[ranges]\nw = [1]"),
]


def wrong_texts() -> Iterator[str]:
    """Every field of every form with every kind of wrong value, and values that do not go together."""
    for kind, layout in LAYOUTS.items():
        text = DRAWN if kind == "drawn" else text_of(kind) + CARDS.get(kind, "")
        values = tomllib.loads(text)
        ways: list[Way] = [(field.key,) for field in layout.fields]
        for cards in layout.cards:
            for one in fields.ones(values, cards)[:1]:
                itself = not isinstance(values[cards.key][one], dict)
                ways += [(cards.key, one)] if cards.named else []
                ways += [
                    (cards.key, one, field.key) for field in cards.fields if not itself and len(field.key) > 1
                ]
        for way, wrong in itertools.product(ways, WRONG):
            yield rewriting.with_values(text, [(way, wrong)])
        for _, was, becomes in (one for one in TOGETHER if one[0] == kind):
            assert was in text
            yield text.replace(was, becomes, 1)


def test_no_word_of_the_file_reaches_the_form() -> None:
    told: dict[str, str] = {}
    for text in itertools.islice(wrong_texts(), 0, None, 1 if SWEEP else 28):
        shown = preview(NAME, text, 3, "exam", {})
        with suppress(NoForm):
            form = fields.form(text, shown.problems)
            at = [form.plain(one.message) for one in shown.problems if form.at(one.place)[0]]
            told |= dict.fromkeys([*at, form.plain(shown.why)], text)
    found = [message for message in told if OF_THE_FILE.search(TYPED.sub("", message))]
    assert not found, "\n".join(found)
    assert len(told) > (60 if SWEEP else 15)


def test_every_sentence_of_the_engine_that_names_a_key_has_another_one_for_the_form() -> None:
    limits = dict.fromkeys(("max_length", "gt", "ge", "lt", "le"), 3) | {"expected": "'a' or 'b'"}
    sentences = [*(one.format(**limits) for one in PLAIN.values()), *PATTERNS.values()]
    engine = HOME / "engine"
    of_questions = (engine / "questions.py", engine / "ranges.py", *engine.glob("illustrations/*.py"))
    for file in (*of_questions, *engine.glob("formula/*.py"), *engine.glob("kinds/*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(said := node.value, str):
                explains = "``" in said or "`engine." in said
                sentences += [] if explains or "`" not in said else [said]
    assert len(sentences) > len(PLAIN) + len(PATTERNS) + 8
    beginnings = [one for one in sentences if not one.startswith("`rows`: take")]  # goes on in a next line
    assert not [one for one in beginnings if OF_THE_FILE.search(wording.plain(one))]


def test_who_renames_a_variable_or_a_step_need_not_look_for_it_elsewhere() -> None:
    text = RICH + '\n[[cases]]\nname = "x"\n'
    after = tomllib.loads(filled(text, variables__0__name="watts", steps__0__name="work"))
    assert list(after["variables"]) == ["watts", "hours"]
    assert "<watts>" in after["statement"]
    assert after["steps"][0] | {"value": ""} == {
        "name": "work", "title": "Energy in watt hours", "value": "", "symbol": "E",
    }  # fmt: skip
    assert after["steps"][0]["value"] == "watts * hours"
    assert (after["mistakes"][0]["of"], after["mistakes"][0]["value"]) == ("work", "watts / hours")
    assert (after["conventions"][0]["of"], after["conventions"][0]["value"]) == (
        "work",
        "watts * hours * 3.6",
    )
    assert after["tests"][0]["numbers"] == {"watts": 20, "hours": 3}
    assert after["tests"][0]["typed"] == {"work": "60"}


def test_a_new_name_is_followed_line_by_line() -> None:
    text = (HOME / "app" / "authoring" / "examples" / "4-real-cases.toml").read_text("utf-8")
    width = next(n for n, name in enumerate(tomllib.loads(text)["variables"]) if name == "width")
    after = filled(text, **{f"variables__{width}__name": "d_model"})
    assert "\n".join(sorted(after.replace("d_model", "width").splitlines())) == "\n".join(
        sorted(text.splitlines())
    )
    assert "width of the model" in after
    assert isinstance(drafted(NAME, after), Question)
    stack = next(n for n, step in enumerate(tomllib.loads(text)["steps"]) if step["name"] == "stack")
    after = filled(text, **{f"steps__{stack}__name": "layer_weights"})
    assert "<layer_weights>" in after
    assert isinstance(drafted(NAME, after), Question)


def test_a_name_that_is_taken_is_not_given_twice() -> None:
    kept = filled(RICH, variables__0__name="hours")
    assert kept == RICH.replace("to = 60\n", 'to = 60\nname = "hours"\n')
    after = tomllib.loads(filled(RICH, variables__0__name="hours", variables__1__name="days"))
    assert list(after["variables"]) == ["hours", "days"]
    assert after["steps"][0]["value"] == "hours * days"
    assert tomllib.loads(filled(RICH, steps__0__name="power"))["mistakes"][0]["value"] == "power / hours"


def test_a_computed_value_a_condition_and_a_convention_are_added_by_buttons(owner: Member) -> None:
    text = TEXT
    for do, typed in (
        ("add:variables:1", {"variables__2__name": "total", "variables__2__computed": "power * 2"}),
        ("add:constraints:0", {"constraints__0__value": "total > 2 * hours"}),
        ("add:constraints:0", {"constraints__1__value": "power > hours"}),
        ("add:conventions:0", {"conventions__0__value": "power * 2", "conventions__0__says": "For two."}),
    ):
        text, _ = filling.pressed(text, do)
        text = filled(text, **typed)
    values = tomllib.loads(text)
    assert values["variables"]["total"] == {"meaning": "", "computed": "power * 2"}
    assert values["constraints"] == ["total > 2 * hours", "power > hours"]
    assert values["conventions"] == [{"of": "energy", "value": "power * 2", "says": "For two."}]
    assert isinstance(drafted(NAME, text), Question)
    page = look(owner, posted(text), do="remove:constraints:0")
    after = page.fields["text"]
    assert tomllib.loads(after)["constraints"] == ["power > hours"]
    assert "constraints" not in tomllib.loads(filling.pressed(after, "remove:constraints:0")[0])
    swapped = tomllib.loads(filling.pressed(text, "down:constraints:0")[0])
    assert swapped["constraints"] == ["power > hours", "total > 2 * hours"]
    assert text.startswith(TEXT[: TEXT.index("[variables")].rstrip())  # nothing above was written anew


def test_a_computed_value_has_no_range_and_follows_a_new_name() -> None:
    text, _ = filling.pressed(TEXT, "add:variables:1")
    names = {entry.id for entry in every(fields.form(text))}
    assert {"f.variables.2.computed", "f.variables.0.from"} <= names
    assert not {"f.variables.2.from", "f.variables.2.of", "f.variables.0.computed"} & names
    text = filled(text, variables__2__computed="power + hours")
    assert (
        tomllib.loads(filled(text, variables__0__name="watts"))["variables"]["x"]["computed"]
        == "watts + hours"
    )


def test_a_condition_says_at_its_field_what_it_does_not_know(owner: Member) -> None:
    text = TEXT.replace("points = 2", 'points = 2\nconstraints = ["power > 1", "volts > 2", ""]')
    html = look(owner, posted(text)).html
    said = [html.partition(f'id="fault-f.constraints.{n}.value">')[2].partition("</p>")[0] for n in range(3)]
    assert said[0] == ""
    assert "There is no volts here" in said[1]
    assert said[2] == "A formula is missing."


def test_cases_and_tests_are_lines_of_names_and_values() -> None:
    text, _ = filling.pressed(RICH, "add:cases:0")
    text = filled(
        text,
        cases__0__value="name = A lamp\npower = 60",
        tests__0__typed="energy = 61",
        tests__0__gives="wrong",
    )
    values = tomllib.loads(text)
    assert values["cases"] == [{"name": "A lamp", "power": 60}]
    assert values["tests"] == [
        {"numbers": {"power": 20, "hours": 3}, "typed": {"energy": ["61"]}, "gives": "wrong"}
    ]
    assert "# by hand" in text  # the comment stays: nothing was written anew
    assert tomllib.loads(filled(text, cases__0__value=""))["cases"] == [{}]
    cells = filled(text, tests__0__typed="energy = 0.5; 1,25")
    assert tomllib.loads(cells)["tests"][0]["typed"] == {"energy": ["0.5", "1,25"]}


def test_what_the_form_does_not_know_is_named_and_stays(owner: Member) -> None:
    remarked = f'{RICH}\n[[remarks]]\nsays = "A heater takes more."\n'
    page = look(owner, posted(remarked, title="A heater"))
    assert "Also in the text: remarks, 1 comment." in page.text
    assert page.fields["text"] == f"\n{remarked.replace('A lamp in watts', 'A heater')}"


def test_changing_over_keeps_what_stands_in_the_form(owner: Member, count: Count) -> None:
    before = count()
    text = look(owner, posted(TEXT, title="A heater"), turn="text")
    assert "The question as TOML" in text.text
    assert 'title = "A heater"' in text.fields["text"]
    back = look(owner, {"text": text.fields["text"].removeprefix("\n"), "view": "text"}, turn="form")
    assert back.fields["f.title"] == "A heater"
    assert count() == before


def test_a_text_that_cannot_be_read_is_shown_as_text_until_it_can(owner: Member) -> None:
    broken = TEXT.replace("from = 11", "from = = 11")
    page = look(owner, {"text": broken, "view": "text"}, turn="form")
    assert "The form comes back when it can." in page.text
    assert page.fields["text"] == f"\n{broken}"
    assert 'data-line="12"' in page.html
    owner.learner.send(f"/author/{NAME}", {"text": broken})
    assert "The form comes back when it can." in owner.learner.get(f"/author/{NAME}").text
    owner.learner.send(f"/author/{NAME}", {"text": TEXT})
    assert owner.learner.get(f"/author/{NAME}").fields["f.title"] == "A lamp in watts"
    assert "f.title" not in owner.learner.get(f"/author/{NAME}?view=text").fields


@pytest.mark.parametrize("do", ["", "add:steps:0", "remove:mistakes:0", "down:variables:0", "up:variables:1"])
def test_cards_are_added_removed_and_moved_without_writing(owner: Member, count: Count, do: str) -> None:
    before, values = count(), tomllib.loads(TEXT)
    page = look(owner, posted(TEXT, title="A heater"), do=do)
    after = tomllib.loads(page.fields["text"])
    assert after["title"] == "A heater"
    assert count() == before
    wanted = {
        "": (["power", "hours"], 1, 1),
        "add:steps:0": (["power", "hours"], 2, 1),
        "remove:mistakes:0": (["power", "hours"], 1, 0),
        "down:variables:0": (["hours", "power"], 1, 1),
        "up:variables:1": (["hours", "power"], 1, 1),
    }[do]
    assert (list(after["variables"]), len(after["steps"]), len(after.get("mistakes", []))) == wanted
    assert after["steps"][0] == values["steps"][0]


@pytest.mark.parametrize(
    "do",
    [
        "up:variables:0",
        "remove:steps:7",
        "add:title:0",
        "remove:nothing:0",
        "add:steps:9",
        "x",
        "remove:steps:-1",
    ],
)
def test_a_button_that_no_form_has_changes_nothing(owner: Member, do: str) -> None:
    assert look(owner, posted(TEXT), do=do).fields["text"] == f"\n{TEXT}"


def test_what_is_too_long_for_the_form_goes_on_as_text(owner: Member) -> None:
    long = "many words " * 2500
    page = look(owner, posted(TEXT, statement=long), do="add:steps:0")
    assert page.status == 200
    assert "too long for the form" in page.text
    assert tomllib.loads(page.fields["text"])["statement"].strip() == long.strip()


def test_htmx_gets_fields_and_preview_after_a_card_and_the_preview_alone_after_typing(owner: Member) -> None:
    typed = look(owner, posted(TEXT, title="A heater"), htmx=True)
    assert typed.html.lstrip().startswith('<div id="preview"')
    assert "A heater" in typed.text
    pressed = look(owner, posted(TEXT), htmx=True, do="add:mistakes:0")
    assert pressed.html.lstrip().startswith('<div id="editing"')
    assert 'data-focus="f.mistakes.1"' in pressed.html
    assert tomllib.loads(pressed.fields["text"])["mistakes"][1]["of"] == "energy"
    assert 'id="preview"' in pressed.html


@pytest.mark.parametrize("kind", KINDS)
def test_a_card_can_be_added_to_every_kind_and_taken_away_again(kind: str) -> None:
    text = text_of(kind)
    for cards in LAYOUTS[kind].cards:
        for n, _ in enumerate(cards.fresh):
            longer, focus = filling.pressed(text, f"add:{cards.key}:{n}")
            place = int(focus.rpartition(".")[2])
            assert isinstance(fields.form(longer), Form)
            shorter, _ = filling.pressed(longer, f"remove:{cards.key}:{place}")
            before, after = tomllib.loads(text), tomllib.loads(shorter)
            assert before == {key: value for key, value in after.items() if value != {}}


def test_a_form_saves_checks_and_publishes_like_a_text(owner: Member) -> None:
    page = owner.learner.send(f"/author/{NAME}", posted(TEXT, title="A heater"))
    assert page.fields["f.title"] == "A heater"
    page = owner.learner.send(
        f"/author/{NAME}/tests", posted(page.fields["text"].removeprefix("\n"), points="3")
    )
    saved = tomllib.loads(page.fields["text"])
    assert (saved["points"], len(saved["tests"])) == (3, 1)
    assert page.fields["f.tests.0.gives"] == "right"


def test_what_is_typed_is_text(owner: Member) -> None:
    bad = "<script>alert(1)</script>"
    page = look(owner, posted(TEXT, title=bad, variables__0__meaning=bad, mistakes__0__says=bad))
    assert "<script>alert" not in page.html
    assert page.fields["f.title"] == bad


@pytest.mark.parametrize(
    "text",
    [
        'kind = "drawing"',
        "kind = 5",
        "x" * 20_001,
        "a = ",
        ".".join("a" * 1500) + " = 1",
        "a = " + "[" * 5000,
    ],
    ids=["no such kind", "no text", "long", "half", "dots", "deep"],
)
def test_a_text_without_a_form_says_so(owner: Member, text: str) -> None:
    with pytest.raises(NoForm):
        fields.form(text)
    assert look(owner, {"text": text}, turn="form").status == 200
    assert look(owner, {"text": text, "f.title": "x"}).status == 400


@pytest.mark.parametrize(
    "text",
    [
        'kind = "formula"\nsteps = 5\nvariables = [1]\nmistakes = [1, 2]',
        'kind = "formula"\ntitle = 5\nstatement = ["a"]\n[[steps]]\nname = 5\nvalue = { a = 1 }',
        pytest.param('kind = "formula"\n' + "[[steps]]\n" * 1900, marks=pytest.mark.sweep),
        'kind = "formula"\nsteps = []\nvariables = {}',
        'kind = "choice"\noptions = ["a", "b"]',
        "fixed = 3\nranges = [1]\nparts = { a = 1 }\nfamily = 4\nlevels = 5",
        'kind = "match"\nextra = [1, 2]\npairs = [{ left = 1 }]',
    ],
)
def test_a_text_of_another_shape_keeps_what_the_form_cannot_show(owner: Member, text: str) -> None:
    page = look(owner, {"text": text, "view": "form"})
    assert page.status == 200
    assert page.fields["text"] == f"\n{text}"
    assert filled(text) == text
    for key in ("steps", "variables", "mistakes", "options", "parts", "fixed", "ranges", "pairs"):
        for act in ("add", "remove", "up"):
            after = look(owner, posted(text), do=f"{act}:{key}:0")
            assert after.status == 200


@pytest.mark.parametrize(
    "line",
    ["#", " ", "[a{}]", "[variables.a{}]", "a.b{}.c = 1", "a{} = '\"'", 'a{} = """\\\\"""', "[[steps]]"],
)
def test_no_text_takes_long_to_take_apart(line: str) -> None:
    text = "\n".join(['kind = "formula"', *(line.format(n) for n in range(18_000 // (len(line) + 4)))])
    begun = time.process_time()
    filling.filled(text, {"f.title": ["x"], "f.statement": ["x"]})
    for do in ("add:steps:0", "add:variables:0", "remove:steps:0"):
        filling.pressed(text, do)
    assert time.process_time() - begun < 8


def test_a_form_with_every_field_changed_is_taken_in_at_once() -> None:
    lines = ['kind = "formula"']
    lines += [f'[variables.v{n}]\nmeaning = "m"\nfrom = 1\nto = 2\nsymbol = "s"' for n in range(40)]
    lines += [f'[[steps]]\nname = "s{n}"\nvalue = "v{n}"\ntitle = "t"\nsymbol = "s"' for n in range(40)]
    lines += ['[[mistakes]]\nof = "s1"\nvalue = "1"\nsays = "s"'] * 40
    text = "\n".join(lines)
    sent = {entry.id: ["7"] for entry in every(fields.form(text))}
    begun = time.process_time()
    after = filling.filled(text, sent)
    assert time.process_time() - begun < 10
    assert tomllib.loads(after)["steps"][39]["title"] == "7"
