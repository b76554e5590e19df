"""The cards of a question with formulas: its variables and what they must meet, its steps, mistakes and conventions."""

from app.authoring.drafting.fields import FORMS, ITSELF, NAME, Cards, Control, Field
from app.web.languages.languages import N_

VARIABLES = Cards(
    "variables", N_("Variables"), N_("Variable"),
    N_("The numbers of a sheet. One is drawn anew for every sheet, from a range or from a list of values; or it is "
       "computed from those above it. The question shows both."),
    fields=(
        Field(NAME, N_("Name"), N_("Formulas call it so."), "tokens", Control.WORD),
        Field("meaning", N_("Meaning"), N_("In words, for the solution."), "tokens of a prompt"),
        Field("symbol", N_("Symbol"), N_("One letter, or LaTeX."), "n", Control.SHORT),
        Field("computed", N_("Computed as"), N_("A formula of the variables above."), "a + b", Control.FORMULA,
              of="computed", needed=True),
        Field("from", N_("Smallest"), example="200", control=Control.NUMBER, without="computed"),
        Field("to", N_("Largest"), example="900", control=Control.NUMBER, without="computed"),
        Field("step", N_("In steps of"), example="50", control=Control.NUMBER, default="1", without="computed"),
        Field("of", N_("Or one of these"), N_("Instead of a range, with commas between."), "3, 5, 8", Control.LIST,
              without="computed"),
        Field("value", N_("Or always"), N_("A value that is not drawn."), "0.5", Control.VALUE, more=True,
              without="computed"),
        Field("length", N_("Numbers in a vector"), N_("Makes it a vector."), "4", Control.NUMBER, more=True,
              without="computed"),
        Field("rows", N_("Rows of a matrix"), example="2", control=Control.NUMBER, more=True, without="computed"),
        Field("columns", N_("Columns of a matrix"), example="3", control=Control.NUMBER, more=True,
              without="computed"),
    ),
    fresh=((N_("Add a variable"), {"meaning": ""}), (N_("Add a computed value"), {"meaning": "", "computed": ""})),
    named=True,
)  # fmt: skip
CONSTRAINTS = Cards(
    "constraints", N_("Conditions"), N_("Condition"),
    N_("What the numbers of a sheet must meet. Numbers that do not are drawn again."),
    fields=(
        Field(ITSELF, N_("Condition"), N_("Compares variables or steps, with < <= == != >= > and, or, not."),
              "a + d > b + c", Control.FORMULA, needed=True),
    ),
    fresh=((N_("Add a condition"), ""),), most=12,
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
        Field("places", N_("Decimal places"), example="2", control=Control.NUMBER, default="2"),
        Field("points", N_("Points"), N_("Empty where it is not asked."), "1", Control.NUMBER),
        Field("ask", N_("Asked without points"), control=Control.TICK, more=True),
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
CONVENTIONS = Cards(
    "conventions", N_("Conventions"), N_("Convention"),
    N_("Another honest way to count or measure. Whoever uses it is told so; it is no mistake."),
    fields=(
        Field("of", N_("In which step"), control=Control.SELECT, source="steps"),
        Field("value", N_("Formula by this convention"), N_("Instead of the step's."), "bits / 8 / 1024",
              Control.FORMULA),
        Field("says", N_("What the student reads"), N_("Say which convention it is, and which one is asked for."),
              "Right in kibibytes; asked are kilobytes, of 1000 bytes each.", Control.SENTENCE),
        Field("bengali", N_("The same in Bengali"), control=Control.SENTENCE, more=True),
    ),
    fresh=((N_("Add a convention"), {"of": "", "value": "", "says": ""}),), most=6,
)  # fmt: skip
