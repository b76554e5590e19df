"""Practice: a sheet with drawn numbers, worked on part by part with hints, marked, and its solution read.

Nouns: sheet, part, attempt, answer, hint, report, mark log, sandbox. The room rests on questions, courses, accounts,
web, identity, jobs and database.
"""
