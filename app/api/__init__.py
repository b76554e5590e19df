"""The JSON interface ``/api/v1`` for programs: questions, variants, marks, courses, grades, and its guide.

A program asks by a token for a person and may do what that person may. Nothing is stored; it rests on the rooms below.
"""
