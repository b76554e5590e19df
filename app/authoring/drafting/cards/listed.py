"""The cards of questions whose answer is listed: options, wordings, things in order, pairs, lines of a derivation."""

from app.authoring.drafting.fields import REASON, Cards, Control, Field
from app.web.languages.languages import N_

OPTIONS = Cards(
    "options", N_("Options"), N_("Option"),
    N_("Two to eight, of which one is right, or several. Every sheet shuffles them."),
    fields=(
        Field("text", N_("Text"), control=Control.SENTENCE),
        Field("right", N_("This one is right"), control=Control.TICK),
        Field("share", N_("Share of the points"),
              N_("Of one that is right in part, such as 1/2. Where ticks count by shares, what it earns; -1/2 takes."),
              "1/2", Control.NUMBER, default="0"),
        Field("why", N_("Why it is right or wrong"),
              N_("Shown after the answer. Without it, students learn only that it is right or wrong."),
              control=Control.SENTENCE),
    ),
    fresh=((N_("Add an option"), {"text": "", "why": ""}),),
    most=8,
)  # fmt: skip
WORDINGS = Cards(
    "wordings", N_("Answers"), N_("Answer"),
    N_("The first that fits what is typed counts, from the top; what fits none is wrong. A star * stands for anything, "
       "\\* for a star. Spaces at the ends do not count."),
    fields=(
        Field("text", N_("Text"), N_("As students type it."), "token*", Control.SENTENCE),
        Field("right", N_("This one is right"), control=Control.TICK),
        Field("share", N_("Share of the points"), N_("Of one that is right in part, such as 1/2."), "1/2",
              Control.NUMBER, default="0"),
        Field("why", N_("Why it is right or wrong"), N_("Whoever types it reads this."), control=Control.SENTENCE),
    ),
    fresh=((N_("Add an answer"), {"text": ""}),),
    most=40,
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
