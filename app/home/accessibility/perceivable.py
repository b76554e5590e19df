"""Principle 1: what is there can be perceived."""

from collections.abc import Sequence

from app.home.accessibility.criterion import Criterion, Support
from app.home.accessibility.evidence import AXE, COLOURS, FIGURES, HEARD, LOOKS, TEXT

PERCEIVABLE: Sequence[Criterion] = (
    Criterion(
        number="1.1.1",
        name="Non-text Content",
        level="A",
        support=Support.SUPPORTS,
        remark="Each drawing has a title, a description and its numbers as a table. An image that an author"
        " attaches has the words that the author gives it; nobody checks whether they say enough.",
        tests=(AXE, FIGURES),
    ),
    Criterion(
        number="1.2.1",
        name="Audio-only and Video-only (Prerecorded)",
        level="A",
        support=Support.NOT_APPLICABLE,
        remark="There is no audio and no video.",
    ),
    Criterion(
        number="1.2.2",
        name="Captions (Prerecorded)",
        level="A",
        support=Support.NOT_APPLICABLE,
        remark="There is no audio and no video.",
    ),
    Criterion(
        number="1.2.3",
        name="Audio Description or Media Alternative (Prerecorded)",
        level="A",
        support=Support.NOT_APPLICABLE,
        remark="There is no video.",
    ),
    Criterion(
        number="1.2.4",
        name="Captions (Live)",
        level="AA",
        support=Support.NOT_APPLICABLE,
        remark="There is no live audio or video.",
    ),
    Criterion(
        number="1.2.5",
        name="Audio Description (Prerecorded)",
        level="AA",
        support=Support.NOT_APPLICABLE,
        remark="There is no video.",
    ),
    Criterion(
        number="1.3.1",
        name="Info and Relationships",
        level="A",
        support=Support.SUPPORTS,
        remark="One heading of the first level on each page and no level skipped; tables have names and their heads a"
        " scope; formulas are MathML, which a screen reader reads as mathematics.",
        tests=(AXE, HEARD),
    ),
    Criterion(
        number="1.3.2",
        name="Meaningful Sequence",
        level="A",
        support=Support.SUPPORTS,
        remark="The order of the text is that of the page, and Tab follows it. On narrow windows the margin of a line"
        " comes below it.",
        tests=("tests/browser/web/test_keyboard.py",),
    ),
    Criterion(
        number="1.3.3",
        name="Sensory Characteristics",
        level="A",
        support=Support.SUPPORTS,
        remark="Signs such as ✓ and ✗ have words. “Above” and “below” mean the order of the text.",
        by_hand="The messages of the interface were searched for words of colour, shape and side.",
    ),
    Criterion(
        number="1.3.4",
        name="Orientation",
        level="AA",
        support=Support.SUPPORTS,
        remark="Nothing asks for one orientation.",
        tests=(AXE,),
        by_hand="The manifest, style sheets and scripts were searched for orientations.",
    ),
    Criterion(
        number="1.3.5",
        name="Identify Input Purpose",
        level="AA",
        support=Support.SUPPORTS,
        remark="Name, e-mail and passwords say what they are; no other field asks for anything about the person.",
        tests=(HEARD,),
    ),
    Criterion(
        number="1.4.1",
        name="Use of Color",
        level="A",
        support=Support.SUPPORTS,
        remark="Each colour has one meaning, and a sign or a word beside it says the same; series in drawings differ in"
        " their dashes.",
        tests=(COLOURS, AXE),
        by_hand="The messages were searched for words of colour, and pages looked at in print and in forced colours.",
    ),
    Criterion(
        number="1.4.2",
        name="Audio Control",
        level="A",
        support=Support.NOT_APPLICABLE,
        remark="There is no sound.",
    ),
    Criterion(
        number="1.4.3",
        name="Contrast (Minimum)",
        level="AA",
        support=Support.SUPPORTS,
        remark="The contrast of each ink on each ground is computed, by day and by night.",
        tests=(COLOURS, AXE),
    ),
    Criterion(
        number="1.4.4",
        name="Resize Text",
        level="AA",
        support=Support.SUPPORTS,
        remark="At 200 % in the browser no page is wider than its window and no text is cut off.",
        tests=(TEXT,),
    ),
    Criterion(
        number="1.4.5",
        name="Images of Text",
        level="AA",
        support=Support.SUPPORTS,
        remark="Formulas and the words in drawings are text. What authors upload is theirs: the guide asks for words"
        " beside an image.",
        by_hand="The images of the repository were listed: icons, and two pictures that the README shows.",
    ),
    Criterion(
        number="1.4.10",
        name="Reflow",
        level="AA",
        support=Support.SUPPORTS,
        remark="At 320 px no page scrolls to the side. Wide tables, formulas and drawings scroll within a line of their"
        " own, which Tab reaches.",
        tests=(AXE, "tests/browser/web/test_geometry.py"),
    ),
    Criterion(
        number="1.4.11",
        name="Non-text Contrast",
        level="AA",
        support=Support.SUPPORTS,
        remark="Edges of fields, the ring of the focus and the lines of drawings have 3 to 1 on every ground.",
        tests=(COLOURS,),
    ),
    Criterion(
        number="1.4.12",
        name="Text Spacing",
        level="AA",
        support=Support.PARTLY,
        remark="With the wider spacing nothing runs out of its page. Two names are cut off in the head of a narrow"
        " window: one's own and that of an exam. Both stand in full on the page of the account and on the exam's"
        " first page.",
        tests=(TEXT,),
    ),
    Criterion(
        number="1.4.13",
        name="Content on Hover or Focus",
        level="AA",
        support=Support.SUPPORTS,
        remark="Explanations open by a press and close by Escape. Numbers of a chart stand in a line below it. Only the"
        " browser's own tips open on hovering, and they repeat what is on the page.",
        tests=("tests/browser/lab/test_touched_charts.py", LOOKS),
        by_hand="Scripts and style sheets were searched for what happens on hovering.",
    ),
)
