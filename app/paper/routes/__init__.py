"""Pages of exams on paper."""
