"""The layout of the editor's form for each kind of question: a kind is a row of ``LAYOUTS``, its fields are rows in it.

Other keys of a text stay untouched; the form only says that they are there.
"""

from collections.abc import Mapping

from app.authoring.drafting.cards.algebra import SYMBOLS, WRONG_FORMULAS
from app.authoring.drafting.cards.family import FIXED, PARTS, RANGES
from app.authoring.drafting.cards.files import FILES
from app.authoring.drafting.cards.formula import CONSTRAINTS, CONVENTIONS, MISTAKES, STEPS, VARIABLES
from app.authoring.drafting.cards.listed import ITEMS, LINES, OPTIONS, PAIRS, STRAYS, WORDINGS
from app.authoring.drafting.cards.numbers import CASES, TESTS
from app.authoring.drafting.cards.pictures import DRAWN_PICTURES, PICTURES
from app.authoring.drafting.cards.program import CALLS, WRONG_SOLUTIONS
from app.authoring.drafting.cards.sentences import RUBRIC, WRONG
from app.authoring.drafting.fields import (
    DRAWN_STATEMENT,
    HOW_HARD,
    LEVEL,
    REASON,
    STATEMENT,
    Control,
    Field,
    Layout,
    common,
    points_of,
)
from app.web.languages.languages import N_

SCORING = {
    "right minus wrong": N_("a wrong tick takes away what a right one earns, never below 0"),
    "every option": N_("every option counts, ticked or left as it should be"),
    "all or nothing": N_("all must be as they should be"),
    "shares": N_("each tick earns or takes the share of its option, never below 0"),
}
UP_TO = {
    "": N_("nothing: it has the same value everywhere"),
    "a constant": N_("a constant that is added, as in an integral"),
    "a factor": N_("a constant factor"),
    "order of growth": N_("all but how fast it grows, as in O(n log n)"),
}
ANSWERS = {
    "definition": N_("definition"),
    "explanation": N_("explanation"),
    "case": N_("case"),
    "free answer": N_("free answer"),
}
FAMILY = Field(
    "family",
    N_("Calculation"),
    N_("One of those that are built in."),
    control=Control.SELECT,
    source="families",
)

LAYOUTS: Mapping[str, Layout] = {
    "formula": Layout(
        common(DRAWN_STATEMENT, LEVEL, points_of("5")),
        (VARIABLES, CONSTRAINTS, STEPS, MISTAKES, CONVENTIONS, DRAWN_PICTURES, FILES, CASES, TESTS),
    ),
    "choice": Layout(
        common(
            STATEMENT, LEVEL, points_of("1"),
            Field("several", N_("Several may be right"),
                  N_("Then all that are right are to be ticked; “none of them” stands below."), control=Control.TICK),
            Field("scoring", N_("What then counts"), N_("The sheet says it."), control=Control.SELECT, choices=SCORING,
                  default="right minus wrong", wide=True),
        ),
        (OPTIONS, PICTURES, FILES),
    ),
    "text": Layout(
        common(
            STATEMENT, LEVEL, None,
            Field("form", N_("Kind of answer"),
                  N_("A definition has 1 point, an explanation 3, a case 5; a free answer has as many as its rubric."),
                  control=Control.SELECT, choices=ANSWERS),
            Field("answer", N_("Model answer"), REASON, control=Control.LONG),
        ),
        (RUBRIC, WRONG, PICTURES, FILES),
    ),
    "short": Layout(
        common(
            STATEMENT, LEVEL, points_of("1"),
            Field("by_case", N_("Capital and small letters count"), N_("The sheet says it."), control=Control.TICK),
        ),
        (WORDINGS, PICTURES),
    ),
    "order": Layout(common(STATEMENT, LEVEL, points_of("2")), (ITEMS, PICTURES)),
    "match": Layout(
        common(
            STATEMENT, LEVEL, points_of("2"),
            Field("extra", N_("Partners that belong to nothing"), N_("One a line, at most three."), "", Control.ROWS),
        ),
        (PAIRS, PICTURES, FILES),
    ),
    "derive": Layout(
        common(
            STATEMENT, LEVEL, points_of("3"),
            Field("other_reasons", N_("Reasons of no line"), N_("One a line, at most three."), "", Control.ROWS),
        ),
        (LINES, STRAYS, PICTURES, FILES),
    ),
    "algebra": Layout(
        common(
            DRAWN_STATEMENT, LEVEL, points_of("2"),
            Field("answer", N_("The right formula"), N_("In symbols and variables, with * for every product."),
                  "2*a*x + b", Control.FORMULA, needed=True),
            Field("symbol", N_("What the answer is called"), N_("As LaTeX, before the field and in the solution."),
                  r"\frac{dL}{dw}"),
            Field("up_to", N_("What may differ"), control=Control.SELECT, choices=UP_TO, wide=True),
            Field("working", N_("The way to it"),
                  N_("One step a line, at most eight. Formulas stand between dollar signs."), "", Control.ROWS),
        ),
        (SYMBOLS, VARIABLES, CONSTRAINTS, WRONG_FORMULAS, PICTURES, FILES),
    ),
    "family": Layout(
        common(DRAWN_STATEMENT, HOW_HARD, points_of("5"), FAMILY),
        (PARTS, FIXED, RANGES, PICTURES, FILES, CASES, TESTS),
    ),
    "drawn": Layout(
        common(
            DRAWN_STATEMENT, HOW_HARD, points_of("1"), FAMILY,
            Field("ask", N_("Step"), N_("Whose number is to be found among four."), control=Control.SELECT,
                  source="asked"),
        ),
        (FIXED, RANGES, PICTURES, FILES, CASES),
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
        (CALLS, WRONG_SOLUTIONS, PICTURES, FILES),
    ),
}  # fmt: skip
