"""What a host does with a database: backups, copies, statistics, clearing out."""
