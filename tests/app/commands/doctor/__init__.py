"""Tests of ``app.commands.doctor``: for each check a fault that is planted, and the sound state."""
