"""The pages that a learner sees first: what to do next, topics, the grid, progress.

It puts together a person's attempts (from practice), the library of questions, and what courses ask.
"""
