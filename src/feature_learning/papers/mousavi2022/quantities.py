"""The quantities of this paper's figures, claims and captions."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, joined, of_runs, predictions, quantity

SYMBOLS = {"decay": "lambda", "t_over_d": "T/d"}
"""What coordinates are called in the names of points."""
_CURVES = {
    "perp_time": ("d",),
    "perp_width": ("width",),
    "decay": ("decay",),
    "subspace": ("target", "decay"),
    "subspace_k": ("d", "k"),
}
_FITTED_FROM = {"perp_time": 20.0, "decay": 40.0, "subspace": 20.0, "subspace_k": 16.0}  # t/d
ERROR, ALIGNMENT, HALF = 0.2, 0.9, 0.5
"""The levels at which samples are counted."""
_LAYER = ("target", "decay", "bias", "d")
_EQUAL_FROM = 5.0  # the t/d from which on the orthogonal part is compared with its prediction


def neurons(tables: Tables, value: str) -> Quantity:
    """A number of the neurons before or after training in the plane, by bias."""
    return quantity(tables, "neurons", value, ("bias",))


def sides(tables: Tables) -> Quantity:
    """The fraction of neurons that end on a side of the origin, that of their readout's sign, by
    bias and side.
    """
    names = ("positive", "negative")
    return joined([neurons(tables, name) for name in names], side=names)


def orthogonal_part(tables: Tables, experiment: str) -> Quantity:
    """The orthogonal part of the weights over the root of the width, by T/d and the dimension, the
    width, the decay, target and decay, or d and k.
    """
    by = (*_CURVES[experiment], "t_over_d")
    return of_runs(tables.runs(experiment), "perp", by, experiment)


def orthogonal_curves(tables: Tables, experiment: str) -> Quantity:
    """The orthogonal part after the start in the smallest and the largest dimension or width, by it
    and T/d (geometric mean), with the mean of the predictions for each run's own network.
    """
    (size,), runs = _CURVES[experiment], tables.runs(experiment)
    ends = runs[size].isin([runs[size].min(), runs[size].max()])
    by, runs = (size, "t_over_d"), runs[ends & (runs["t_over_d"] > 0)]
    found, law = (
        of_runs(runs, value, by, experiment).averaged("geometric mean")
        for value in ("perp", "predicted")
    )
    return found.predicted_by(exact(law.table(), "estimate", by))


def orthogonal_exponent(tables: Tables, experiment: str) -> Quantity:
    """Each seed's exponent of the orthogonal part in t + t0 at late times, by the same coordinates
    without T/d; its prediction where there is one.
    """
    runs, by = _since_start(tables.runs(experiment)), _CURVES[experiment]
    late = runs[runs["t_over_d"] >= _FITTED_FROM[experiment]]
    found = of_runs(late, "perp", (*by, "time"), experiment).exponent("time").per_seed()
    if experiment != "decay":
        return found
    return found.predicted_by(predictions(tables, experiment, "exponent", by))


def over_prediction(tables: Tables) -> Quantity:
    """The orthogonal part over its prediction for the same network, a geometric mean over the times
    from t = 5 d on for each seed, by d.
    """
    runs = tables.runs("perp_time")
    runs = runs[runs["t_over_d"] >= _EQUAL_FROM]
    runs = runs.assign(ratio=np.log(runs["perp"] / runs["predicted"]))
    means = np.exp(runs.groupby(["seed", "d"])["ratio"].mean()).reset_index()
    return of_runs(means, "ratio", ("d",), "perp_time")


def over_end_of_flow(tables: Tables, value: str) -> Quantity:
    """The part along the target, ``par``, or the ``risk`` at the last time, over that of the flow's
    end for the same network, by decay.
    """
    own, end = (
        quantity(tables, "decay", name, ("decay", "t_over_d")).at(t_over_d="largest")
        for name in (value, f"predicted_{value}")
    )
    return own.over(end)


def narrow_gap(tables: Tables) -> Quantity:
    """The generalisation gap by T/d, a mean over dimensions and all widths but the largest."""
    runs = tables.runs("gap")
    narrow = runs["width"] < runs["wide"]
    return _once(runs[narrow] if narrow.any() else runs, "gap", ("t_over_d",), "gap")


def gap_by_size(tables: Tables, size: str) -> Quantity:
    """The gap by T/d and ``width`` or ``d``, a mean over the other, for T/d at which all networks
    were run.
    """
    runs = tables.runs("gap")
    count = runs.groupby("t_over_d")["gap"].transform("size")
    return _once(runs[count == count.max()], "gap", ("t_over_d", size), "gap")


def gap_of_one(tables: Tables) -> Quantity:
    """The gap for a sum of k functions of which one direction is learned, by link, k and T/d."""
    return quantity(tables, "gap_k", "gap", ("link", "k", "t_over_d"))


def even(tables: Tables, value: str) -> Quantity:
    """A number of the network trained on the even target, by d, k and T/d."""
    return quantity(tables, "subspace_k", value, ("d", "k", "t_over_d"))


def gap_over_bound(tables: Tables) -> Quantity:
    """The gap on the even target over the bound sqrt(k d/T), by d, k and T/d."""
    gap = even(tables, "gap")
    return gap.over(_bound(gap))


def first_gap_over_bound(tables: Tables) -> Quantity:
    """The same if the gap stayed what it is at the smallest T."""
    gap = even(tables, "gap")
    return gap.at(t_over_d="smallest").like(gap).over(_bound(gap))


def gap_by_ratio(tables: Tables) -> Quantity:
    """The gap on the even target by d and k d/T, for all k and T."""
    found = even(tables, "gap").with_coordinate(ratio="k / t_over_d")
    return replace(found, points=found.points[["d", "ratio"]])


def network(tables: Tables, value: str, size: str = "n") -> Quantity:
    """The network's ``error`` on the cube or ``alignment`` with it, by d and the samples n, or
    ``n_over_d`` (median).
    """
    runs = tables.runs("samples", target="cube")
    runs = runs[runs["d"] != runs["plateau_d"]]
    return _once(runs, value, ("d", size), "samples").averaged("median")


def samples_needed(tables: Tables, value: str) -> Quantity:
    """The samples at which a seed's alignment on the cube rises to 0.9, or its error falls to 0.2,
    by d (median). Errors fall roughly as powers, so their logarithms are interpolated.
    """
    curves = network(tables, value)
    if value == "error":
        return curves.inverse().crossing("n", 1 / ERROR, "log").per_seed()
    return curves.crossing("n", ALIGNMENT, "linear").per_seed()


def link_samples(tables: Tables) -> Quantity:
    """The same samples for the alignment on other links, by target and d."""
    curves = _once(tables.runs("links"), "alignment", ("target", "d", "n"), "links")
    return curves.averaged("median").crossing("n", ALIGNMENT, "linear").per_seed()


def kernel_error(tables: Tables, target: str = "cube") -> Quantity:
    """The error of the tangent kernel with biases on a target, by d and n."""
    return quantity(tables, "tangent", "error", ("d", "n"), target=target, bias=True)


def kernel_over_plateau(tables: Tables, target: str) -> Quantity:
    """The same over the error of the best quadratic, where kernel and network are compared."""
    d, n = (tables.value("samples", name) for name in ("plateau_d", "plateau_n"))
    plateau = predictions(tables, "tangent", "plateau", (), target=target)
    return kernel_error(tables, target).at(d=[d], n=[n]).over(plateau)


def kernel_at_plateau(tables: Tables) -> Quantity:
    """The kernel's error on the cube at the d and n at which both methods are compared."""
    runs = _at_plateau(tables, tables.runs("tangent", target="cube", bias=True))
    return of_runs(runs, "error", ["d", "n"], "tangent")


