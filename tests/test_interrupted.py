"""What is cut off by the user leaves nothing behind."""
