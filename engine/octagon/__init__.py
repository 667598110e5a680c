"""What the games on the octagon share: its squares, the two armies on it, and the words for their moves."""
