"""Faults of a question in the words of its form: the labels of fields, not the keys of the file."""

import re

from app.web.languages.languages import N_

PLAIN = {  # the beginning of a message, and its wording for somebody who fills in a form
    "this is missing": N_("Fill this in."),
    "this is empty": N_("Fill this in."),
    "a text belongs here": N_("Write this in words."),
    "a number belongs here": N_("Write a number."),
    "a whole number belongs here": N_("Write a whole number."),
    "Give it a name": N_("Give it a name: letters, digits and _, with a letter first."),
    "a name has letters": N_("A name has letters, digits and _, and begins with a letter."),
    "a name such as pairs.csv": N_(
        "A name has up to 40 letters, digits, _ and -, and ends in .csv, .tsv, .txt, .json or .jsonl."
    ),
    "some systems keep this name": N_("Some systems keep this name for themselves. Choose another one."),
    "there is no such data file": N_("This file is not here any more. Upload it again."),
    "the question does not name": N_("The question does not name this file. Say in it what the file is for."),
    "Another variable has this name": N_("Another variable has this name already."),
    "the largest (`to`)": N_(
        "The largest must not lie below the smallest, with at most 10,000 steps between them."
    ),
    "this stands here twice": N_("This one is there already. Choose another."),
    "what it is drawn from must be of one kind": N_(
        "These are of different kinds: write numbers alone, or words alone."
    ),
    "give one of `value`": N_(
        "Say one thing only: smallest and largest, or “Or one of these”, or “Or always”. Leave the others empty."
    ),
    "`from` and `to` go together": N_("Smallest and largest go together: fill in both, or neither."),
    "a vector has a `length`": N_(
        "Fill in “Numbers in a vector” for a vector; “Rows of a matrix” and “Columns of a matrix” for a matrix."
    ),
    "say what its entries are drawn from": N_(
        "Say what its entries are: fill in smallest and largest, or “Or one of these”."
    ),
    "a value is a number, a word": N_("Say what it is: fill in smallest and largest, or “Or one of these”."),
    "`options` names the variable": N_(
        "Write the name of the variable that holds the words, one of those above."
    ),
    "This step is": N_(
        "What this step gives does not go with “Written as”: numbers have decimals, words are words."
    ),
    "the number does not fit its form": N_(
        "The number is too small or too large for how it is written. Choose another “Written as”, or more decimal "
        "places."
    ),
    "a $ stands alone here": N_(
        "A $ stands alone here. A formula has one in front and one behind; write amounts of money in words: 5 dollars."
    ),
    "what stands between these two $": N_(
        "What stands between these two $ reads like words behind an amount. Write amounts of money in words: 5 dollars."
    ),
    "one number belongs here": N_(
        "One number belongs here: fill in smallest and largest, or add a list of numbers."
    ),
    "a vector belongs here": N_(
        "A vector belongs here: fill in “Numbers in a vector” and “Its entries are of these”, without smallest and "
        "largest."
    ),
    "a matrix belongs here": N_(
        "A matrix belongs here: fill in “Numbers in a vector” for one row, “Rows of a matrix” and “Its entries are of "
        "these”, without smallest and largest."
    ),
    "a number is drawn `from`": N_(
        "A number has smallest and largest. A vector has “Numbers in a vector” and “Its entries are of these”, a "
        "matrix “Rows of a matrix”, too. Leave the others empty."
    ),
    "these must be of one kind": N_("These are of different kinds: write numbers alone, or words alone."),
    "a list belongs here": N_("Write one or several, with commas between."),
    "at least one is needed, and there are none": N_("Fill this in."),
    "true or false belongs here": N_("Tick it, or leave it unticked."),
    "names with their values belong here": N_(
        "Say from where it is drawn: fill in smallest and largest, or add a list of values."
    ),
    "there is no such key here": N_(
        "Something stands here for which the form has no field. Change over to the text and take it out."
    ),
    "there is no section": N_("Choose one from the list."),
    "it is still to be chosen": N_("Choose one from the list."),
    "there is no family": N_("Choose one from the list."),
    "must be '": N_("Choose one from the list."),
    "The name of a variable stands in its heading": N_("This name was not taken over. Type it once more."),
}
WITHIN = {  # a pattern anywhere in a message
    re.compile(r" is no step of \S+; it has "): N_(
        "This calculation has no such step. Choose one from the list."
    ),
    re.compile(r" stands in the formula that is shown, and the value"): N_(
        "What stands between < and > in “Formula as LaTeX” must be something that the formula above uses."
    ),
    re.compile(r"\(got ''\)$"): N_("Fill this in."),
}
REWRITTEN = {  # a pattern, and the wording of that part; names and numbers stay
    re.compile(r" is no parameter of \S+; it has "): " is no value of this calculation; there are ",
}


def plain(message: str) -> str:
    said = next((said for begins, said in PLAIN.items() if message.startswith(begins)), "")
    said = said or next((said for part, said in WITHIN.items() if part.search(message)), message)
    for part, words in REWRITTEN.items():
        said = part.sub(words, said)
    return said
