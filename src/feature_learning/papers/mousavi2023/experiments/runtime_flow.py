"""Time of the whitened flow on samples, from starts of several overlaps (fig-runtime)."""

from typing import TypedDict

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.papers.mousavi2023.flows import FlowOnSample, WhitenedFlow, passage
from feature_learning.papers.mousavi2023.model import (
    Degree,
    Structured,
    checked_signal,
    inits,
    labelled,
    relu_strength,
    white_overlap,
)
from feature_learning.theory.whitened_flow import runtime
from feature_learning.training.projected_flow import timed_flow

_STARTS = 40  # of a curve


class Case(TypedDict):
    """A degree, with its bias and its number of samples."""

    k: Degree
    bias: float  # of the ReLU
    ratio: Count  # n/d


class RuntimeFlow(FlowOnSample, Structured):
    """The time of the flow to an overlap, by the overlap at the start.

    Isotropic inputs serve every structure, which only moves the starts.
    """

    case: Grid[Case]
    d: Count
    starts: Count  # per structure
    end: Positive  # the overlap whose time is measured

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per degree, structure and start: its overlap on the whitened sample, and
        the time to the final overlap, infinite where the flow does not get there.
        """
        d, spikes, neurons = self.d, self.structures, inits(self.starts, self.d, rng)
        for case in self.case:
            k, bias = case["k"], case["bias"]
            checked_signal(k, bias)
            inputs, labels = labelled(case["ratio"] * d, d, k, self.noise, rng, "train", k)
            flow = WhitenedFlow.on(inputs, labels, bias, self.dtype)
            starts = np.vstack([flow.start(neurons, each) for each in self.covariances(d)])
            turned = np.where(white_overlap(flow.unwhitened(starts)) < 0, -1.0, 1.0)
            lengths = np.full(self.steps, self.step, dtype=self.dtype)
            path = timed_flow((turned[:, None] * starts).astype(self.dtype), flow.gradient, lengths)
            begin, times = passage(
                ((t, white_overlap(flow.unwhitened(weights))) for t, weights in path), self.end
            )
            for number, (overlap, time) in enumerate(zip(begin, times, strict=True)):
                structure, replica = spikes[number // len(neurons)], number % len(neurons)
                row = {"k": k, **structure.columns, "replica": replica}
                yield {**row, "start": float(overlap), "time": float(time)}

    def predict(self) -> Rows:
        """Yield the time of the whitened population flow, by k and overlap at the start."""
        for case in self.case:
            k, alpha = case["k"], relu_strength(case["k"], case["bias"])
            for start in np.geomspace(0.02, 0.9 * self.end, _STARTS).tolist():
                time = float(runtime(start, self.end, k, alpha))
                yield {"k": k, "start": start, "time": time, "alpha": alpha}
