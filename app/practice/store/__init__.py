"""SQL of practice: attempts, reports, and the log of changed marks."""
