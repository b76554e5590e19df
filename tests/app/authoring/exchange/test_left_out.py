"""Nothing of a question is lost in silence: every element of Moodle XML is read, or told.

For each type stands a question with every element that Moodle 4.5 writes for it (question/format/xml/format.php and
question/type/*/questiontype.php there). Whatever of it is changed changes the draft, or what is told.
"""

import copy
from collections.abc import Iterator
from xml.etree import ElementTree as xml
from xml.etree.ElementTree import Element

import pytest

from app.authoring.exchange import foreign
from app.authoring.exchange.moodle import left_out, reading

ALL = (
    "<name><text>A name</text></name>"
    "<questiontext format='html'><text>What is {a}?</text></questiontext>"
    "<generalfeedback format='html'><text>Because.</text></generalfeedback>"
    "<defaultgrade>2</defaultgrade><penalty>0.3333333</penalty><hidden>0</hidden><idnumber>lamp</idnumber>"
    "<tags><tag><text>easy</text></tag></tags><coursetags><tag><text>hard</text></tag></coursetags>"
)
COMBINED = (
    "<correctfeedback format='html'><text>Your answer is correct.</text></correctfeedback>"
    "<partiallycorrectfeedback format='html'><text>Nearly.</text></partiallycorrectfeedback>"
    "<incorrectfeedback format='html'><text>Your answer is incorrect.</text></incorrectfeedback>"
)
HINT = "<hint format='html'><text>Think.</text><options>1</options></hint>"
ANSWERS = (
    "<answer fraction='100' format='html'><text>1</text>{}<feedback format='html'><text>Yes.</text></feedback></answer>"
    "<answer fraction='0' format='html'><text>2</text>{}<feedback format='html'><text>No.</text></feedback></answer>"
)
OPTIONS = ANSWERS.replace("{}", "")
UNITS = (
    "<units><unit><multiplier>1</multiplier><unit_name>m</unit_name></unit>"
    "<unit><multiplier>100</multiplier><unit_name>cm</unit_name></unit></units>"
    "<unitgradingtype>0</unitgradingtype><unitpenalty>0.1</unitpenalty><showunits>0</showunits>"
    "<unitsleft>0</unitsleft><instructions format='html'><text>In metres.</text></instructions>"
)
SHUFFLED = "<shuffleanswers>true</shuffleanswers>"
FORMULA = (
    "<answer fraction='100'><text>{a}*2</text><tolerance>0.01</tolerance><tolerancetype>2</tolerancetype>"
    "<correctanswerformat>1</correctanswerformat><correctanswerlength>2</correctanswerlength>"
    "<feedback format='html'><text>Yes.</text></feedback></answer>"
    "<answer fraction='0'><text>{a}*3</text><feedback format='html'><text>No.</text></feedback></answer>"
)
DATA = (
    "<dataset_definitions><dataset_definition><status><text>private</text></status><name><text>a</text></name>"
    "<type>calculated</type><distribution><text>uniform</text></distribution><minimum><text>1</text></minimum>"
    "<maximum><text>9</text></maximum><decimals><text>1</text></decimals><itemcount>1</itemcount><dataset_items>"
    "<dataset_item><number>1</number><value>3</value></dataset_item></dataset_items>"
    "<number_of_items>1</number_of_items></dataset_definition></dataset_definitions>"
)
PAIR = "<subquestion format='html'><text>{}</text><answer><text>{}</text></answer></subquestion>"
QUESTIONS = {
    "multichoice": f"<single>true</single>{SHUFFLED}<answernumbering>abc</answernumbering>"
    f"<showstandardinstruction>0</showstandardinstruction>{COMBINED}<shownumcorrect/>{OPTIONS}{HINT}",
    "multichoiceset": f"{SHUFFLED}<answernumbering>abc</answernumbering>{COMBINED}{OPTIONS}{HINT}",
    "truefalse": OPTIONS.replace(">1<", ">true<").replace(">2<", ">false<") + HINT,
    "shortanswer": f"<usecase>0</usecase>{OPTIONS}{HINT}",
    "numerical": ANSWERS.replace("{}", "<tolerance>0.05</tolerance>") + UNITS + HINT,
    "essay": "<responseformat>editor</responseformat><responserequired>1</responserequired>"
    "<responsefieldlines>10</responsefieldlines><minwordlimit>0</minwordlimit><maxwordlimit>0</maxwordlimit>"
    "<attachments>0</attachments><attachmentsrequired>0</attachmentsrequired><maxbytes>0</maxbytes>"
    "<filetypeslist></filetypeslist><graderinfo format='html'><text>All there is to say.</text></graderinfo>"
    "<responsetemplate format='html'><text>I think</text></responsetemplate>",
    "matching": SHUFFLED + COMBINED + "<shownumcorrect/>" + PAIR.format("one", "1") + PAIR.format("two", "2")
    + PAIR.format("", "3") + PAIR.format("four", "") + HINT,
    "ordering": "<layouttype>VERTICAL</layouttype><selecttype>ALL</selecttype><selectcount>0</selectcount>"
    "<gradingtype>ABSOLUTE_POSITION</gradingtype><showgrading>SHOW</showgrading><numberingstyle>none</numberingstyle>"
    f"{COMBINED}<answer fraction='1'><text>first</text><feedback><text>So it is.</text></feedback></answer>"
    f"<answer fraction='2'><text>second</text></answer>{HINT}",
    "gapselect": f"{SHUFFLED}{COMBINED}<selectoption><text>is</text><group>1</group></selectoption>"
    f"<selectoption><text>was</text><group>1</group></selectoption>{HINT}",
    "ddwtos": f"{SHUFFLED}{COMBINED}<dragbox><text>is</text><group>1</group></dragbox>"
    f"<dragbox><text>was</text><group>1</group><infinite/></dragbox>{HINT}",
    "cloze": HINT,
    "calculated": f"<synchronize>0</synchronize><single>0</single><answernumbering>abc</answernumbering>"
    f"<shuffleanswers>0</shuffleanswers>{COMBINED}{FORMULA}{UNITS}{DATA}{HINT}",
}  # fmt: skip
STATEMENTS = {
    "gapselect": "It [[1]] so.",
    "ddwtos": "It [[1]] so.",
    "cloze": "It {1:MC:=is~was} {1:NM:=7:0.5}",
}
# What Moodle writes of numbers that are drawn anew here, of which one sentence is told whatever they are.
ANEW = {"status", "type", "itemcount", "number_of_items", "number", "value"}
SAID_HERE = {"showstandardinstruction"}  # how many options are to be chosen, which a sheet says itself
TOLD_WHOLE = {path.rpartition("/")[2] for path in left_out.LEFT_OUT}
CATEGORY = (
    "<question type='category'><category><text>top/Week 3</text></category>"
    "<info format='html'><text>About it.</text></info><idnumber></idnumber></question>"
)


