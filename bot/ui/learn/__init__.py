"""*Teach me*: a guided first game for one person."""
