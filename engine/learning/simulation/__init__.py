"""Simulated learners, whose knowledge is known, through the real choice and the real marking."""
