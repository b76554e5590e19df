"""Mistakes that people make: those that a family lists (`wrong`), and others.

`turns` are wrong turns at one place of a formula, `mutants` functions with one of them; `naming` looks whether what is
said of a sheet names the mistake that was made.
"""
