"""Figures on pretrained models."""
