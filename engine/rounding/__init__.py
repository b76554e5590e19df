"""Rounding by hand: who rounds what, and what is accepted because of it."""
