"""The cards of questions of a built-in calculation: what is asked of it, and its numbers."""

from app.authoring.drafting.fields import FORMS, ITSELF, NAME, ONE, SOME, Cards, Control, Field
from app.web.languages.languages import N_

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
