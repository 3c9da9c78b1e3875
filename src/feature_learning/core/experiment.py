"""The types of an experiment's functions, as one import."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from feature_learning.core.device import Device
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams

__all__ = ["Device", "Draws", "Rows", "Setting", "Streams"]

Draws = Mapping[str, np.ndarray]
"""What is generated before training, by name: teacher, initial weights, data."""
Rows = Iterator[dict[str, Any]]
"""One row per grid point of a setting, as a mapping of columns to numbers, texts or lists of
numbers.
"""
