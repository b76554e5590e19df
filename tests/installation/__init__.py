"""Examformer as people install it: the wheel, and the examples for those who run it."""
