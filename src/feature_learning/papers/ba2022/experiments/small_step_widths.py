"""Risk against the width after steps of order one (fig3b)."""

import math

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import stratified_gaussian
from feature_learning.networks.named import activation as activation_of
from feature_learning.papers.ba2022.shared.model import target, two_blocks, weights
from feature_learning.papers.ba2022.shared.refit import Network, TestPoints, risks


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the widest initial network; narrower ones are its first neurons."""
    first, second = weights(setting["d"], round(max(map(float, setting.grid["psi2"])) * setting["d"]), rng)
    return {"first_layer": first, "second_layer": second}


def small_step_widths(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per width and step."""
    aim, etas = target(setting["teacher"], setting["noise"]), [float(eta) for eta in setting.grid["eta"]]
    test = TestPoints.even(stratified_gaussian(setting["test_size"], two_blocks(setting["d"]), rng("test")))
    n, widest = round(setting["psi1"] * setting["d"]), len(draws["second_layer"])
    for psi2 in map(float, setting.grid["psi2"]):
        width = round(psi2 * setting["d"])
        # Entries of a have variance one over the current width.
        second = draws["second_layer"][:width] * math.sqrt(widest / width)
        network = Network(activation_of(setting["activation"]), draws["first_layer"][:width], second, setting["dtype"])
        found = risks(network, aim, n, setting["ridge"], etas, test, rng, device)
        yield from ({"psi2": psi2, "eta": eta, "risk": risk} for eta, risk in zip(etas, found, strict=True))
