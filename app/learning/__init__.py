"""Mastery and the next exercise: states folded from marks, the day's work, goals, mistakes, readiness.

Nouns: skill, evidence, standing, goal, proposal, mistake. The room rests on practice, questions and the rooms below
them.
"""
