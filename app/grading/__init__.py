"""Grading by people: the grading queue, double marking, regrades and key corrections.

Nouns: queue, rubric, marker, award, regrade, key correction, a student's work. The room rests on exams, authoring,
practice, questions, courses and the rooms below them.
"""
