"""The cards of a question's own numbers: cases of which one is drawn, and variants that are kept as tests."""

from app.authoring.drafting.fields import ITSELF, Cards, Control, Field
from app.web.languages.languages import N_

CASES = Cards(
    "cases", N_("Cases"), N_("Case"),
    N_("Sets of numbers that belong together, such as those of a real model. One of them is drawn for each sheet; it "
       "gives the values that are not drawn otherwise."),
    fields=(
        Field(ITSELF, N_("Values"), N_("One a line: the name of a variable, =, and its value. The question shows "
              "<name>, the name of the case."), "layers = 12", Control.STATE, needed=True),
    ),
    fresh=((N_("Add a case"), {"name": ""}),),
    called="name", most=40,
)  # fmt: skip
TESTS = Cards(
    "tests", N_("Tests"), N_("Test"),
    N_("An answer whose verdict you know. The check tries it every time, so that no later change breaks it unseen. "
       "“Save this variant as a test”, below the preview, adds one."),
    fields=(
        Field("numbers", N_("With these numbers"), N_("One a line: the name, =, and the value."), "tokens = 1100",
              Control.STATE, needed=True),
        Field("typed", N_("What is typed"), N_("One a line: the step that is asked, =, and what is typed; semicolons "
              "part the cells of a vector."), "total = 220000", Control.CELLS, needed=True),
        Field("gives", N_("What it gives"), N_("right, wrong, or the name of a mistake."), "right", Control.WORD,
              needed=True),
    ),
    fresh=((N_("Add a test"), {"numbers": {}, "typed": {}, "gives": "right"}),), most=40,
)  # fmt: skip
