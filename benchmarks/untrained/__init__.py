"""What can be had without training: the choice of constants, and docs/accuracy.md."""
