"""What happened: leafing, logs, replays, forks, undo."""
