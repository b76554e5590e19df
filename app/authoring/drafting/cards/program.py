"""The cards of a question that is answered by a function: its tests, and classic wrong solutions."""

from app.authoring.drafting.fields import Cards, Control, Field
from app.web.languages.languages import N_

CALLS = Cards(
    "tests", N_("Tests"), N_("Test"),
    N_("Calls of the function, three to twelve, some shown and some hidden. All name the same arguments in the same "
       "order."),
    fields=(
        Field("name", N_("Name"), N_("Students read it."), "equal logits", needed=True),
        Field("says", N_("What is read when it fails"), N_("Say what to do, without giving the code away."),
              "Equal logits have equal probabilities.", Control.SENTENCE, needed=True),
        Field("hidden", N_("Hidden from students"), control=Control.TICK),
        Field("arguments", N_("Arguments"), N_("One a line: the name, =, and the value."), "z = [2.0, 2.0]",
              Control.STATE, needed=True),
        Field("expected", N_("What it returns"), example="[0.5, 0.5]", control=Control.VALUE, needed=True),
    ),
    fresh=((N_("Add a test"), {"name": "", "says": "", "arguments": {}, "expected": ""}),),
    called="name", most=12,
)  # fmt: skip
WRONG_SOLUTIONS = Cards(
    "wrong", N_("Wrong solutions"), N_("Wrong solution"),
    N_("Programs as students write them by mistake. At least one of the tests must find each."),
    fields=(
        Field("says", N_("What it does wrong"), example="takes the exponentials of large logits",
              control=Control.SENTENCE, needed=True),
        Field("code", N_("The program"), control=Control.PROGRAM, needed=True),
    ),
    fresh=((N_("Add a wrong solution"), {"says": "", "code": ""}),), most=6,
)  # fmt: skip
