"""Models of mastery, compared on the same answers (``comparison``); the application uses ``elo``."""
