"""One gradient step on the inputs as they are, and the whitened flow from there (fig-one-step)."""

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.papers.mousavi2023.experiments.alignment import ALIGNED
from feature_learning.papers.mousavi2023.flows import WhitenedFlow
from feature_learning.papers.mousavi2023.model import (
    Covariance,
    checked_signal,
    inits,
    labelled,
    structures,
    towards_target,
    white_overlap,
)


def warm_start(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per ratio n/d and structure: overlaps of a random neuron before and after one step of
    infinite rate, after that step with shuffled labels, and whether the whitened flow aligns from
    the neuron and from the step.

    The neuron is normalised, turned towards the target, and moved by
    ``sum_i y_i 1(<w, x_i>/|Sigma^(1/2) w| + b > 0) x_i``, whose sign is left as it is. Smaller
    samples are the first rows of the largest. One whitened sample serves all structures.
    """
    d, k, bias = setting["d"], setting["k"], setting["bias"]
    checked_signal(k, bias)
    ratios, spikes = sorted(setting.ints("ratio")), structures(setting)
    inputs, labels = labelled(ratios[-1] * d, d, k, setting["noise"], rng, "train")
    neuron, covariances = inits(1, d, rng), [Covariance.of(structure, d) for structure in spikes]
    neurons = [towards_target(neuron, covariance, k) for covariance in covariances]
    for ratio in ratios:
        x, y = inputs[: ratio * d], labels[: ratio * d]
        shuffled = rng("train", d, ratio, 1).permutation(y)
        flow = WhitenedFlow.on(x, y, bias, setting["dtype"])
        steps, overlaps = [], []
        for covariance, start in zip(covariances, neurons, strict=True):
            active = x @ on_sphere(covariance.root(start))[0] + bias > 0
            step, noise = (covariance.root(((own * active) @ x)[None]) for own in (y, shuffled))
            steps.append(on_sphere(step))
            overlaps.append([abs(float(covariance.overlap(w)[0])) for w in (start, step, noise)])
        starts = [*map(flow.start, neurons, covariances), *map(flow.start, steps, covariances)]
        ends = np.abs(white_overlap(flow.run(np.vstack(starts), setting["step"], setting["steps"])))
        aligned = (ends > ALIGNED).reshape(2, -1).T.tolist()
        for structure, sizes, found in zip(spikes, overlaps, aligned, strict=True):
            before, after, by_noise = sizes
            row = {"ratio": ratio, **structure.columns, "start": before, "after": after}
            yield {**row, "shuffled": by_noise, "aligned": found[0], "aligned_step": found[1]}
