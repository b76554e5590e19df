"""The fields of pictures in the editor's form, by their kinds."""

from dataclasses import replace

from app.authoring.drafting.fields import NAME, Cards, Control, Field
from app.web.languages.languages import N_

TITLE = Field("title", N_("Title"), N_("Stands above the picture."), "The loss over the weight",
    needed=True)  # fmt: skip
ABOUT = Field(
    "about", N_("What is seen"), N_("In words, for those who do not see it."), "A parabola with its least value at 2",
    Control.SENTENCE, needed=True,
)  # fmt: skip
NAMES = N_("Words with commas between, or the variable that holds them.")
BAR_LENGTHS = N_(
    "A formula of the variables that gives a vector. Bars begin at 0: where one would go below, new numbers are drawn."
)
GRAPH = (
    TITLE, ABOUT,
    Field("of", N_("Lines"), N_("One a line: its name, =, and a formula of the variables and of x."),
          "loss = a * (x - m)^2", Control.PAIRS),
    Field("from", N_("From"), N_("Where the axis begins."), "-5", Control.FORMULA),
    Field("to", N_("To"), N_("Where it ends."), "5", Control.FORMULA),
    Field("over", N_("What runs along the axis"), N_("Formulas call it so."), "w", Control.WORD, default="x"),
    Field("x", N_("Words at the lower axis"), example="weight w", default="x", more=True),
    Field("y", N_("Words at the left axis"), example="loss", default="y", more=True),
)  # fmt: skip
BARS = (
    TITLE, ABOUT,
    Field("values", N_("Lengths of the bars"), BAR_LENGTHS, "softmax(z)", Control.FORMULA),
    Field("names", N_("Names of the bars"), NAMES, "the, a, of", Control.NAMES),
    Field("unit", N_("Unit"), N_("Stands behind the number."), "nats", Control.SHORT),
)  # fmt: skip
HEAT_MAP = (
    TITLE, ABOUT,
    Field("values", N_("Numbers of the cells"), N_("A formula of the variables that gives a matrix."), "M",
          Control.FORMULA),
    Field("rows", N_("Names of the rows"), NAMES, "the, a, of", Control.NAMES),
    Field("columns", N_("Names of the columns"), NAMES, "the, a, of", Control.NAMES),
)  # fmt: skip
TABLE = (
    TITLE, ABOUT,
    Field("columns", N_("Columns"), N_("One a line: its heading, =, and a formula that gives a vector or words."),
          "word = words", Control.PAIRS),
)  # fmt: skip
FIGURE = (
    TITLE, ABOUT,
    Field("figure", N_("Figure"), N_("One of those that study pages begin with."), control=Control.SELECT,
          source="figures"),
    Field("state", N_("Where its handles stand"),
          N_("The address of the figure as you see it. Or one a line: the name, =, and the value; others stay."),
          "temperature = 0.5", Control.STATE),
)  # fmt: skip
IMAGE = (
    Field("file", N_("Image"), N_("PNG or SVG, up to 1 MB. Nothing that runs, moves or tells of its author is stored."),
          control=Control.IMAGE, needed=True),
    Field("text", N_("What it shows"), N_("In words: for those who do not see it, and where there are no pictures."),
          "A tree with three leaves; the left two are merged first.", Control.SENTENCE, needed=True),
)  # fmt: skip
KINDS = {
    "graph": (N_("Graph"), GRAPH), "bars": (N_("Bars"), BARS), "heat map": (N_("Heat map"), HEAT_MAP),
    "table": (N_("Table"), TABLE), "figure": (N_("Figure"), FIGURE), "image": (N_("Image"), IMAGE),
}  # fmt: skip
WORDS = {"title": "", "about": ""}
OF_ANY = (
    (N_("Add an image"), {"kind": "image", "file": "", "text": ""}),
    (N_("Add a figure"), {"kind": "figure", **WORDS, "figure": "temperature"}),
)
OF_VARIABLES = (
    (N_("Add a graph"), {"kind": "graph", **WORDS, "of": {"y": "x"}, "from": "0", "to": "10"}),
    (N_("Add bars"), {"kind": "bars", **WORDS, "values": "", "names": ""}),
    (N_("Add a heat map"), {"kind": "heat map", **WORDS, "values": "", "rows": "", "columns": ""}),
    (N_("Add a table"), {"kind": "table", **WORDS, "columns": {}}),
)
PICTURES = Cards(
    "pictures", N_("Pictures"), N_("Picture"),
    N_("Each stands where a paragraph of the question is only its name, as <image>. A new one goes to the end."),
    fields=(Field(NAME, N_("Name"), N_("The question calls it so."), "tree", Control.WORD),),
    fresh=OF_ANY, named=True, ordered=False, most=4,
    full=N_("A question has at most four pictures. Remove one to add another."), kinds=KINDS,
)  # fmt: skip
DRAWN_PICTURES = replace(PICTURES, fresh=(*OF_ANY, *OF_VARIABLES))
