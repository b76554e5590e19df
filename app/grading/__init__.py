"""Grading by people: the grading queue, rubric comments, double marking, regrades and key corrections.

Nouns: queue, rubric, comment, marker, award, regrade, key correction, a student's work. The room rests on exams,
authoring, practice, questions, courses and the rooms below them.
"""
