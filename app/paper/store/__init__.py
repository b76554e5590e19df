"""SQL of exams on paper."""
