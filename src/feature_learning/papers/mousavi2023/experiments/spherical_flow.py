"""Flow on the sphere without and with whitening, on samples, spike along the target (fig-spherical)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.data.whitening import whitening_root
from feature_learning.papers.mousavi2023.shared.model import (
    Covariance,
    checked_signal,
    gammas,
    inits,
    labelled,
    through_maps,
    white_overlap,
)
from feature_learning.training.projected_flow import arc_length_flow, falling_lengths
from feature_learning.training.single_neuron import neuron_gradient

_BIAS = 0.0


def structure_of(gamma2: float) -> str:
    """Return the structure with the spike along the target."""
    return f"0-{gamma2:g}"


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the neuron."""
    for gamma2 in map(float, setting.grid["gamma2"]):
        gammas(structure_of(gamma2))
    checked_signal(int(setting["k"]), _BIAS)
    return {"init": inits(1, int(setting["d"]), rng)}


def spherical_flow(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per gamma2: the final ``<w, beta>`` and overlap of the plain flow, and the final overlap of the whitened one."""
    d, k, steps, step = (setting[name] for name in ("d", "k", "steps", "step"))
    inputs, labels = labelled(setting["ratio"] * d, d, k, setting["noise"], rng, "train")
    covariances = [Covariance.of(structure_of(float(gamma2)), d) for gamma2 in setting.grid["gamma2"]]
    root = whitening_root(inputs)
    inverse = np.linalg.inv(root)
    # Both flows of all structures run at once, each with its own map, so one pass over the sample is enough.
    maps = np.stack([*(covariance.root(np.eye(d)) for covariance in covariances), *[inverse] * len(covariances)])
    gradient = through_maps(neuron_gradient(inputs.astype(setting["dtype"]), labels, _BIAS), maps)
    begin = np.vstack([draws["init"]] * len(covariances) + [covariance.root(draws["init"]) @ root.T for covariance in covariances])
    plain, white = np.split(arc_length_flow(on_sphere(begin), gradient, falling_lengths(step, steps)), 2)
    overlaps = white_overlap(white @ inverse.T)
    for gamma2, covariance, end, other in zip(setting.grid["gamma2"], covariances, plain, overlaps, strict=True):
        yield {
            "gamma2": float(gamma2),
            "m": abs(float(end[0])),
            "overlap": abs(float(covariance.overlap(end[None])[0])),
            "whitened": abs(float(other)),
        }
