"""What one step learns of a target of two directions, of which it finds one."""

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.data.links import Link
from feature_learning.networks.named import activation
from feature_learning.papers.moniri2023.shared.fits import BATCHES, batch_of
from feature_learning.papers.moniri2023.shared.model import draw as draw_one
from feature_learning.papers.moniri2023.shared.model import shape, step_size, task_link
from feature_learning.papers.moniri2023.shared.networks import NETWORKS, first_step
from feature_learning.papers.moniri2023.shared.population import learned_quadratic
from feature_learning.training.second_layer import ridge

_OTHER = Link.monic(0.0, 0.0, 0.5)
"""What the labels have along the second direction, ``H_2/2``."""


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw as for a target of one direction, and add a part along one that is orthogonal to it."""
    drawn = draw_one(setting, rng)
    first = drawn["beta_star"]
    second = rng("teacher", 1).standard_normal(len(first))
    second = on_sphere(second - (second @ first) * first)
    labels = {
        f"{purpose}_labels": drawn[f"{purpose}_labels"]
        + _OTHER(drawn[f"{purpose}_inputs"] @ second)
        for purpose in BATCHES.values()
    }
    return {**drawn, **labels, "second_direction": second}


def single_index(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per batch and alpha: the learned fractions of H_2 along both directions."""
    sigma, link, n = activation(setting["activation"]), task_link(setting), shape(setting).n
    step = first_step(NETWORKS["slides"], draws, sigma, device)
    for batch in setting.names("batch"):
        inputs, labels = map(device.put, batch_of(draws, batch))
        for alpha in setting.floats("alpha"):
            rows = step.rows(step_size(n, alpha))
            features = sigma(inputs @ rows.T, device.xp)
            solved = ridge(features, labels, setting["ridge"] * n, device.xp)
            readout, weights = device.get(solved), device.get(rows)
            along = (("h2", "beta_star", link), ("other", "second_direction", _OTHER))
            parts = {
                f"learned_{name}": learned_quadratic(sigma, weights, readout, draws[vector], target)
                for name, vector, target in along
            }
            yield {"batch": batch, "alpha": alpha, **parts}
