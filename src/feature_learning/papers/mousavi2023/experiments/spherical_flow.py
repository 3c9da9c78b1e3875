"""Flow on the sphere without and with whitening, on samples, spike along the target
(fig-spherical).
"""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.data.whitening import whitening_root
from feature_learning.papers.mousavi2023.shared.model import (
    Covariance,
    Structure,
    checked_signal,
    inits,
    labelled,
    through_maps,
    white_overlap,
)
from feature_learning.training.projected_flow import arc_length_flow, falling_lengths
from feature_learning.training.single_neuron import neuron_gradient

_BIAS = 0.0


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the neuron."""
    checked_signal(setting["k"], _BIAS)
    return {"init": inits(1, setting["d"], rng)}


def spherical_flow(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """One row per gamma2: the final ``<w, beta>`` and overlap of the plain flow, and the final
    overlap of the whitened one.
    """
    d, k, strengths = setting["d"], setting["k"], setting.floats("gamma2")
    inputs, labels = labelled(setting["ratio"] * d, d, k, setting["noise"], rng, "train")
    covariances = [Covariance.of(Structure(0.0, gamma2), d) for gamma2 in strengths]
    root = whitening_root(inputs)
    inverse = np.linalg.inv(root)
    # Both flows of all structures run at once, each with its own map, so one pass over the sample
    # is enough.
    roots = [covariance.root(np.eye(d)) for covariance in covariances]
    maps = np.stack([*roots, *[inverse] * len(roots)])
    gradient = through_maps(neuron_gradient(inputs.astype(setting["dtype"]), labels, _BIAS), maps)
    white_starts = [covariance.root(draws["init"]) @ root.T for covariance in covariances]
    starts = on_sphere(np.vstack([*[draws["init"]] * len(roots), *white_starts]))
    lengths = falling_lengths(setting["step"], setting["steps"])
    plain, white = np.split(arc_length_flow(starts, gradient, lengths), 2)
    whitened = np.abs(white_overlap(white @ inverse.T)).tolist()
    for number, (gamma2, covariance) in enumerate(zip(strengths, covariances, strict=True)):
        end = plain[number : number + 1]
        yield {
            "gamma2": gamma2,
            "m": abs(float(end[0, 0])),
            "overlap": abs(float(covariance.overlap(end)[0])),
            "whitened": whitened[number],
        }
