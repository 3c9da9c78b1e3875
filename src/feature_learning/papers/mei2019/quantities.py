"""The quantities of this paper's figures, claims and captions."""

import numpy as np
import pandas as pd

from feature_learning.papers.mei2019.model import TARGETS
from feature_learning.statistics import Tables
from feature_learning.statistics.quantity import Quantity
from feature_learning.statistics.sources import exact, predictions, quantity

SYMBOLS = {
    "ratio": "N/n",
    "psi2": "n/d",
    "lam": "lambda",
    "width": "N/d",
    "rho_over_threshold": "rho over its threshold",
}
"""What coordinates are called in the names of points."""
_SAMPLES = 3.0  # per dimension, in the double descent
_POLE = 1e-4  # relative distance from a pole, on both sides


def error(
    tables: Tables,
    value: str = "test",
    target: str = "linear",
    model: str = "features",
    predicted: str = "",
) -> Quantity:
    """Test or training error of random features, by ridge, d and N/n; predicted in the proportional
    limit, or by another column of the theory: ``finite``, the test error at finite d.
    """
    return quantity(
        tables,
        "double_descent",
        value,
        ("lam", "d", "ratio"),
        predicted=predicted,
        target=target,
        model=model,
    )


def error_limit(tables: Tables) -> Quantity:
    """The test error on a linear target in the proportional limit."""
    by = ("lam", "d", "ratio")
    return predictions(tables, "double_descent", "test", by, target="linear")


def linear_features_error(tables: Tables) -> Quantity:
    """The ridgeless error of linear features, which is zero for N > d."""
    points = error(tables).at(lam=0.0, d="largest").points
    zero = np.where(points["ratio"] * _SAMPLES > 1, 0.0, np.nan)
    return exact(points.assign(error=zero), "error", ["ratio"])


def excess_at_peak(tables: Tables) -> Quantity:
    """The ridgeless error at N = n minus ten times that at N = 2n (median)."""
    errors = error(tables).at(lam=0.0, d="largest").averaged("median")
    return errors.at(ratio=1.0).minus(errors.at(ratio=2.0).over(0.1))


def excess_without_peak(tables: Tables) -> Quantity:
    """The same if the error at N = n were that at N = 2n."""
    return error_limit(tables).at(lam=0.0, d="largest", ratio=2.0).over(-1 / 9)


def gap(tables: Tables, value: str = "test") -> Quantity:
    """Error of random features minus that of their Gaussian equivalent, over the limit, by ridge, d
    and N/n. The prediction has the features at finite d.
    """
    features = error(tables, value, predicted="finite" if value == "test" else "")
    gaussian = error(tables, value, model="gaussian")
    return features.minus(gaussian).over(_limit(gaussian))


def learned(tables: Tables, target: str) -> Quantity:
    """Learned fraction of a target, by d and N/n, at the ridge of the figures."""
    return error(tables, "learned", target).at(lam=1e-3)


def other_learned(tables: Tables, target: str) -> Quantity:
    """Learned fraction of a target by features of other activations, by activation, d and N/n."""
    return _other(tables, "learned", target, "features")


def other_gap(tables: Tables, target: str = "linear") -> Quantity:
    """Test error of such features minus that of their Gaussian equivalent, over the limit."""
    gaussian = _other(tables, "test", target, "gaussian")
    return _other(tables, "test", target, "features").minus(gaussian).over(_limit(gaussian))


def _other(tables: Tables, value: str, target: str, model: str) -> Quantity:
    by = ("activation", "d", "ratio")
    return quantity(tables, "other_features", value, by, target=target, model=model)


def noisy_risk(tables: Tables, target: str) -> Quantity:
    """Risk at one ridge of a target with noise or a quadratic part, by N/n."""
    return quantity(tables, "noise", "risk", ("ratio",), target=target, model="features")


def risk_of_part(tables: Tables, target: str) -> Quantity:
    """The predicted risk of such a target without its noise or without its quadratic part."""
    risk = _limit(noisy_risk(tables, target))
    if target == "quadratic":
        return risk.minus(TARGETS["quadratic"].beyond(1))
    pure = TARGETS["pure-quadratic"].beyond(1)
    variance = _limit(noisy_risk(tables, "pure-quadratic")).over(pure).minus(1.0)
    return risk.minus(variance.over(1 / TARGETS["noise"].noise_variance))


def quadratic_over_noise(tables: Tables) -> Quantity:
    """Risk with a quadratic part minus its variance and minus the risk with noise, relative."""
    quadratic, noise = (noisy_risk(tables, name) for name in ("quadratic", "noise"))
    gap = quadratic.minus(noise).minus(TARGETS["quadratic"].beyond(1))
    return gap.over(_limit(quadratic))


