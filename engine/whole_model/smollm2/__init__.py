"""A real model's way, one layer open at a time: the same as for the name GPT, with 576 numbers in a vector.

``block``: all numbers of one layer, in NumPy, from the residual stream that the worker's pass left. ``stations``: where
numbers can be seen. ``lines``: the arithmetic of any cell, with the ten largest products of a long sum. ``costs``:
parameters, operations and cache bytes. ``guesses``: which numbers can be asked, and known mistakes. ``walk``: the ten
questions of the walk.
"""
