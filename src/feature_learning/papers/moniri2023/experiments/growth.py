"""What the talk's network gains and learns as n grows at fixed ratios (fig5, fig9)."""

from collections.abc import Iterator, Sequence

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.shared.fits import batch_of
from feature_learning.papers.moniri2023.shared.model import (
    at_problems,
    at_sizes,
    step_size,
    task_link,
)
from feature_learning.papers.moniri2023.shared.model import draw_largest as draw
from feature_learning.papers.moniri2023.shared.networks import NETWORKS, first_step
from feature_learning.papers.moniri2023.shared.population import learned_quadratic
from feature_learning.training.second_layer import ridge

__all__ = ["draw", "onset", "talk_by_size"]


def onset(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per n, batch and step size: what is learned of H_2, and by how much this is
    more than without a step (``rise``).
    """
    etas = setting.floats("eta")
    for n, sized, arrays in at_sizes(setting, draws, rng):
        for batch, fits in _fits(sized, arrays, device, etas):
            for eta, (_, rise) in zip(etas, fits, strict=True):
                yield {"n": n, "batch": batch, "eta": eta, "rise": rise}


def talk_by_size(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per task, n, batch and alpha: the gain in the objective over the untrained one
    (``share``), and ``rise`` as in `onset`.
    """
    alphas = setting.floats("alpha")
    for problem, own in at_problems(setting):
        for n, sized, arrays in at_sizes(own, draws, rng):
            etas = [step_size(n, alpha) for alpha in alphas]
            for batch, fits in _fits(sized, arrays, device, etas):
                point = {**problem, "n": n, "batch": batch}
                for alpha, (share, rise) in zip(alphas, fits, strict=True):
                    yield {**point, "alpha": alpha, "share": share, "rise": rise}


def _fits(
    setting: Setting, arrays: Draws, device: Device, etas: Sequence[float]
) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """Yield each batch with the share and the rise at each step size.

    The moments of pairs of neurons, which only test errors need, are not computed.
    """
    sigma, dtype, link = activation(setting["activation"]), setting["dtype"], task_link(setting)
    penalty, beta_star = setting["ridge"], arrays["beta_star"]
    step = first_step(NETWORKS["slides"], arrays, sigma, device, dtype)
    for batch in setting.names("batch"):
        inputs, labels = (device.put(array.astype(dtype)) for array in batch_of(arrays, batch))
        base, slope = inputs @ step.first.T, inputs @ step.gradient.T
        found = []
        for eta in (0.0, *etas):
            features = sigma(base + eta * slope, device.xp)
            solved = ridge(features, labels, penalty * len(labels), device.xp)
            # At its minimum the objective is the labels' product with the residuals.
            residuals = labels - features @ device.xp.asarray(solved, dtype=features.dtype)
            objective = float((labels * residuals).mean())
            readout, rows = device.get(solved).astype(float), device.get(step.rows(eta))
            found.append((objective, learned_quadratic(sigma, rows, readout, beta_star, link)))
        (before, learned), *after = found
        yield batch, [(1 - objective / before, more - learned) for objective, more in after]
