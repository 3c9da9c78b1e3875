"""What is simulated: one function per experiment."""
