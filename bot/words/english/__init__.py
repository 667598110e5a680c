"""What the house says, in English: the source of all other languages."""
