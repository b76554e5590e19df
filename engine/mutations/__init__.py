"""Wrong operations in a line: a plus for a minus, a factor left out, another logarithm.

Families name the mistakes that people are known for. What else goes wrong in one operation is found in the line's own
source: each of its operations is mutated the way people go wrong, and the line is computed with it.
"""
