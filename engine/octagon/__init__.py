"""What Thud and Koom Valley share: the squares of the octagon, the two armies, and the words for moves."""
