"""The name of each matrix, and what it does."""

from app.web.languages.languages import N_
from engine.whole_model.matrices import Matrix

NAMES = {
    "letters": N_("Letters"),
    "positions": N_("Positions"),
    "norm": N_("Norm"),
    "query": N_("Queries Q"),
    "key": N_("Keys K"),
    "value": N_("Values V"),
    "out": N_("Output O"),
    "norm-again": N_("Norm"),
    "up": N_("MLP up"),
    "down": N_("MLP down"),
    "head": N_("Head"),
}
DOES = {
    "letters": N_(
        "A column of 32 numbers for each of 31 letters and for the edge of a name. A token looks up one column: "
        "that is how it enters the model."
    ),
    "positions": N_(
        "A column for each of the 12 positions in a name. The column of the token's position is added to that of its "
        "letter."
    ),
    "norm": N_(
        "A gain and a shift for each of the 32 entries. The norm gives each token mean 0 and spread 1, then stretches "
        "and shifts each entry by these."
    ),
    "query": N_(
        "Makes a token's queries of the stream: what it looks for. Each of the four heads has eight columns, side "
        "by side."
    ),
    "key": N_(
        "Makes a token's keys of the stream: what it is found by. A query times a key is the score of the two tokens."
    ),
    "value": N_(
        "Makes a token's values of the stream: what those that look at it get from it, each its share."
    ),
    "out": N_(
        "Takes what the four heads have mixed, 32 numbers, and writes it into the stream. Each column is one of these "
        "numbers."
    ),
    "up": N_("Each column is one of 128 hidden units: what it looks for in the stream. This matrix reads."),
    "down": N_(
        "The same 128 hidden units again: column for column, what each of them adds to the stream. This matrix writes."
    ),
    "head": N_(
        "A column for each letter and for the end of a name. The stream times this column is the logit of the letter; "
        "every letter gets one, so all columns are used."
    ),
}


def name(matrix: Matrix) -> str:
    """The name of a matrix within its block, to be translated."""
    return NAMES[matrix.name]


def does(matrix: Matrix) -> str:
    """The sentence on what it does, to be translated."""
    return DOES[matrix.name.removesuffix("-again")]