def other_kernels(tables: Tables) -> Quantity:
    """The error of two other kernels on the cube, by kernel, d and n."""
    return quantity(tables, "other_kernels", "error", ("kernel", "d", "n"))


def network_at_plateau(tables: Tables) -> Quantity:
    """The network's error there."""
    runs = _at_plateau(tables, tables.runs("samples", target="cube"))
    return of_runs(runs, "error", ["d", "n"], "samples")


def _at_plateau(tables: Tables, runs: pd.DataFrame) -> pd.DataFrame:
    d, n = (tables.value("samples", f"plateau_{name}") for name in ("d", "n"))
    return runs[(runs["d"] == d) & (runs["n"] == n)]


def least_error_without_biases(tables: Tables) -> Quantity:
    """The smallest error over n of the tangent kernel without biases on the cube."""
    runs = tables.runs("tangent", target="cube", bias=False)
    return of_runs(runs.groupby("seed")["error"].min().reset_index(), "error", (), "tangent")


def predicted_samples(tables: Tables) -> Quantity:
    """The samples that the tangent kernel needs, by theory, for half of the part of degree p of
    z^p, by p and d; predicted is their power d^p.
    """
    theory = tables.theory("tangent_samples")
    theory = theory.assign(power=theory["d"].astype(float) ** theory["p"])
    needed, power = (exact(theory, value, ("p", "d")) for value in ("n", "power"))
    return needed.predicted_by(power)


