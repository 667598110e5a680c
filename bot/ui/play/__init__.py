"""Opening, joining and playing: a table's board in its channel."""
