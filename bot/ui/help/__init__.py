"""Hints, odds and rules."""
