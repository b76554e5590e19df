"""HTML and XML of other systems: read within limits, and written."""
