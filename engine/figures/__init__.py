"""Figures: chains with handles, one file each in the folder of their subject."""
