"""The cards of a question that asks for a formula: its symbols, and classic wrong answers."""

from app.authoring.drafting.fields import NAME, Cards, Control, Field
from app.web.languages.languages import N_

SYMBOLS = Cards(
    "symbols", N_("Symbols"), N_("Symbol"),
    N_("The letters that may stand in an answer. Answers are compared at numbers between the smallest and the "
       "largest."),
    fields=(
        Field(NAME, N_("Name"), N_("As students type it."), "x", Control.WORD),
        Field("meaning", N_("Meaning"), N_("In words."), "the logit"),
        Field("from", N_("Smallest"), example="0.3", control=Control.NUMBER, default="0.3"),
        Field("to", N_("Largest"), example="2.7", control=Control.NUMBER, default="2.7"),
    ),
    fresh=((N_("Add a symbol"), {"meaning": ""}),), named=True, most=6,
)  # fmt: skip
WRONG_FORMULAS = Cards(
    "mistakes", N_("Mistakes"), N_("Mistake"),
    N_("A classic wrong answer. Whoever hands it in, in whatever form, reads its sentence."),
    fields=(
        Field("name", N_("Name"), N_("A short one, for the statistics."), "factor_lost", Control.WORD),
        Field("value", N_("The wrong formula"), example="a*x", control=Control.FORMULA, needed=True),
        Field("says", N_("What the student reads"), N_("Say what was done, and what to do."),
              "The exponent comes down as a factor.", Control.SENTENCE, needed=True),
        Field("bengali", N_("The same in Bengali"), control=Control.SENTENCE, more=True),
    ),
    fresh=((N_("Add a mistake"), {"name": "", "value": "", "says": ""}),), called="name", most=12,
)  # fmt: skip
