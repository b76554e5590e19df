"""The cards of questions that are answered in sentences: the rubric, and wrong answers."""

from app.authoring.drafting.fields import Cards, Control, Field
from app.web.languages.languages import N_

RUBRIC = Cards(
    "rubric", N_("Criteria of the rubric"), N_("Criterion"),
    N_("What an answer must say. Definition: definition. Explanation: cause, mechanism, consequence. "
       "Case: technique, justification, trade-off and two more. Free answer: one to twelve of your own."),
    fields=(
        Field("name", N_("Name"), example="cause", control=Control.SHORT),
        Field("says", N_("What it says"), N_("A sentence."), control=Control.SENTENCE),
        Field("points", N_("Points"), N_("Of a free answer; 1 if it is empty."), "1.5", Control.NUMBER),
        Field("terms", N_("Usual words"), N_("One idea a line; other beginnings of it behind a |."),
              "surprisal|log-loss", Control.ROWS),
    ),
    fresh=((N_("Add a criterion"), {"name": "", "says": "", "terms": []}),),
    called="name", most=12,
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
