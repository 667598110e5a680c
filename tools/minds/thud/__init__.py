"""What the mind of Thud is measured with."""
