"""What a learner knows, and what comes next: pure, with clock and chance handed in."""
