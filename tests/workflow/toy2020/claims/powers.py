"""Evidence for powers."""

from feature_learning.statistics import Evidence, Tables, at_points


def shrink(tables: Tables) -> Evidence:
    """Cube minus square, in the middle."""
    cube, square = (
        at_points(tables.theory("powers", power=power), "y", "x", [0.5]) for power in (3, 2)
    )
    return Evidence.exact(cube - square, ["x = 0.5"])
