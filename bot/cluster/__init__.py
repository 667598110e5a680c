"""Several processes of one bot: shards, heartbeats, search workers on other machines."""
