"""The trained direction under fresh neurons, against random features, by width."""

import numpy as np

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import on_sphere
from feature_learning.kernels.ridge import kernel_ridge
from feature_learning.papers.bietti2022.shared.model import draw_inits, neurons, populations, samples, targets, trained
from feature_learning.papers.bietti2022.shared.refit import RIDGES
from feature_learning.training.tied_network import features
from feature_learning.training.tied_readout import moments


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the inits of the network, the fresh neurons, and the features' directions."""
    widest = max(map(int, setting.grid["width_after"]))
    offsets, signs = neurons(widest, 1.0, rng("init", 0, 1))
    across = on_sphere(rng("init", 0, 2).standard_normal((widest, int(setting["d"]))))
    fresh = {"fresh_offsets": offsets, "fresh_signs": signs, "directions": across}
    return {**draw_inits(setting, int(setting["inits"]), rng), **fresh}


def width(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per exponent, method, spread of the offsets and width: the excess risk.

    The network's direction is trained on n samples, the best of the inits; its second layer of
    fresh neurons is fitted on n more. Random features are fitted on all 2n. Both have the ridge that
    is best on the test set.
    """
    links, inits, n = targets(setting), populations(draws), int(setting["n"])
    drawn = samples(setting, n, rng)
    theta, _ = trained(setting, draws, inits, links, drawn, n)
    best = np.abs(theta[..., 0]).argmax(axis=1)
    test = rng("test").standard_normal((int(setting["test_size"]), int(setting["d"])))
    truth = np.stack([link(test[:, 0]) for link in links.values()])
    for row, s in enumerate(links):
        fresh = links[s](drawn["refit"][:, 0]) + drawn["refit_noise"]
        for width in map(int, setting.grid["width_after"]):
            offsets, signs = float(setting["tau"]) * draws["fresh_offsets"][:width], draws["fresh_signs"][:width]
            direction = theta[row, best[row]]
            solutions = moments(drawn["refit"] @ direction, fresh, offsets, signs).solutions(RIDGES)
            predicted = features(test @ direction, offsets, signs) @ solutions.T
            excess = float(((predicted - truth[row][:, None]) ** 2).mean(axis=0).min())
            yield {"s": s, "method": "network", "offsets": float(setting["tau"]), "width_after": width, "excess": excess}
    inputs = np.vstack([drawn["train"], drawn["refit"]])
    noise = np.concatenate([drawn["train_noise"], drawn["refit_noise"]])
    labels = np.stack([link(inputs[:, 0]) + noise for link in links.values()], axis=1)
    turned = (draws["fresh_signs"][:, None] * draws["directions"]).T
    known, unseen = inputs @ turned, test @ turned
    for spread in map(float, setting.grid["offsets"]):
        fit, tried = (np.maximum(part - spread * draws["fresh_offsets"], 0) for part in (known, unseen))
        gram, projected = fit.T @ fit / len(fit), fit.T @ labels / len(fit)
        for width in map(int, setting.grid["width_after"]):
            solutions = kernel_ridge(gram[:width, :width] / width, projected[:width] / width**0.5, RIDGES)
            for row, s in enumerate(links):
                predicted = tried[:, :width] @ solutions[:, row] / width**0.5
                excess = float(((predicted - truth[row][:, None]) ** 2).mean(axis=0).min())
                yield {"s": s, "method": "features", "offsets": spread, "width_after": width, "excess": excess}
