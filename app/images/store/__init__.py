"""The SQL of images."""
