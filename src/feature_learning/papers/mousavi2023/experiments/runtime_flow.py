"""Time of the whitened flow on samples, from starts of several overlaps (fig-runtime)."""

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.mousavi2023.flows import WhitenedFlow, passage
from feature_learning.papers.mousavi2023.model import (
    Covariance,
    checked_signal,
    inits,
    labelled,
    structures,
    white_overlap,
)
from feature_learning.training.projected_flow import timed_flow


def runtime_flow(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per degree, structure and start: its overlap on the whitened sample, and the time to
    the final overlap, infinite where the flow does not get there.

    Isotropic inputs serve every structure, which only moves the starts. Each degree has its own
    bias and number of samples.
    """
    d, end = setting["d"], setting["end"]
    neurons = inits(setting["starts"], d, rng)
    for case in setting.mappings("case"):
        k, bias = int(case["k"]), float(case["bias"])
        checked_signal(k, bias)
        inputs, labels = labelled(int(case["ratio"]) * d, d, k, setting["noise"], rng, "train", k)
        flow = WhitenedFlow.on(inputs, labels, bias, setting["dtype"])
        spikes = structures(setting)
        starts = np.vstack([flow.start(neurons, Covariance.of(each, d)) for each in spikes])
        turned = np.where(white_overlap(flow.unwhitened(starts)) < 0, -1.0, 1.0)
        lengths = np.full(setting["steps"], setting["step"], dtype=setting["dtype"])
        path = timed_flow(
            (turned[:, None] * starts).astype(setting["dtype"]), flow.gradient, lengths
        )
        begin, times = passage(
            ((t, white_overlap(flow.unwhitened(weights))) for t, weights in path), end
        )
        for number, (overlap, time) in enumerate(zip(begin, times, strict=True)):
            structure, replica = spikes[number // len(neurons)], number % len(neurons)
            row = {"k": k, **structure.columns, "replica": replica}
            yield {**row, "start": float(overlap), "time": float(time)}
