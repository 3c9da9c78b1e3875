"""Risk against the number of samples after steps of order one (fig3a)."""

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import stratified_gaussian
from feature_learning.networks.named import activation as activation_of
from feature_learning.papers.ba2022.shared.model import target, two_blocks, weights
from feature_learning.papers.ba2022.shared.refit import Network, TestPoints, risks


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the initial network."""
    first, second = weights(setting["d"], round(setting["psi2"] * setting["d"]), rng)
    return {"first_layer": first, "second_layer": second}


def small_step_samples(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per sample size and step."""
    aim, etas = target(setting["teacher"], setting["noise"]), [float(eta) for eta in setting.grid["eta"]]
    network = Network(activation_of(setting["activation"]), draws["first_layer"], draws["second_layer"], setting["dtype"])
    test = TestPoints.even(stratified_gaussian(setting["test_size"], two_blocks(setting["d"]), rng("test")))
    for psi1 in map(float, setting.grid["psi1"]):
        found = risks(network, aim, round(psi1 * setting["d"]), setting["ridge"], etas, test, rng, device)
        yield from ({"psi1": psi1, "eta": eta, "risk": risk} for eta, risk in zip(etas, found, strict=True))
