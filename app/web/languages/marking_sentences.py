"""Templates of what is said about an answer that was read: ``engine.marking``, ``engine.kinds`` and those who mark."""

from app.web.languages.languages import N_

TEMPLATES = (
    # engine.marking.feedback
    N_("Right."),
    N_("This is what the steps come to."),
    N_(
        "Right, from rounded steps. With more digits it is %(exact)s; we accept %(range)s, as far to either side of "
        "the exact number as rounding on the way can move it."
    ),
    N_(
        "Right, one cell from rounded steps. We accept %(ranges)s, as far to either side of the exact number as "
        "rounding on the way can move it."
    ),
    N_(
        "Right, %(n)s cells from rounded steps. We accept %(ranges)s and so on, as far to either side of the exact "
        "number as rounding on the way can move it."
    ),
    N_(
        "Right, %(n)s cells from rounded steps. We accept %(ranges)s, as far to either side of the exact number as "
        "rounding on the way can move it."
    ),
    N_("%(cell)s: %(range)s, with more digits %(exact)s"),
    N_("%(cell)s: %(range)s"),
    N_("%(low)s to %(high)s"),
    N_("Right from your earlier answer: this follows correctly from what you wrote above."),
    N_("The same slip as above: it takes no points again."),
    N_("This followed from an answer that you have changed since. Work it out again from the new one."),
    N_("Not marked yet."),
    N_("Saved, and not marked yet. Compare it with the model answer when you are done."),
    N_("%(right)s of %(all)s cells is right."),
    N_("%(right)s of %(all)s cells are right."),
    N_("This could not be read, so it earns nothing. %(problem)s"),
    N_("One cell is empty or could not be read; it earns nothing."),
    N_("%(n)s cells are empty or could not be read; they earn nothing."),
    N_("This is the first step that differs."),
    N_("Either of two slips gives this answer. %(reasons)s"),
    N_("Any of three slips gives this answer. %(reasons)s"),
    N_("Any of four slips gives this answer. %(reasons)s"),
    N_("Compare it with the worked solution."),
    N_("Not this yet: look at the marks."),
    N_("This one is wrong. No reason is given for it."),
    N_("Right in part: it earns %(share)s of the points."),
    N_("This is none of the accepted answers. Look at the spelling, too."),
    N_("Not this yet. The first hint shows how this line is computed, and costs nothing."),
    # the cells of an answer, by name: engine.answers.cells
    N_("entry %(n)s"),
    N_("row %(row)s, column %(column)s"),
    N_("block %(n)s, row %(row)s, column %(column)s"),
    # engine.marking.precision
    N_("This looks rounded: every digit is asked here."),
    N_(
        "This looks rounded too early: %(wanted_digits)s. Keep more on the way, and round the last number only."
    ),
    N_("This looks cut off: every digit is asked here."),
    N_("This looks cut off, not rounded: %(wanted_digits)s, and the last digit goes up from a half on."),
    N_("one decimal is asked"),
    N_("two decimals are asked"),
    N_("%(n)s decimals are asked"),
    N_("1 significant digit is asked"),
    N_("%(n)s significant digits are asked"),
    # engine.marking.explanations, engine.rounding.early
    N_(
        "Near, but farther off than rounding on the way explains. Work it out once more, with one decimal more."
    ),
    N_(
        "Rounded too early: this comes out where “%(title)s” is cut off after two decimals. Carry two decimals more "
        "than are asked for."
    ),
    N_(
        "Rounded too early: this comes out where “%(title)s” is rounded to one decimal. Carry two decimals more than "
        "are asked for."
    ),
    N_(
        "Rounded too early: this comes out where “%(title)s” is rounded to a whole number. Carry two decimals more "
        "than are asked for."
    ),
    # engine.marking.slips: numbers
    N_("Minus infinity is asked: type -inf. On a computer a large negative number does its work."),
    N_("The size is right, the sign is not."),
    N_("This is 100 times too large. Is it a percentage?"),
    N_("This is 100 times too small."),
    N_("This is 1,024 times too large: look at the unit (KiB, MiB, GiB)."),
    N_("This is 1,024 times too small: look at the unit (KiB, MiB, GiB)."),
    N_("This is 1,000 times too large: look at the power of ten."),
    N_("This is 1,000 times too small: look at the power of ten."),
    N_("This is 10 times too large: look at the decimal point."),
    N_("This is 10 times too small: look at the decimal point."),
    N_("This is just twice the number that is asked."),
    N_("This is just half the number that is asked."),
    # engine.marking.slips: symbols, choices and what is ticked
    N_("Something else belongs in place %(place)s."),
    N_("“%(cell)s”: %(said)s"),
    N_("%(right)s ticked rightly, %(extra)s ticked that does not belong, %(missing)s missing."),
    N_("%(right)s ticked rightly, %(extra)s ticked that do not belong, %(missing)s missing."),
    N_("%(right)s ticked rightly, %(extra)s ticked that does not belong."),
    N_("%(right)s ticked rightly, %(extra)s ticked that do not belong."),
    N_("%(right)s ticked rightly, %(missing)s missing."),
    N_("%(right)s written rightly, %(extra)s written that does not belong, %(missing)s missing."),
    N_("%(right)s written rightly, %(extra)s written that do not belong, %(missing)s missing."),
    N_("%(right)s written rightly, %(extra)s written that does not belong."),
    N_("%(right)s written rightly, %(extra)s written that do not belong."),
    N_("%(right)s written rightly, %(missing)s missing."),
    N_("The sign is the other way round."),
    N_("It is right but for a constant factor."),
    N_("Right but for capital and small letters."),
    N_("It is right but for a constant that is added."),
    N_("These are the right symbols, in another order."),
    N_("The text is right, cut into symbols in other places."),
    N_("Right as far as it goes, but something is missing."),
    N_("Right as far as it goes, but it goes on too long."),
    N_("The first symbol is right, the next one is not."),
    N_("The first %(n)s symbols are right, the next one is not."),
    N_("“%(typed)s” is not among those to choose from: look at the table before."),
    N_("“%(typed)s” has %(number)s, and so has another one. Which of equals goes first? Look at the rule."),
    N_("“%(typed)s” has %(number)s, and another one has more."),
    N_("“%(typed)s” has %(number)s, and another one has less."),
    # engine.kinds.order, engine.kinds.derive
    N_("Nothing follows on rightly yet."),
    N_("Ticked is the longest run that follows on rightly: %(right)s of %(all)s."),
    N_("Ticked are the lines that follow from those above them: %(right)s of %(all)s."),
    N_("Line %(line)s does not belong here: %(why)s"),
    N_("Line %(line)s does not follow yet: something that it rests on must stand above it."),
    # engine.mutations: one wrong operation
    N_("This comes out where, on the way, “%(title)s” is worked out %(how)s. Compare it with the formula."),
    N_("This comes out %(how)s. Compare it with the formula."),
    N_("with %(symbol)s in place of %(instead)s"),
    N_("with one quantity in place of another"),
    N_("with the sign turned round"),
    N_("with rows and columns exchanged"),
    N_("with the row or column beside it"),
    N_("with %(n)s where %(wanted)s belongs"),
    N_("with a minus where a plus belongs"),
    N_("with a plus where a minus belongs"),
    N_("with the difference the other way round"),
    N_("with a quotient where a product belongs"),
    N_("with a product where a quotient belongs"),
    N_("with the quotient upside down"),
    N_("with a product where a power belongs"),
    N_("with the logarithm to base %(n)s"),
    N_("with the natural logarithm"),
    N_("with the sum where the mean belongs"),
    N_("with one too many counted"),
    N_("with one too few counted"),
    N_("without taking off %(symbol)s"),
    N_("without what is taken off"),
    N_("without the factor %(symbol)s"),
    N_("without one of the factors"),
    N_("without dividing by %(symbol)s"),
    N_("without the division"),
    N_("without one of the terms that are added"),
    N_("without %(symbol)s"),
    N_("without the power"),
    N_("without the exponential"),
    N_("without the logarithm"),
    N_("without the root"),
    N_("without the tanh"),
    N_("without the square"),
    N_("without the sigmoid"),
    N_("without the softmax"),
    # what people mark: app.practice.self_marking, app.grading.manual_grading
    N_("Marked by yourself: right."),
    N_("Marked by yourself: %(n)s of %(all)s points."),
    N_("Marked by yourself, on paper: right."),
    N_("Marked by yourself, on paper: %(n)s of %(all)s lines."),
    N_("None of its points, as you marked it."),
    N_("Not on your paper."),
    N_("Marked by your instructor."),
)
EITHER = N_("%(reason)s Or: %(reasons)s")
