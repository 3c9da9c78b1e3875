"""Powers of a number, which nobody simulates."""

from feature_learning.core.experiment import Experiment, Rows
from feature_learning.core.values import Count, Grid


class Powers(Experiment):
    """One power."""

    power: Count
    x: Grid[float]

    def predict(self) -> Rows:
        """Yield powers of x."""
        for x in self.x:
            yield {"x": x, "y": x**self.power}
