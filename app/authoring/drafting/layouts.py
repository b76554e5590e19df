"""The layout of the editor's form for each kind of question: a kind is a row of ``LAYOUTS``, its fields are rows in it.

Other keys of a text stay untouched; the form only says that they are there.
"""

from collections.abc import Mapping

from app.authoring.drafting.fields import (
    DRAWN_STATEMENT,
    FORMS,
    HOW_HARD,
    ITSELF,
    LEVEL,
    NAME,
    ONE,
    SOME,
    STATEMENT,
    Cards,
    Control,
    Field,
    Layout,
    common,
    points_of,
)
from app.authoring.drafting.picture_fields import DRAWN_PICTURES, PICTURES
from app.web.languages.languages import N_

REASON = N_("Shown after the answer.")
ANSWERS = {"definition": N_("definition"), "explanation": N_("explanation"), "case": N_("case")}
VARIABLES = Cards(
    "variables", N_("Variables"), N_("Variable"),
    N_("What is drawn anew for every sheet. Say from where: a range, or a list of values."),
    fields=(
        Field(NAME, N_("Name"), N_("Formulas call it so."), "tokens", Control.WORD),
        Field("meaning", N_("Meaning"), N_("In words, for the solution."), "tokens of a prompt"),
        Field("symbol", N_("Symbol"), N_("One letter, or LaTeX."), "n", Control.SHORT),
        Field("from", N_("Smallest"), example="200", control=Control.NUMBER),
        Field("to", N_("Largest"), example="900", control=Control.NUMBER),
        Field("step", N_("In steps of"), example="50", control=Control.NUMBER, default="1"),
        Field("of", N_("Or one of these"), N_("Instead of a range, with commas between."), "3, 5, 8", Control.LIST),
        Field("value", N_("Or always"), N_("A value that is not drawn."), "0.5", Control.VALUE, more=True),
        Field("length", N_("Numbers in a vector"), N_("Makes it a vector."), "4", Control.NUMBER, more=True),
        Field("rows", N_("Rows of a matrix"), example="2", control=Control.NUMBER, more=True),
        Field("columns", N_("Columns of a matrix"), example="3", control=Control.NUMBER, more=True),
    ),
    fresh=((N_("Add a variable"), {"meaning": ""}),),
    named=True,
)  # fmt: skip
STEPS = Cards(
    "steps", N_("Steps of the solution"), N_("Step"),
    N_("Each is a formula of the variables and of the steps above. The last one is asked, or those that have points."),
    fields=(
        Field("name", N_("Name"), N_("Formulas below call it so."), "total", Control.WORD),
        Field("title", N_("Title"), N_("What is computed, in words."), "Tokens a day"),
        Field("value", N_("Formula"), N_("With + - * / ^, brackets and functions such as sqrt, exp, mean."),
              "requests * tokens", Control.FORMULA),
        Field("symbol", N_("Symbol"), N_("One letter, or LaTeX."), "T", Control.SHORT),
        Field("unit", N_("Unit"), N_("Stands behind the number."), "nats", Control.SHORT),
        Field("form", N_("Written as"), control=Control.SELECT, choices=FORMS, default="fixed"),
        Field("points", N_("Points"), N_("Empty where it is not asked."), "1", Control.NUMBER),
        Field("ask", N_("Asked without points"), control=Control.TICK, more=True),
        Field("places", N_("Decimal places"), example="2", control=Control.NUMBER, default="2", more=True),
        Field("tolerance", N_("Tolerance"), N_("How far beside the right number still counts, beyond rounding."),
              "0.05", Control.NUMBER, more=True),
        Field("options", N_("Words to choose from"), N_("The name of a variable that holds them."), "parts",
              Control.FORMULA, more=True),
        Field("text", N_("Asked in these words"), N_("Instead of the title."), more=True),
        Field("formula", N_("Formula as LaTeX"), N_("Instead of the one made from the formula above."), more=True),
    ),
    fresh=((N_("Add a step"), {"name": "step", "title": "", "value": ""}),),
    called="name",
)  # fmt: skip
MISTAKES = Cards(
    "mistakes", N_("Mistakes"), N_("Mistake"),
    N_("A classic wrong way to do a step. Whoever hands in what it gives reads its sentence."),
    fields=(
        Field("of", N_("In which step"), control=Control.SELECT, source="steps"),
        Field("name", N_("Name"), N_("A short one, for the statistics."), "per_thousand", Control.WORD),
        Field("value", N_("Formula of the mistake"), N_("Instead of the step's."), "total / 1000 * price",
              Control.FORMULA),
        Field("says", N_("What the student reads"), N_("Say what was done, and what to do."),
              "You divided by d_k; it is the square root of d_k.", Control.SENTENCE),
        Field("when", N_("Only where"), N_("A condition, if it cannot be made with all numbers."), "n > 2",
              Control.FORMULA, more=True),
        Field("bengali", N_("The same in Bengali"), control=Control.SENTENCE, more=True),
    ),
    fresh=((N_("Add a mistake"), {"of": "", "name": "", "value": "", "says": ""}),),
    called="name",
)  # fmt: skip
OPTIONS = Cards(
    "options", N_("Options"), N_("Option"), N_("Four, of which one is right. Every sheet shuffles them."),
    fields=(
        Field("text", N_("Text"), control=Control.SENTENCE),
        Field("right", N_("This one is right"), control=Control.TICK),
        Field("why", N_("Why it is right or wrong"), REASON, control=Control.SENTENCE),
    ),
    fresh=((N_("Add an option"), {"text": "", "why": ""}),),
    most=4,
)  # fmt: skip
ITEMS = Cards(
    "items", N_("What is put in order"), N_("Place"), N_("Three to eight, here in the right order."),
    fields=(
        Field("text", N_("Text"), N_("Without formulas: it stands in a menu.")),
        Field("why", N_("Why it stands there"), REASON, control=Control.SENTENCE),
    ),
    fresh=((N_("Add one"), {"text": "", "why": ""}),),
    most=8,
)  # fmt: skip
PAIRS = Cards(
    "pairs", N_("Pairs"), N_("Pair"), N_("Three to eight. Two may have the same partner."),
    fields=(
        Field("left", N_("On the left"), N_("Without formulas: it stands in a menu.")),
        Field("right", N_("Its partner")),
        Field("why", N_("Why they go together"), REASON, control=Control.SENTENCE),
    ),
    fresh=((N_("Add a pair"), {"left": "", "right": "", "why": ""}),),
    most=8,
)  # fmt: skip
LINES = Cards(
    "lines", N_("Lines of the derivation"), N_("Line"),
    N_("Four to nine, here in one right order. Each rests on some of those above it; every other order that keeps to "
       "this is right as well."),
    fields=(
        Field("name", N_("Name"), N_("Lines below call it so."), "chain_rule", Control.WORD),
        Field("text", N_("Text"), N_("A formula between dollar signs, or words."), control=Control.SENTENCE),
        Field("needs", N_("Rests on"), N_("Names of lines above, with commas between."), "logits, softmax",
              Control.LIST),
        Field("why", N_("Why it holds"), REASON, control=Control.SENTENCE),
        Field("reason", N_("Its reason, if that is asked"), N_("In a few words, to choose from."), "product rule"),
    ),
    fresh=((N_("Add a line"), {"name": "line", "text": "", "why": ""}),),
    called="name", most=9,
)  # fmt: skip
STRAYS = Cards(
    "strays", N_("Lines that do not belong"), N_("Line"), N_("One to three that look as if they followed."),
    fields=(
        Field("text", N_("Text"), N_("A formula between dollar signs, or words."), control=Control.SENTENCE),
        Field("why", N_("Why it does not follow"), N_("A student who uses it reads this."), control=Control.SENTENCE),
    ),
    fresh=((N_("Add one"), {"text": "", "why": ""}),),
    most=3,
)  # fmt: skip
RUBRIC = Cards(
    "rubric", N_("Points of the rubric"), N_("Point"),
    N_("What an answer must say. Definition: definition. Explanation: cause, mechanism, consequence. "
       "Case: technique, justification, trade-off and two more."),
    fields=(
        Field("name", N_("Name"), example="cause", control=Control.SHORT),
        Field("says", N_("What it says"), N_("A sentence."), control=Control.SENTENCE),
        Field("terms", N_("Usual words"), N_("One idea a line; other beginnings of it behind a |."),
              "surprisal|log-loss", Control.ROWS),
    ),
    fresh=((N_("Add a point"), {"name": "", "says": "", "terms": []}),),
    called="name", most=5,
)  # fmt: skip
WRONG = Cards(
    "wrong", N_("Wrong answers"), N_("Wrong answer"),
    N_("What is often written, and is not enough. Shown with the model answer."),
    fields=(
        Field("says", N_("Text"), N_("As a student writes it."), control=Control.SENTENCE),
        Field("why", N_("What is wrong with it"), N_("And what to say instead."), control=Control.SENTENCE),
    ),
    fresh=((N_("Add a wrong answer"), {"says": "", "why": ""}),),
    most=4,
)  # fmt: skip
PARTS = Cards(
    "parts", N_("What is asked"), N_("Part"), N_("Steps of the calculation, one line each."),
    fields=(
        Field("ask", N_("Step"), control=Control.SELECT, source="asked"),
        Field("points", N_("Points"), example="1", control=Control.NUMBER),
        Field("text", N_("Asked in these words"), N_("Instead of the step's title.")),
        Field("form", N_("Written as"), control=Control.SELECT, more=True,
              choices={"": ""} | {name: said for name, said in FORMS.items() if name != "word"}),
        Field("places", N_("Decimal places"), example="2", control=Control.NUMBER, default="2", more=True),
    ),
    fresh=((N_("Add a part"), {"ask": "", "points": 1}),),
    called="ask", most=12,
)  # fmt: skip
FIXED = Cards(
    "fixed", N_("Fixed values"), N_("Fixed value"), N_("What is the same on every sheet."),
    fields=(
        Field(NAME, N_("Name"), control=Control.SELECT, source="parameters"),
        Field(ITSELF, N_("Value"), N_("A number, a word, or a list in brackets."), "[1, 2]", Control.VALUE),
    ),
    fresh=((N_("Add a fixed value"), ONE),),
    named=True, ordered=False,
)  # fmt: skip
RANGES = Cards(
    "ranges", N_("Ranges"), N_("Range"), N_("What is drawn from other values than usual."),
    fields=(
        Field(NAME, N_("Name"), control=Control.SELECT, source="parameters"),
        Field(ITSELF, N_("One of these"), N_("With commas between."), "3, 5, 8", Control.LIST),
        Field("from", N_("Smallest"), example="2", control=Control.NUMBER),
        Field("to", N_("Largest"), example="9", control=Control.NUMBER),
        Field("step", N_("In steps of"), example="1", control=Control.NUMBER, default="1"),
        Field("length", N_("Numbers in a vector"), example="3", control=Control.NUMBER, more=True),
        Field("rows", N_("Rows of a matrix"), example="2", control=Control.NUMBER, more=True),
        Field("of", N_("Its entries are of these"), example="0, 1, 2", control=Control.LIST, more=True),
    ),
    fresh=((N_("Add a range"), {}), (N_("Add a list of values"), SOME)),
    named=True, ordered=False,
)  # fmt: skip
FAMILY = Field(
    "family",
    N_("Calculation"),
    N_("One of those that are built in."),
    control=Control.SELECT,
    source="families",
)

