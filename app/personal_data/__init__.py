"""A person's own data as a whole: what is stored, as one file; that file imported; everything deleted.

A ``Sheet`` is an attempt in the file, an ``Exam`` a mock exam of one's own. It rests on practice, exams and the lab.
"""