def quiz(kind: str) -> Element:
    head = ALL.replace("What is {a}?", STATEMENTS.get(kind, "What is {a}?"))
    if kind == "cloze":  # Moodle writes no mark for it
        head = head.replace("<defaultgrade>2</defaultgrade>", "")
    return xml.fromstring(
        f"<quiz>{CATEGORY}<question type='{kind}'>{head}{QUESTIONS[kind]}</question></quiz>"
    )


def outcome(made: Element) -> object:
    found = foreign.read("quiz.xml", b"<?xml version='1.0'?>" + xml.tostring(made))
    assert found is not None
    return [(file.stem, file.text, file.told) for file in found.files], found.left_out, found.attached


def changed(text: str) -> str:
    if text.replace(".", "").isdigit():
        return str(round(float(text) + 1, 7)).removesuffix(".0")
    return {"true": "false", "ALL": "RANDOM"}.get(text, f"{text} otherwise" if text else "something")


def places(made: Element) -> Iterator[int]:
    """The number of each element that holds a text of its own and means something."""
    meaningless = left_out.MEANINGLESS.get(made[1].get("type", ""), frozenset()) | ANEW | SAID_HERE
    skipped = {one for element in made[1].iter() if element.tag in meaningless for one in element.iter()}
    for n, element in enumerate(made[1].iter()):
        if len(element) == 0 and element not in skipped:
            yield n


