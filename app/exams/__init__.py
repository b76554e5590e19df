"""Exams: mock exams that anybody can sit and exams of courses, from composing them to the review of an ended sitting.

Nouns: exam, rules, sitting, autosave, audit log, roster, live monitor, submission, release of results, review. The room
rests on authoring, practice, questions, courses and the rooms below them.
"""
