"""Powers of x."""

from feature_learning.core.tables import Tables
from feature_learning.plotting.marks import theory
from feature_learning.plotting.palette import ordered
from feature_learning.plotting.sheet import Sheet


def draw(tables: Tables, figure: Sheet) -> None:
    """Draw one curve per power."""
    (ax,) = figure.panels()
    curves = tables.theory("powers")
    theory(ax, curves, "x", "y", ordered("power", curves["power"], name="power {}"))
