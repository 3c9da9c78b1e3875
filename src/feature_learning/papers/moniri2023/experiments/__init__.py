"""What is simulated and predicted: one class per experiment."""
