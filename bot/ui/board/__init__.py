"""How a table gets before people: one way, whoever asks for it."""
