"""The accessibility report: each success criterion of WCAG 2.2 (A and AA), whether it holds, and how that is known.

The page and the table in docs/accessibility.md are made of the same rows; `python -m app.home.accessibility` prints the
table.
"""
