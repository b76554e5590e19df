"""Figures on questions, courses and exams: results, distributions, wrong answers, students at risk; and as CSV.

It reads sheets, sittings and marks of the rooms below and changes nothing but a draft, to which it may add a mistake.
"""
