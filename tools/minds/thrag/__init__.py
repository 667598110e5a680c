"""Fitting the numbers of the mind of Thrag anew."""
