"""``examformer archive``, ``check-archive`` and ``unarchive``: old saves of exams in a file of their own."""
