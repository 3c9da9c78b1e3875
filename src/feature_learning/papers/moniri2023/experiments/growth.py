"""What the talk's network gains and learns as n grows at fixed ratios (fig5, fig9)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.shared.fits import batch_of, gains, trained_models
from feature_learning.papers.moniri2023.shared.model import at_problems, at_sizes, task_link
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
            for eta, rise in zip(etas, fits, strict=True):
                yield {"n": n, "batch": batch, "eta": eta, "rise": rise}


def talk_by_size(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per task, network, n, batch and alpha: the gain in the objective over the
    untrained one (``share``), the gain in test error, and ``rise`` as in `onset`.

    Labels of the fresh batch are drawn several times: errors are means over these draws.
    """
    for problem, own in at_problems(setting):
        for n, sized, arrays in at_sizes(own, draws, rng):
            for name in setting.names("network"):
                for batch, model in trained_models(
                    sized, arrays, name, device, setting.names("batch")
                ):
                    if batch == "fresh":
                        labels = _labels(sized, arrays, rng("noise", n))
                        model = replace(model, labels=device.put(labels))
                    point = {**problem, "network": name, "n": n, "batch": batch}
                    for row in gains(sized, model, device):
                        rise = row["learned_h2"] - row["untrained_learned_h2"]
                        kept = {key: row[key] for key in ("alpha", "share", "test_gain")}
                        yield {**point, **kept, "rise": rise}


def _labels(setting: Setting, arrays: Draws, rng: np.random.Generator) -> np.ndarray:
    """Return draws of the fresh batch's labels, (n, label_draws); one if they have no noise."""
    link, count = task_link(setting), setting["label_draws"]
    projection = arrays["refit_inputs"] @ arrays["beta_star"]
    repeated = np.repeat(projection[:, None], count if link.noise_variance else 1, axis=1)
    return link.labels(repeated, rng).astype(setting["dtype"])


def _fits(
    setting: Setting, arrays: Draws, device: Device, etas: Sequence[float]
) -> Iterator[tuple[str, list[float]]]:
    """Yield each batch with the rise at each step size.

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
            readout, rows = device.get(solved).astype(float), device.get(step.rows(eta))
            found.append(learned_quadratic(sigma, rows, readout, beta_star, link))
        before, *after = found
        yield batch, [learned - before for learned in after]