def kernel_samples(tables: Tables, law: str = "gaussian") -> Quantity:
    """The samples at which the tangent kernel's error on the Hermite polynomial of degree p falls
    to 1/2, by p and d.
    """
    runs = tables.runs("tangent_powers", law=law)
    errors = _once(runs, "error", ("p", "d", "n"), "tangent_powers")
    return errors.negative().minus(-1.0).crossing("n", HALF, "linear")


def truncated(tables: Tables, value: str) -> Quantity:
    """A number of the first layer after truncation, by layer and rank."""
    return quantity(tables, "compress", value, ("layer", "rank"))


def rank_one(tables: Tables, value: str, time: str = "t_over_d") -> Quantity:
    """The part of the weights that truncation to rank 1 has ``lost``, or its ``cost``, by target,
    decay, biases, d and T/d or the ``time`` (t + t0)/d.
    """
    runs = _since_start(tables.runs("compress_time"))
    return of_runs(runs, value, (*_LAYER, time), "compress_time")


def slow_neurons(tables: Tables) -> Quantity:
    """The fraction of neurons with an orthogonal part that is predicted to fall more slowly than
    T^(-1/2), by target, decay, biases and d.
    """
    return _once(tables.runs("compress_time"), "slow", _LAYER, "compress_time")


def slow_networks(tables: Tables) -> Quantity:
    """The fraction of networks with such a neuron, by the same coordinates."""
    runs = tables.runs("compress_time")
    slow = runs.assign(slow=runs["slow"] > 0)
    return _once(slow, "slow", _LAYER, "compress_time").averaged("fraction")


def end_of_training(tables: Tables, value: str) -> Quantity:
    """A part of the weights, or a singular value, at the last time, by target and decay."""
    found = quantity(tables, "subspace", value, ("target", "decay", "t_over_d"))
    return found.at(t_over_d="largest")


def _since_start(runs: pd.DataFrame) -> pd.DataFrame:
    """Return the runs with the time at which step sizes fall as 1/time, over d."""
    follows = runs["step_follows_decay"].astype(bool)
    decay = runs["decay"].clip(upper=1.0) if "decay" in runs else 1.0
    return runs.assign(time=runs["t_over_d"] + runs["step_offset"] / np.where(follows, decay, 1.0))


def _once(runs: pd.DataFrame, value: str, by: Sequence[str], experiment: str) -> Quantity:
    """Return a column by coordinates, each seed's mean where several rows have the same ones."""
    means = runs.groupby(["seed", *by])[value].mean().reset_index()
    return of_runs(means, value, by, experiment)


def _bound(gap: Quantity) -> np.ndarray:
    return np.sqrt((gap.points["k"] / gap.points["t_over_d"]).to_numpy(dtype=float))
