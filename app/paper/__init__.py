"""Exams on paper: paper versions drawn and printed, their answer keys, and marking what was written on them.

Nouns: paper version (a form), question sheet, answer key, print batch, owner. The room rests on grading, exams,
practice, questions, courses and the rooms below them.
"""
