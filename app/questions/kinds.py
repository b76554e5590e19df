"""Names of the kinds of questions, and of the skills, on pages."""

from app.web.languages.languages import N_

KINDS = {
    "family": N_("with numbers"), "formula": N_("with numbers"), "drawn": N_("one of four numbers"),
    "choice": N_("one of four"), "match": N_("to match"), "order": N_("to put in order"),
    "text": N_("in sentences"), "code": N_("to program"),
}  # fmt: skip
SKILLS = {
    "compute": N_("compute a step"), "count": N_("count parameters"), "train": N_("explain training"),
    "regularise": N_("regularise"), "map": N_("map to tasks"), "capture": N_("what it captures"),
    "compare": N_("compare"),
}  # fmt: skip  # fmt: skip
