"""Pages of coursework."""
