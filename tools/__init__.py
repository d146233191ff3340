"""What builds the data that the package ships; not part of it."""
