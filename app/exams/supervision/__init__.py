"""Supervised rooms: from which addresses an exam of a course is sat, with Safe Exam Browser or without, and with which
code of the room; and who was let in all the same.

Nouns: room, range, room code, config key, browser exam key, presence, admission. What none of it can prevent stands in
docs/supervision.md.
"""
