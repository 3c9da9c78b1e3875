"""Time of the whitened flow on samples from a fixed overlap to nearly 1 (fig-runtime)."""

import math

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.papers.mousavi2023.experiments.runtime_flow import Case
from feature_learning.papers.mousavi2023.flows import FlowOnSample, WhitenedFlow, passage
from feature_learning.papers.mousavi2023.model import (
    checked_signal,
    inits,
    labelled,
    relu_strength,
    white_overlap,
)
from feature_learning.theory.whitened_flow import runtime
from feature_learning.training.projected_flow import timed_flow


class EndOfRuns(FlowOnSample):
    """The time to ``1 - epsilon``, without a spike."""

    case: Grid[Case]
    d: Count
    begin: Positive  # the overlap at the start
    starts: Count
    epsilon: Grid[Positive]  # 1 minus the overlap at the end

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per degree and epsilon: the mean time from several neurons, infinite where
        one of them does not get there.
        """
        d, across = self.d, inits(self.starts, self.d, rng)
        across[:, 0] = 0
        across *= math.sqrt(1 - self.begin**2) / np.linalg.norm(across, axis=1, keepdims=True)
        across[:, 0] = self.begin
        for case in self.case:
            k, bias = case["k"], case["bias"]
            checked_signal(k, bias)
            inputs, labels = labelled(case["ratio"] * d, d, k, self.noise, rng, "train", k)
            flow = WhitenedFlow.on(inputs, labels, bias, self.dtype)
            starts = across @ flow.root.T
            starts /= np.linalg.norm(starts, axis=1, keepdims=True)
            lengths = np.full(self.steps, self.step, dtype=self.dtype)
            path = [
                (t, white_overlap(flow.unwhitened(weights)))
                for t, weights in timed_flow(starts.astype(self.dtype), flow.gradient, lengths)
            ]
            for epsilon in self.epsilon:
                _, times = passage(path, 1 - epsilon)
                yield {"k": k, "epsilon": epsilon, "time": float(np.mean(times))}

    def predict(self) -> Rows:
        """Yield the time of the population flow, by k and epsilon."""
        for case in self.case:
            k, alpha = case["k"], relu_strength(case["k"], case["bias"])
            for epsilon in self.epsilon:
                time = float(runtime(self.begin, 1 - epsilon, k, alpha))
                yield {"k": k, "epsilon": epsilon, "time": time}
