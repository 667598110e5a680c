"""Games that move to another channel, server or installation."""
