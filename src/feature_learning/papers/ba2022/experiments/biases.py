"""Risk of students with and without biases, for information exponents 1 and 2 (fig1)."""

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import weighted_stratified_gaussian
from feature_learning.networks.named import activation as activation_of
from feature_learning.papers.ba2022.shared.model import step_size, target, two_blocks, weights
from feature_learning.papers.ba2022.shared.refit import Network, TestPoints, risks


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the initial network; its biases have variance one, and each student scales them."""
    width = round(setting["psi2"] * setting["d"])
    first, second = weights(setting["d"], width, rng)
    return {"first_layer": first, "second_layer": second, "biases": rng("init", 2).standard_normal(width)}


def biases(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Yield one row per teacher, spread of the biases, sample size and step.

    All of them share the network and the inputs.
    """
    activation, first, second = activation_of(setting["activation"]), draws["first_layer"], draws["second_layer"]
    steps = [str(step) for step in setting.grid["step"]]
    etas = [step_size(step, len(second)) for step in steps]
    # The mean of a third Hermite polynomial's square comes from the tails: with plain points the
    # risk would scatter by a tenth between seeds.
    test = TestPoints(*weighted_stratified_gaussian(setting["test_size"], two_blocks(setting["d"]), rng("test"), setting["spread"]))
    for point in setting.points("teacher", "bias", "psi1"):
        aim, n = target(str(point["teacher"]), setting["noise"]), round(float(point["psi1"]) * setting["d"])
        network = Network(activation, first, second, setting["dtype"], float(point["bias"]) * draws["biases"])
        found = risks(network, aim, n, setting["ridge"], etas, test, rng, device)
        yield from ({**point, "psi1": float(point["psi1"]), "step": step, "risk": risk} for step, risk in zip(steps, found, strict=True))
