"""What somebody has prepared for later, and for themselves alone."""
