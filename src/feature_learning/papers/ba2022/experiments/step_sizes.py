"""Risk against the number of samples for steps from none to beyond the square root of the width (fig1, fig3c)."""

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import stratified_gaussian
from feature_learning.networks.named import activation as activation_of
from feature_learning.papers.ba2022.shared.model import step_size, target, two_blocks, weights
from feature_learning.papers.ba2022.shared.refit import Network, TestPoints, risks


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the initial network."""
    first, second = weights(setting["d"], round(setting["psi2"] * setting["d"]), rng)
    return {"first_layer": first, "second_layer": second}


def step_sizes(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per teacher, sample size and step."""
    network = Network(activation_of(setting["activation"]), draws["first_layer"], draws["second_layer"], setting["dtype"])
    steps = [str(step) for step in setting.grid["step"]]
    etas = [step_size(step, len(network.second)) for step in steps]
    test = TestPoints.even(stratified_gaussian(setting["test_size"], two_blocks(setting["d"]), rng("test")))
    for point in setting.points("teacher", "psi1"):
        aim, n = target(str(point["teacher"]), setting["noise"]), round(float(point["psi1"]) * setting["d"])
        found = risks(network, aim, n, setting["ridge"], etas, test, rng, device)
        yield from ({**point, "psi1": float(point["psi1"]), "step": step, "risk": risk} for step, risk in zip(steps, found, strict=True))
