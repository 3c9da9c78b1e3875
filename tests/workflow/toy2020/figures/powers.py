"""Powers of x."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.overlay import theory
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one curve per power."""
    (ax,) = figure.panels()
    for dash, (power, curve) in enumerate(tables.theory("powers").groupby("power")):
        theory(ax, curve, "x", "y", label=f"power {power}", dash=dash)
