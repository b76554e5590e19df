"""Principle 3: one understands what is there and what happens."""

from collections.abc import Sequence

from app.home.accessibility.criterion import Criterion, Support
from app.home.accessibility.evidence import AXE, HEARD

UNDERSTANDABLE: Sequence[Criterion] = (
    Criterion(
        number="3.1.1",
        name="Language of Page",
        level="A",
        support=Support.SUPPORTS,
        remark="Each page names the language of its interface.",
        tests=(
            AXE,
            HEARD,
        ),
    ),
    Criterion(
        number="3.1.2",
        name="Language of Parts",
        level="AA",
        support=Support.PARTLY,
        remark="Questions, solutions and what authors write say that they are English where the interface is "
        "not. Some single words do not yet: names of steps inside German or Bengali sentences. The "
        "interface in English has none of this.",
        tests=(HEARD,),
    ),
    Criterion(
        number="3.2.1",
        name="On Focus",
        level="A",
        support=Support.SUPPORTS,
        remark="Nothing opens and nothing is sent because something takes the focus.",
        tests=("tests/browser/web/test_keyboard.py",),
    ),
    Criterion(
        number="3.2.2",
        name="On Input",
        level="A",
        support=Support.SUPPORTS,
        remark="Typing and choosing change what is shown beside them and leave the focus where it is; only "
        "buttons open another page.",
        tests=(
            "tests/browser/practice/test_by_keyboard.py",
            "tests/browser/home/test_topics.py",
        ),
    ),
    Criterion(
        number="3.2.3",
        name="Consistent Navigation",
        level="AA",
        support=Support.SUPPORTS,
        remark="Head and foot are the same on every page, but in an exam, whose head has its clock.",
        by_hand="The templates were searched: all pages but those in frames of a platform extend one.",
    ),
    Criterion(
        number="3.2.4",
        name="Consistent Identification",
        level="AA",
        support=Support.PARTLY,
        remark="What does the same is meant to be called the same, and one list holds the words. Nobody has compared"
        " all pages for it.",
        by_hand="The list is docs/words.md.",
    ),
    Criterion(
        number="3.2.6",
        name="Consistent Help",
        level="A",
        support=Support.SUPPORTS,
        remark="The link to this page, with a way to reach whoever runs the server, stands in the same place of "
        "every foot. While an exam runs there is no foot; its instructor is there.",
        tests=("tests/app/home/test_accessibility.py",),
    ),
    Criterion(
        number="3.3.1",
        name="Error Identification",
        level="A",
        support=Support.SUPPORTS,
        remark="What cannot be read or is missing is named beside its field, and the field is marked as invalid.",
        tests=(
            HEARD,
            "tests/browser/authoring/test_editor_form.py",
        ),
    ),
    Criterion(
        number="3.3.2",
        name="Labels or Instructions",
        level="A",
        support=Support.SUPPORTS,
        remark="Every field has a label; the form that an answer has to have stands beside it.",
        tests=(
            AXE,
            HEARD,
        ),
    ),
    Criterion(
        number="3.3.3",
        name="Error Suggestion",
        level="AA",
        support=Support.SUPPORTS,
        remark="A message says what happened and what to type instead, and shows the place.",
        tests=(
            "tests/engine/answers/test_reading.py",
            HEARD,
        ),
    ),
    Criterion(
        number="3.3.4",
        name="Error Prevention (Legal, Financial, Data)",
        level="AA",
        support=Support.SUPPORTS,
        remark="An exam is handed in on a page of its own that says what is open. Imports and regrades are shown"
        " before they are done. Deletion asks for a word.",
        tests=(
            "tests/app/personal_data/test_deletion.py",
            "tests/app/exams/test_sitting.py",
        ),
    ),
    Criterion(
        number="3.3.7",
        name="Redundant Entry",
        level="A",
        support=Support.SUPPORTS,
        remark="What was typed stands in its form again after a refusal; passwords do not. Nothing is asked for "
        "twice in one process.",
        tests=(HEARD,),
    ),
    Criterion(
        number="3.3.8",
        name="Accessible Authentication (Minimum)",
        level="AA",
        support=Support.PARTLY,
        remark="Passwords can be pasted and filled in by a password manager; there are no puzzles. An exam of a "
        "course may have a password that is read out in the room: whoever cannot hear it asks its "
        "instructor for it in writing.",
        tests=(HEARD,),
    ),
)
