"""Figures on multilayer perceptrons."""
