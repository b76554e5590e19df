"""Second roads to what the programs of coding questions must return, sharing no code with the engine.

A module is named as its question is, without `code-`, and its `expected(arguments)` computes the value of one test.
Where a family has the same mathematics, its oracle is asked in `of_families.py`.
"""
