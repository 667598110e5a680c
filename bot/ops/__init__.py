"""Operation: settings, diagnostics, health, backups, logs."""
