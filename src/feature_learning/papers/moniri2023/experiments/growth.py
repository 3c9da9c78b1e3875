"""What the talk's network gains and learns as n grows at fixed ratios (fig5, fig9)."""

import itertools
import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from scipy.optimize import brentq

from feature_learning.core.errors import UserError
from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.data.links import Link
from feature_learning.papers.moniri2023.fits import BatchName, batch_of, gains, trained_models
from feature_learning.papers.moniri2023.gain_curves import GainCurves
from feature_learning.papers.moniri2023.model import Growing, OneTarget, Shape, Targets, task_link
from feature_learning.papers.moniri2023.networks import NETWORKS, NetworkName, first_step
from feature_learning.papers.moniri2023.population import learned_quadratic
from feature_learning.training.second_layer import ridge

ONSET = 0.1
"""How much more of H_2 than without a step is learned where its learning is said to begin."""

_FIRST, _LAST = 30.0, 1e9  # the ends of the brackets that are tried


class _Growing(Growing):
    """Ridge regression on features of growing sizes."""

    batch: Grid[BatchName]
    ridge: Positive

    def curves(self, link: Link, sizes: Shape) -> GainCurves:
        """Return the predictions at one size."""
        return GainCurves(self.untrained(sizes), link, sizes, self.ridge)


class Onset(_Growing, OneTarget):
    """What is learned of H_2 against the step size, minus what is learned of it without a step."""

    eta: Grid[Positive]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per n, batch and step size.

        The moments of pairs of neurons, which only test errors need, are not computed.
        """
        sigma, link, dtype = self.sigma, self.link, self.dtype
        for sizes, arrays in self.at_sizes(link, draws, rng):
            step = first_step(NETWORKS["slides"], arrays, sigma, device, dtype)
            for batch in self.batch:
                inputs, labels = (
                    device.put(each.astype(dtype)) for each in batch_of(arrays, batch)
                )
                base, slope = inputs @ step.first.T, inputs @ step.gradient.T
                learned = {}
                for eta in (0.0, *self.eta):
                    features = sigma(base + eta * slope, device.xp)
                    solved = ridge(features, labels, self.ridge * len(labels), device.xp)
                    readout, rows = device.get(solved).astype(float), device.get(step.rows(eta))
                    learned[eta] = learned_quadratic(
                        sigma, rows, readout, arrays["beta_star"], link
                    )
                for eta in self.eta:
                    rise = learned[eta] - learned[0.0]
                    yield {"n": sizes.n, "batch": batch, "eta": eta, "rise": rise}

    def predict(self) -> Rows:
        """Yield the same for the talk's network on a fresh batch, and the step at which learning
        begins, see `onset_step`; NaN on the batch of the step.
        """
        for n in self.n:
            rise = self.curves(self.link, self.shape(n)).rise()
            start = onset_step(rise)
            for batch, eta in itertools.product(self.batch, self.eta):
                known = (rise(eta), start) if batch == "fresh" else (math.nan, math.nan)
                yield {"n": n, "batch": batch, "eta": eta, "rise": known[0], "onset": known[1]}


class TalkBySize(_Growing, Targets):
    """Gains of the talk's network and of the slide's F, and what they learn of H_2.

    Errors on the fresh batch are means over draws of its label noise.
    """

    network: Grid[NetworkName]
    label_draws: Count
    alpha: Grid[float]

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per task, network, n, batch and alpha: the gain in the objective over the
        untrained one (``share``), the gain in test error, and ``rise`` as in `Onset`.
        """
        for problem in self.problem:
            link = task_link(problem)
            for sizes, arrays in self.at_sizes(link, draws, rng):
                steps = sizes.steps(self.alpha)
                for name in self.network:
                    for batch, model in trained_models(
                        self.sigma, arrays, name, device, self.dtype, self.batch
                    ):
                        if batch == "fresh":
                            labels = self._labels(link, arrays, rng("noise", sizes.n))
                            model = replace(model, labels=device.put(labels))
                        point = {**problem, "network": name, "n": sizes.n, "batch": batch}
                        for row in gains(model, link, self.ridge, steps, device):
                            kept = {key: row[key] for key in ("alpha", "share", "test_gain")}
                            rise = row["learned_h2"] - row["untrained_learned_h2"]
                            yield {**point, **kept, "rise": rise}

    def _labels(self, link: Link, arrays: Draws, rng: np.random.Generator) -> np.ndarray:
        """Return draws of the fresh batch's labels, (n, label_draws); one if they have no noise."""
        projection = arrays["refit_inputs"] @ arrays["beta_star"]
        count = self.label_draws if link.noise_variance else 1
        return link.labels(np.repeat(projection[:, None], count, axis=1), rng).astype(self.dtype)

    def predict(self) -> Rows:
        """Yield the gains of the talk's network on both batches, of others on a fresh one."""
        for problem, n in itertools.product(self.problem, self.n):
            curves = self.curves(task_link(problem), self.shape(n))
            for name in self.network:
                found = {"fresh": curves.fresh(name, self.alpha)}
                if name == "slides":
                    found["same"] = curves.same(self.alpha)
                for batch, predicted in found.items():
                    point = {**problem, "network": name, "n": n, "batch": batch}
                    yield from ({**point, **row} for row in predicted)


def onset_step(rise: Callable[[float], float]) -> float:
    """Return the step size at which a predicted curve, which begins at 0, reaches `ONSET`.

    Raises
    ------
    UserError
        The curve is below the level up to the largest step size that is tried.
    """
    end = _FIRST
    while not rise(end) >= ONSET:
        end *= 2
        if end > _LAST:
            raise UserError(
                f"the predicted rise of the learned fraction stays below {ONSET:g} up to the step "
                f"size {_LAST:g}"
            )
    return math.exp(brentq(lambda x: rise(math.exp(x)) - ONSET, 0.0, math.log(end)))
