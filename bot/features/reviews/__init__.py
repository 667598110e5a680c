"""Games that are over: their card, review and luck."""
