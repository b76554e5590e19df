"""Courses and the people in them: opened, joined with a code, archived and left.

Nouns: course, membership, role, roster, code, assignment. The room rests on accounts, web, identity and database.
"""
