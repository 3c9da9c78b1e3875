"""The only published numbers, printed by the authors' notebook ``single_step.ipynb``: mean and
spread of the error over ten draws.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Printed(NamedTuple):
    """The mean and the standard deviation of a test error."""

    mean: float
    spread: float


PUBLISHED: Mapping[float, Printed] = {
    1.3: Printed(0.3360, 0.0063),
    1.65: Printed(0.2068, 0.0059),
    2.0: Printed(0.0774, 0.0021),
}
"""By log n/log d; d = 512, so n = 3326, 29532 and 262144."""
