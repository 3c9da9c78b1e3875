"""Evidence for figure-2."""

from feature_learning.statistics import Evidence, Tables, by_seed, slope_per_seed

_BOTH = ("mean-field", "ntk")


def _largest(tables: Tables, value: str, *names: str) -> Evidence:
    """Return one measure of parameterisations at the largest dimension."""
    runs = tables.runs("trajectories", d=tables.values("trajectories", "d")[-1])
    measure = by_seed(runs, value, "parameterisation", names)
    return Evidence(measure.to_numpy(), names)


def _slope(tables: Tables, name: str) -> Evidence:
    """Return each seed's slope in d of the relative movement."""
    movement = by_seed(tables.runs("trajectories", parameterisation=name), "moved", "d")
    return Evidence.stacked([(f"slope in d, {name}", slope_per_seed(movement))])


def converged(tables: Tables) -> Evidence:
    return _largest(tables, "steps", *_BOTH)


def mean_field_moves(tables: Tables) -> Evidence:
    return _largest(tables, "moved", "mean-field")


def ntk_stays(tables: Tables) -> Evidence:
    return _largest(tables, "moved", "ntk")


def mean_field_aligns(tables: Tables) -> Evidence:
    return _largest(tables, "share_gain", "mean-field")


def ntk_does_not_align(tables: Tables) -> Evidence:
    return _largest(tables, "share_gain", "ntk")


def generalisation(tables: Tables) -> Evidence:
    mean_field, ntk = _largest(tables, "risk", *_BOTH).observed.T
    return Evidence.stacked([("mean-field minus ntk/2", mean_field - ntk / 2)])


def ntk_lazy(tables: Tables) -> Evidence:
    return _slope(tables, "ntk")


def mean_field_not_lazy(tables: Tables) -> Evidence:
    return _slope(tables, "mean-field")
