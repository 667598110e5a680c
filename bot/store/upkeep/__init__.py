"""Maintenance of a database: backups, copies, statistics, clearing out."""
