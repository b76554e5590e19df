"""Tests of ``app.commands.doctor.way``."""
