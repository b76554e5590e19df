"""Figures on scaling laws."""