def quadratic_learned(tables: Tables) -> Quantity:
    """The value of `quadratic_over_noise` if the quadratic part were learned."""
    risk = _limit(noisy_risk(tables, "quadratic"))
    return risk.over(-TARGETS["quadratic"].beyond(1)).inverse()


def sample_wise_risk(tables: Tables) -> Quantity:
    """Risk at a fixed width, by ridge and n/d."""
    return quantity(tables, "sample_wise", "risk", ("lam", "psi2"))


def ridgeless_sample_wise_risk(tables: Tables) -> Quantity:
    """The same without a ridge, by n/d."""
    return _limit(sample_wise_risk(tables)).at(lam=0.0)


def largest_increase(tables: Tables, experiment: str, risk: str) -> Quantity:
    """The largest increase of a predicted risk between neighbouring widths or sample sizes, for
    each panel.
    """
    theory, by, over = tables.theory(experiment), ["psi2", "rho"], "ratio"
    if experiment == "sample_wise":
        by, over = [], "psi2"
    if risk == "risk":
        ridge = "lbar" if "lbar" in theory else "lam"
        theory = theory[theory[ridge] == 0]
    rows = [
        {**dict(zip(by, key, strict=True)), "increase": _increase(panel, over, risk)}
        for key, panel in (theory.groupby(by) if by else [((), theory)])
    ]
    return exact(pd.DataFrame(rows), "increase", by)


def width_of_least_risk(tables: Tables, rho: float) -> Quantity:
    """N/n of the smallest predicted ridgeless risk."""
    curve = tables.theory("lambda_curves", psi2=3.0, rho=rho, lbar=0.0)
    return exact(curve.loc[[curve["risk"].idxmin()]], "ratio", [])


def over_limit(tables: Tables, part: str, grows: str) -> Quantity:
    """Predicted bias or variance at the largest size over its limit, minus one, by curve."""
    rows = tables.theory("wide_limit", grows=grows)
    rows = rows[rows["size"] == rows["size"].max()]
    curve = "lbar" if grows == "width" else "width"
    found = rows.assign(value=rows[part] / rows[f"{part}_limit"] - 1)
    return exact(found, "value", ["curve"]).renamed(curve=curve)


def at_poles(tables: Tables) -> Quantity:
    """Ridgeless bias near n = N times |1 - n/N| over the bias of the limit, minus one."""
    rows = tables.theory("wide_limit", grows="samples")
    near = np.isclose((rows["size"] / rows["curve"] - 1).abs(), _POLE, rtol=1e-5)
    rows = rows[near].assign(side=np.sign(rows["size"] / rows["curve"] - 1))
    scaled = (1 - rows["size"] / rows["curve"]).abs() * rows["bias"] / rows["bias_limit"] - 1
    return exact(rows.assign(value=scaled), "value", ["curve", "side"]).renamed(curve="width")


def wide(tables: Tables, part: str, predicted: str = "") -> Quantity:
    """Bias or variance against N/d, by penalty."""
    by = ("curve", "size")
    found = quantity(tables, "wide_simulation", part, by, predicted=predicted, grows="width")
    return found.renamed(curve="lbar", size="width")


def wide_variance_over_finite(tables: Tables) -> Quantity:
    """The proportional limit of the variance over its theory at finite d."""
    return _limit(wide(tables, "variance")).over(
        _limit(wide(tables, "variance", "finite_variance"))
    )


def nothing_learned_over_bias(tables: Tables) -> Quantity:
    """One, the bias if nothing is learned, over the predicted bias."""
    return _limit(wide(tables, "bias")).inverse()


def best_ridge(tables: Tables) -> Quantity:
    """The best penalty of infinitely wide features, by n/d and the signal over its threshold."""
    return predictions(tables, "phase_diagram", "best_lbar", ("psi2", "rho_over_threshold"))


def gain_of_ridge(tables: Tables) -> Quantity:
    """Ridgeless minus best risk of infinitely wide features."""
    rows = tables.theory("phase_diagram")
    rows = rows.assign(gain=rows["ridgeless_risk"] - rows["best_risk"])
    return exact(rows, "gain", ["psi2", "rho_over_threshold"])


def _limit(risk: Quantity) -> Quantity:
    assert risk.prediction is not None
    return risk.prediction


def _increase(panel: pd.DataFrame, over: str, risk: str) -> float:
    curve = panel.drop_duplicates(over).sort_values(over)[risk].to_numpy()
    return float(np.diff(curve[np.isfinite(curve)]).max())
