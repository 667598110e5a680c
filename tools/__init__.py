"""What people run and a host does not need."""
