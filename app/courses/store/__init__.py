"""SQL of courses: courses with their members, and assignments."""
