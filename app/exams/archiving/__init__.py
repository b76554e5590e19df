"""Single saves of exams that ended long ago: moved from the audit logs into an archive, and put back when asked for.

What a mark, a review, a receipt or a statistic is made of stays: the last save of each field, and every other line.
"""
