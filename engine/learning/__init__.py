"""Mastery, spacing and the next exercise: pure, with clock and chance handed in."""
