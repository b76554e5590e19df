"""Pages of practice."""
