"""SQL of exams: exams of courses, sittings with their audit logs, and outcomes."""
