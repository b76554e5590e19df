"""Principle 2: everything can be operated."""

from collections.abc import Sequence

from app.home.accessibility.criterion import Criterion, Support
from app.home.accessibility.evidence import AXE, BY_KEYBOARD, FIGURES, HEARD, KEYBOARD, KINDS, TEXT

OPERABLE: Sequence[Criterion] = (
    Criterion(
        number="2.1.1",
        name="Keyboard",
        level="A",
        support=Support.PARTLY,
        remark="Tab reaches everything that can be pressed or typed into on every page, those of authors and "
        "instructors among them. In the lab, the curve that one expects can be drawn with a pointer only;"
        " the number that counts is typed beside it.",
        tests=(
            KEYBOARD,
            BY_KEYBOARD,
            KINDS,
        ),
    ),
    Criterion(
        number="2.1.2",
        name="No Keyboard Trap",
        level="A",
        support=Support.SUPPORTS,
        remark="Tab leaves every control. In the code editor Tab indents; Escape and then Tab leave it, and its "
        "description says so.",
        tests=(KEYBOARD,),
    ),
    Criterion(
        number="2.1.4",
        name="Character Key Shortcuts",
        level="A",
        support=Support.SUPPORTS,
        remark="Keys of one letter or digit are heard only while the focus is on the card or on the answer that "
        "is marked. All others need Alt or Ctrl.",
        tests=(
            "tests/browser/study/test_cards.py",
            "tests/browser/grading/test_comments.py",
        ),
    ),
    Criterion(
        number="2.2.1",
        name="Timing Adjustable",
        level="A",
        support=Support.SUPPORTS,
        remark="Exams have a clock, which is essential to them: instructors and administrators give single "
        "students more time and breaks, and mock exams offer more time to everybody. One stays signed in "
        "for months, and what is typed survives a reload.",
        tests=(
            "tests/app/exams/test_start.py",
            "tests/app/exams/test_sitting.py",
            BY_KEYBOARD,
        ),
    ),
    Criterion(
        number="2.2.2",
        name="Pause, Stop, Hide",
        level="A",
        support=Support.SUPPORTS,
        remark="What moves by itself is begun by a button and stopped by one: demos that play, models that "
        "learn. Otherwise only clocks and progress bars change.",
        tests=(
            "tests/browser/lab/test_lab.py",
            "tests/browser/lab/test_depth.py",
        ),
    ),
    Criterion(
        number="2.3.1",
        name="Three Flashes or Below Threshold",
        level="A",
        support=Support.SUPPORTS,
        remark="Nothing flashes. Who asks for less motion gets none.",
        tests=(TEXT,),
    ),
    Criterion(
        number="2.4.1",
        name="Bypass Blocks",
        level="A",
        support=Support.SUPPORTS,
        remark="The first stop of Tab skips to the content.",
        tests=(BY_KEYBOARD,),
    ),
    Criterion(
        number="2.4.2",
        name="Page Titled",
        level="A",
        support=Support.SUPPORTS,
        remark="Each page has a title of its own, and what stands on it comes first in it.",
        tests=(AXE,),
    ),
    Criterion(
        number="2.4.3",
        name="Focus Order",
        level="A",
        support=Support.SUPPORTS,
        remark="The focus goes in the order of the page. After a press it stays, or goes to the next open line, "
        "or to what is wrong.",
        tests=(
            KEYBOARD,
            BY_KEYBOARD,
            HEARD,
        ),
    ),
    Criterion(
        number="2.4.4",
        name="Link Purpose (In Context)",
        level="A",
        support=Support.SUPPORTS,
        remark="Links and buttons that look alike in a list name what they are for.",
        tests=(
            AXE,
            HEARD,
        ),
    ),
    Criterion(
        number="2.4.5",
        name="Multiple Ways",
        level="AA",
        support=Support.SUPPORTS,
        remark="An exercise is found by topic, by search, in the grid, on the map and from its section.",
        tests=(
            "tests/browser/home/test_topics.py",
            "tests/browser/home/test_map.py",
        ),
    ),
    Criterion(
        number="2.4.6",
        name="Headings and Labels",
        level="AA",
        support=Support.SUPPORTS,
        remark="Headings name what is below them, and labels stand close to their fields without touching them.",
        tests=(AXE,),
    ),
    Criterion(
        number="2.4.7",
        name="Focus Visible",
        level="AA",
        support=Support.SUPPORTS,
        remark="Every stop of a walk by Tab looks different with the focus, in drawings and in forced colours, "
        "too.",
        tests=(
            KEYBOARD,
            TEXT,
        ),
    ),
    Criterion(
        number="2.4.11",
        name="Focus Not Obscured (Minimum)",
        level="AA",
        support=Support.SUPPORTS,
        remark="Bars that stay in sight leave free what has the focus.",
        tests=(
            KEYBOARD,
            "tests/browser/web/test_geometry.py",
        ),
    ),
    Criterion(
        number="2.5.1",
        name="Pointer Gestures",
        level="A",
        support=Support.SUPPORTS,
        remark="One finger is enough everywhere. Sliders, tips of arrows and curves that are dragged have fields"
        " or buttons for the same.",
        tests=(FIGURES,),
    ),
    Criterion(
        number="2.5.2",
        name="Pointer Cancellation",
        level="A",
        support=Support.SUPPORTS,
        remark="Buttons and links act when the pointer is lifted. What is dragged can be dragged back.",
        tests=(KINDS,),
    ),
    Criterion(
        number="2.5.3",
        name="Label in Name",
        level="A",
        support=Support.SUPPORTS,
        remark="The name of a control contains the words that stand on it.",
        tests=(AXE,),
    ),
    Criterion(
        number="2.5.4",
        name="Motion Actuation",
        level="A",
        support=Support.NOT_APPLICABLE,
        remark="Nothing listens to how a device is moved.",
    ),
    Criterion(
        number="2.5.7",
        name="Dragging Movements",
        level="AA",
        support=Support.PARTLY,
        remark="Orders have buttons up and down, matches are chosen from lists, figures have fields or buttons. "
        "The curve in the lab is drawn by dragging alone; the number that counts is typed.",
        tests=(
            KINDS,
            FIGURES,
        ),
    ),
    Criterion(
        number="2.5.8",
        name="Target Size (Minimum)",
        level="AA",
        support=Support.SUPPORTS,
        remark="What is pressed has 24 px either way or that much room around its middle; buttons have 34 px, on"
        " narrow windows 44 px.",
        tests=(
            AXE,
            "tests/browser/web/test_looks.py",
        ),
    ),
)
