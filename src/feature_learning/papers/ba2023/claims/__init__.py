"""Evidence that several figures share."""

import pandas as pd

from feature_learning.statistics import Evidence

D = 256
"""The dimension of claims on one dimension."""


def joined(groups: dict[str, pd.DataFrame]) -> Evidence:
    """Return the evidence of several curves against gamma, by name."""
    return Evidence.joined([Evidence.of(group, "gamma", name) for name, group in groups.items()])
