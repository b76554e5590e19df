"""The roster of a course: the institution's list of its students, imported with a preview and an undo, line by line.

Nouns: line (what the institution says of a student), entry (a student of the course), finding (what keeps a line out).
"""
