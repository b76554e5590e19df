"""Coursework: assignments as instructors compose and students work on them, the gradebook, and what is due.

Nouns: assignment, task, try, duty, weight, due date, gradebook, accommodation. The room rests on grading, exams,
practice, questions, courses, accounts and the rooms below them.
"""
