"""Figures on recurrent models."""
