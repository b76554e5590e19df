"""Figures on evaluation."""
