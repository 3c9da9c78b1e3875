"""One gradient step on the inputs as they are, and the whitened flow from there (fig-one-step)."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid
from feature_learning.data.covariates import on_sphere
from feature_learning.papers.mousavi2023.experiments.alignment import ALIGNED
from feature_learning.papers.mousavi2023.flows import FlowOnSample, WhitenedFlow
from feature_learning.papers.mousavi2023.model import (
    Degree,
    Structured,
    checked_signal,
    inits,
    labelled,
    towards_target,
    white_overlap,
)


class WarmStart(FlowOnSample, Structured):
    """The whitened flow from a random neuron, and from one step of infinite rate.

    The neuron is normalised, turned towards the target, and moved by
    ``sum_i y_i 1(<w, x_i>/|Sigma^(1/2) w| + b > 0) x_i``, whose sign is left as it is.
    """

    d: Count
    k: Degree
    bias: float  # of the ReLU
    ratio: Grid[Count]  # n/d

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per ratio and structure: overlaps of the neuron before and after the step,
        after that step with shuffled labels, and whether the flow aligns from the neuron and from
        the step.

        Smaller samples are the first rows of the largest. One whitened sample serves all
        structures.
        """
        d, k, ratios = self.d, self.k, sorted(self.ratio)
        checked_signal(k, self.bias)
        inputs, labels = labelled(ratios[-1] * d, d, k, self.noise, rng, "train")
        neuron, covariances = inits(1, d, rng), self.covariances(d)
        neurons = [towards_target(neuron, covariance, k) for covariance in covariances]
        for ratio in ratios:
            x, y = inputs[: ratio * d], labels[: ratio * d]
            shuffled = rng("train", d, ratio, 1).permutation(y)
            flow = WhitenedFlow.on(x, y, self.bias, self.dtype)
            steps, overlaps = [], []
            for covariance, start in zip(covariances, neurons, strict=True):
                active = x @ on_sphere(covariance.root(start))[0] + self.bias > 0
                step, noise = (covariance.root(((own * active) @ x)[None]) for own in (y, shuffled))
                steps.append(on_sphere(step))
                overlaps.append(
                    [abs(float(covariance.overlap(w)[0])) for w in (start, step, noise)]
                )
            starts = [*map(flow.start, neurons, covariances), *map(flow.start, steps, covariances)]
            ends = np.abs(white_overlap(flow.run(np.vstack(starts), self.step, self.steps)))
            aligned = (ends > ALIGNED).reshape(2, -1).T.tolist()
            for structure, sizes, found in zip(self.structures, overlaps, aligned, strict=True):
                before, after, by_noise = sizes
                row = {"ratio": ratio, **structure.columns, "start": before, "after": after}
                yield {**row, "shuffled": by_noise, "aligned": found[0], "aligned_step": found[1]}

    def predict(self) -> Rows:
        """Yield the overlaps of a random neuron, of the mean step from it, and of a step that is
        noise.
        """
        for structure in self.structures:
            seen = structure.plane(self.d)
            yield {
                **structure.columns,
                "start": seen.median_overlap(self.d),
                "after": seen.gradient_overlap,
                "noise": seen.median_noise_overlap(self.d),
            }
