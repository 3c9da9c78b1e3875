"""Evidence for line-and-cloud."""

from feature_learning.core.tables import Tables
from feature_learning.statistics.evidence import Evidence


def centre(tables: Tables) -> Evidence:
    """The mean of the cloud."""
    return Evidence(tables.runs("cloud")[["mean"]].to_numpy(), ["mean"])
