"""Honest people, simulated: an independent check of what marking accepts and of what it says is wrong.

Each step of a chain is computed as a person would, from the step's own source, with a number written down after each
elementary operation; the sheets that come of it are typed and marked. Nothing here uses a band or a `by_hand` of the
engine: what the engine accepts is what is checked. `python -m tests.honest` prints the tables.

`computing` is the interpreter, `mistakes` are made by it. `people` are the styles, `needs` what an answer asks of the
lines before it, `ways` walk along a chain, `sheets` types and marks. `trial` does all that for a question, `tally`
counts, `report` prints.
"""
