"""Types of values that several experiments have."""

from typing import Annotated

from feature_learning.core.values import whole

Dimension = Annotated[int, whole(least=2)]
Teachers = Annotated[int, whole(most="d")]
"""The number of teacher neurons, which are orthogonal."""
