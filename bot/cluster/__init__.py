"""Several processes of one bot: shards, heartbeats, thinkers on other machines."""
