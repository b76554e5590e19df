"""A step's own source, computed as a person does: with a number written down after each operation.

`source` finds a function's syntax tree; `rewriting` and `compiling` make a function of it that leaves its operations to
the `hand`. `operations` and `rows` know these, `decisions` are the exact ones, `pens` round. `formulas` turns what an
instructor wrote as a formula into such a function.
"""
