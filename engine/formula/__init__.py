"""The language in which instructors write the steps of a question: formulas, not programs.

``grammar`` reads a text into a tree, ``functions`` says what each sign and name computes and of what kind the
result is, ``evaluation`` computes a tree within a budget, ``writing`` turns it into LaTeX, with symbols or with
numbers. Nothing here reaches Python: a tree holds numbers, names, texts and functions of the table applied to them.
"""
