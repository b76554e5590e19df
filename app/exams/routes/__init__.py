"""Pages of exams."""
