"""Limits on how much a person may type, and on how large a number may be; checked before anything is computed."""

LONGEST = 100  # characters of one number or closed form
LONGEST_FORMULA = 300  # characters of a formula in symbols
LONGEST_LIST = 10_000  # characters of a list, a vector or a matrix
MOST_DIGITS = 40  # significant ones, of one number
EXPONENT = 60  # a number is 0 or lies between 10^-60 and 10^60, and so does every step of a closed form
MOST_NODES = 60  # numbers, names and signs of a closed form
DEEPEST = 20  # brackets inside brackets
