"""Figures on linear and softmax classifiers."""
