"""Figures on embeddings."""
