"""The library of all questions: the built-in bank, and the drafts and versions that instructors write.

It finds, searches and withholds questions, and names their kinds. It rests on courses, whose assignments may withhold
an answer, and on identity.
"""
