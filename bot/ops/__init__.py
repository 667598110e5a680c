"""What a host needs beside the bot itself: settings, diagnostics, health, backups, logs."""