LAYOUTS: Mapping[str, Layout] = {
    "formula": Layout(common(DRAWN_STATEMENT, LEVEL, points_of("5")), (VARIABLES, STEPS, MISTAKES, DRAWN_PICTURES)),
    "choice": Layout(common(STATEMENT, LEVEL, points_of("1")), (OPTIONS, PICTURES)),
    "text": Layout(
        common(
            STATEMENT, LEVEL, None,
            Field("form", N_("Kind of answer"),
                  N_("An exam gives 1 point for a definition, 3 for an explanation, 5 for a case."),
                  control=Control.SELECT, choices=ANSWERS),
            Field("answer", N_("Model answer"), REASON, control=Control.LONG),
        ),
        (RUBRIC, WRONG, PICTURES),
    ),
    "order": Layout(common(STATEMENT, LEVEL, points_of("2")), (ITEMS, PICTURES)),
    "match": Layout(
        common(
            STATEMENT, LEVEL, points_of("2"),
            Field("extra", N_("Partners that belong to nothing"), N_("One a line, at most three."), "", Control.ROWS),
        ),
        (PAIRS, PICTURES),
    ),
    "derive": Layout(
        common(
            STATEMENT, LEVEL, points_of("3"),
            Field("other_reasons", N_("Reasons of no line"), N_("One a line, at most three."), "", Control.ROWS),
        ),
        (LINES, STRAYS, PICTURES),
    ),
    "family": Layout(common(DRAWN_STATEMENT, HOW_HARD, points_of("5"), FAMILY), (PARTS, FIXED, RANGES, PICTURES)),
    "drawn": Layout(
        common(
            DRAWN_STATEMENT, HOW_HARD, points_of("1"), FAMILY,
            Field("ask", N_("Step"), N_("Whose number is to be found among four."), control=Control.SELECT,
                  source="asked"),
        ),
        (FIXED, RANGES, PICTURES),
    ),
    "code": Layout(
        common(
            STATEMENT, LEVEL, points_of("5"),
            Field("function", N_("Name of the function"), example="softmax", control=Control.WORD),
            Field("arrays", N_("Arguments that are arrays"), N_("Their names, with commas between."), "Q, K",
                  Control.LIST),
            Field("starter", N_("What the student begins with"), "", "", Control.PROGRAM),
            Field("solution", N_("A right solution"), REASON, "", Control.PROGRAM),
        ),
        (PICTURES,),
    ),
}  # fmt: skip
