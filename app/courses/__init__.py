"""Courses and the people in them: opened, joined with a code, archived and left.

Nouns: course, membership, role, staff, roster, code, assignment, policy, category. The room rests on accounts, web,
identity and database.
"""
