"""What is simulated: one class per experiment."""
