"""Methods that do not learn the direction: kernel ridge regression and random features
(figx-linear).
"""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Streams
from feature_learning.core.values import Count, Grid, Positive
from feature_learning.data.covariates import on_sphere
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.kernels.tangent import relu_tangent
from feature_learning.papers.bietti2022.model import (
    OnSamples,
    SingleIndex,
    neurons,
    populations,
    samples,
    starts,
)
from feature_learning.papers.bietti2022.refit import RIDGES
from feature_learning.training.tied_network import features
from feature_learning.training.tied_readout import moments


class KernelBaseline(SingleIndex):
    """The tangent kernel at the ridge that is best on held-out samples, of noisy labels."""

    d: Count
    noise: Positive  # variance of the labels' noise
    total: Grid[Count]  # samples
    kernel_ridge: Grid[Positive]
    test_size: Count

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per sample size and exponent: the excess risk."""
        links, d, most, size = self.links, self.d, max(self.total), self.test_size
        inputs = rng("train", d).standard_normal((most, d))
        noise = np.sqrt(self.noise) * rng("noise", d).standard_normal(most)
        test = rng("test", d).standard_normal((2 * size, d))
        held_noise = np.sqrt(self.noise) * rng("noise", d, 1).standard_normal((size, 1))
        labels = np.stack([link(inputs[:, 0]) + noise for link in links.values()], axis=1)
        truth = np.stack([link(test[:, 0]) for link in links.values()], axis=1)
        truth[size:] += held_noise
        gram = relu_tangent(inputs, inputs)
        # Linear systems need double precision, predictions do not.
        across = relu_tangent(test.astype(np.float32), inputs.astype(np.float32))
        for total in self.total:
            solutions = kernel_ridge(gram[:total, :total], labels[:total], self.kernel_ridge)
            predicted = np.tensordot(across[:, :total], solutions.astype(np.float32), axes=1)
            squares = (predicted - truth[:, :, None]) ** 2
            risks, held = squares[:size].mean(axis=0), squares[size:].mean(axis=0)
            for s, excess, seen in zip(links, risks, held, strict=True):
                best = int(seen.argmin())
                row = {"total": total, "s": s, "excess": float(excess[best])}
                yield {**row, "chosen": self.kernel_ridge[best]}


class Width(OnSamples, SingleIndex):
    """A refit with fresh neurons behind a trained direction, against random features.

    The network's direction is trained on n samples, the best of the initialisations; its second
    layer of fresh neurons is fitted on n more. Random features are fitted on all 2n. Both have the
    ridge that is best on the test set.
    """

    n: Count
    radial: bool  # the Euclidean gradient
    offsets: Grid[Positive]  # their standard deviation in random features
    width_after: Grid[Count]  # fresh neurons, or random features
    test_size: Count

    def generate(self, rng: Streams) -> Draws:
        """Draw the initialisations, the fresh neurons, and the features' directions."""
        widest = max(self.width_after)
        offsets, signs = neurons(widest, 1.0, rng("init", 0, 1))
        directions = on_sphere(rng("init", 0, 2).standard_normal((widest, self.d)))
        fresh = {"fresh_offsets": offsets, "fresh_signs": signs, "directions": directions}
        return {**super().generate(rng), **fresh}

    def simulate(self, draws: Draws, rng: Streams, device: Device) -> Rows:
        """Yield one row per exponent, method, spread of the offsets and width: the excess risk."""
        links, n, tau, widths = self.links, self.n, self.tau, self.width_after
        drawn = samples(self.d, self.noise, n, rng)
        start = starts(draws, populations(draws), links, self.force_signs)
        theta, _ = self.trained(draws, start, links, drawn, n, self.radial)
        test = rng("test").standard_normal((self.test_size, self.d))
        truth = {s: link(test[:, 0]) for s, link in links.items()}

        def row(
            s: int, method: str, spread: float, width: int, predicted: np.ndarray
        ) -> dict[str, object]:
            excess = ((predicted - truth[s][:, None]) ** 2).mean(axis=0).min()
            point = {"s": s, "method": method, "offsets": spread, "width_after": width}
            return {**point, "excess": float(excess)}

        for (s, link), of_inits in zip(links.items(), theta, strict=True):
            direction = of_inits[np.abs(of_inits[:, 0]).argmax()]
            fresh = link(drawn["refit"][:, 0]) + drawn["refit_noise"]
            for width in widths:
                layer = tau * draws["fresh_offsets"][:width], draws["fresh_signs"][:width]
                solutions = moments(drawn["refit"] @ direction, fresh, *layer).solutions(RIDGES)
                predicted = features(test @ direction, *layer) @ solutions.T
                yield row(s, "network", tau, width, predicted)
        inputs = np.vstack([drawn["train"], drawn["refit"]])
        noise = np.concatenate([drawn["train_noise"], drawn["refit_noise"]])
        labels = np.stack([link(inputs[:, 0]) + noise for link in links.values()], axis=1)
        directions = (draws["fresh_signs"][:, None] * draws["directions"]).T
        known, unseen = inputs @ directions, test @ directions
        for spread in self.offsets:
            offsets = spread * draws["fresh_offsets"]
            fit, tried = np.maximum(known - offsets, 0), np.maximum(unseen - offsets, 0)
            gram, projected = fit.T @ fit / len(fit), fit.T @ labels / len(fit)
            for width in widths:
                solutions = kernel_ridge(
                    gram[:width, :width] / width, projected[:width] / width**0.5, RIDGES
                )
                for number, s in enumerate(links):
                    predicted = tried[:, :width] @ solutions[:, number] / width**0.5
                    yield row(s, "features", spread, width, predicted)