@pytest.mark.parametrize("kind", QUESTIONS)
def test_whatever_is_changed_changes_the_draft_or_what_is_told(kind: str) -> None:
    before, silent = outcome(quiz(kind)), []
    for n in places(quiz(kind)):
        made = quiz(kind)
        element = list(made[1].iter())[n]
        element.text = changed((element.text or "").strip())
        if outcome(made) == before:
            silent.append((element.tag, element.text))
    assert silent == []


@pytest.mark.parametrize("kind", QUESTIONS)
def test_whatever_is_taken_away_changes_the_draft_or_what_is_told(kind: str) -> None:
    """Settings with the values that Moodle gives by itself say nothing, so they may be missing."""
    before, silent = outcome(quiz(kind)), set()
    usual = {path for path, setting in left_out.LEFT_OUT.items() if setting.quiet} | ANEW
    for n, element in enumerate(quiz(kind)[1]):
        made = quiz(kind)
        made[1].remove(made[1][n])
        if outcome(made) == before and element.tag not in usual:
            silent.add(element.tag)
    assert silent <= {"idnumber", "usecase", "single"}


@pytest.mark.parametrize("kind", QUESTIONS)
def test_an_element_that_nobody_knows_is_told_wherever_it_stands(kind: str) -> None:
    for n in range(len(list(quiz(kind)[1].iter()))):
        made = quiz(kind)
        parent = list(made[1].iter())[n]
        if (
            parent.tag in ("hint", "text", "file", "options", "dataset_items", "dataset_item", *ANEW)
            or (parent.text or "").strip()
        ):
            continue
        xml.SubElement(parent, "newfangled").text = "something"
        assert "newfangled" in str(outcome(made)) or parent.tag in TOLD_WHOLE, parent.tag


def test_the_types_are_those_that_are_read() -> None:
    others = {"match", "calculatedsimple"}  # other names of two of them
    assert left_out.READ.keys() | {"cloze"} == QUESTIONS.keys() | others
    assert reading.KINDS.keys() <= left_out.READ.keys()


def test_what_stands_beside_questions_is_told_with_the_next_one() -> None:
    made = quiz("multichoice")
    made.insert(0, xml.fromstring("<settings>x</settings>"))
    said = {one.says for one in foreign.read("q.xml", xml.tostring(made)).files[0].told}  # type: ignore[union-attr]
    assert said >= {reading.INFO, left_out.NOT_KNOWN}


def test_a_file_that_no_text_shows_is_told() -> None:
    made = quiz("multichoice")
    text = made[1].find("questiontext")
    assert text is not None
    xml.SubElement(text, "file", name="data.csv", encoding="base64").text = "YQ=="
    (file,) = foreign.read("q.xml", xml.tostring(made)).files  # type: ignore[union-attr]
    assert (left_out.FILE, "data.csv") in {(one.says, one.what) for one in file.told}


def test_a_question_that_moodle_makes_with_its_own_settings_is_told_its_penalty_alone() -> None:
    made = copy.deepcopy(quiz("multichoice"))
    for name in ("tags", "coursetags", "hint", "shownumcorrect", "partiallycorrectfeedback", "idnumber"):
        for element in made[1].findall(name):
            made[1].remove(element)
    made.remove(made[0])
    (file,) = foreign.read("q.xml", xml.tostring(made), "2.4").files  # type: ignore[union-attr]
    assert [(one.says, one.what) for one in file.told] == [(left_out.PENALTY, "1/3")]
