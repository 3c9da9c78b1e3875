"""Risk of ridge regression after one step (fig1, fig3a, fig3b, fig3c): one row per point and step.

All steps and points of a run share the network and the inputs.
"""

import math

from feature_learning.core.experiment import Device, Draws, Rows, Setting, Streams
from feature_learning.data.covariates import stratified_gaussian, weighted_stratified_gaussian
from feature_learning.networks.named import activation as activation_of
from feature_learning.papers.ba2022.shared.model import network, steps, target, two_blocks
from feature_learning.papers.ba2022.shared.refit import Network, TestPoints, risks


def draw(setting: Setting, rng: Streams) -> Draws:
    """Draw the widest initial network; narrower ones are its first neurons."""
    return network(setting["d"], max(setting.floats("psi2")), rng)


def draw_biases(setting: Setting, rng: Streams) -> Draws:
    """Draw the initial network; its biases have variance one, and each student scales them."""
    drawn = draw(setting, rng)
    return {**drawn, "biases": rng("init", 2).standard_normal(len(drawn["second_layer"]))}


def _network(setting: Setting, draws: Draws, bias: float = 0.0) -> Network:
    return Network(
        activation_of(setting["activation"]),
        draws["first_layer"],
        draws["second_layer"],
        setting["dtype"],
        bias * draws["biases"] if bias else 0.0,
    )


def _test_points(setting: Setting, rng: Streams) -> TestPoints:
    direction = two_blocks(setting["d"])
    return TestPoints.even(stratified_gaussian(setting["test_size"], direction, rng("test")))


def small_step_samples(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Steps of order one, against the number of samples."""
    link, etas = target(setting["teacher"], setting["noise"]), setting.floats("eta")
    student, test = _network(setting, draws), _test_points(setting, rng)
    for psi1 in setting.floats("psi1"):
        n = round(psi1 * setting["d"])
        after = risks(student, link, n, [setting["ridge"]], etas, test, rng, device)
        for eta, (risk,) in zip(etas, after, strict=True):
            yield {"psi1": psi1, "eta": eta, "risk": risk}


def small_step_widths(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Steps of order one, against the width."""
    link, etas = target(setting["teacher"], setting["noise"]), setting.floats("eta")
    n, test = round(setting["psi1"] * setting["d"]), _test_points(setting, rng)
    widest = len(draws["second_layer"])
    for psi2 in setting.floats("psi2"):
        width = round(psi2 * setting["d"])
        narrow = {
            "first_layer": draws["first_layer"][:width],
            # Entries of a have variance one over the current width.
            "second_layer": draws["second_layer"][:width] * math.sqrt(widest / width),
        }
        student = _network(setting, narrow)
        after = risks(student, link, n, [setting["ridge"]], etas, test, rng, device)
        for eta, (risk,) in zip(etas, after, strict=True):
            yield {"psi2": psi2, "eta": eta, "risk": risk}


def step_sizes(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Steps from none to beyond the square root of the width, against the number of samples."""
    student, test = _network(setting, draws), _test_points(setting, rng)
    sizes = steps(setting)
    etas = [step.size(len(student.second)) for step in sizes]
    for teacher in setting.names("teacher"):
        link = target(teacher, setting["noise"])
        for psi1 in setting.floats("psi1"):
            n = round(psi1 * setting["d"])
            after = risks(student, link, n, [setting["ridge"]], etas, test, rng, device)
            for step, (risk,) in zip(sizes, after, strict=True):
                yield {"teacher": teacher, "psi1": psi1, **step.columns, "risk": risk}


def biases(setting: Setting, draws: Draws, rng: Streams, device: Device) -> Rows:
    """Students with and without biases, for teachers of several information exponents."""
    sizes = steps(setting)
    etas = [step.size(len(draws["second_layer"])) for step in sizes]
    # The mean of a third Hermite polynomial's square comes from the tails: with plain points the
    # risk would scatter by a tenth between seeds.
    points = weighted_stratified_gaussian(
        setting["test_size"], two_blocks(setting["d"]), rng("test"), setting["spread"]
    )
    test = TestPoints(*points)
    ridges = setting.floats("ridges")
    for case in setting.mappings("case"):
        link = target(str(case["teacher"]), setting["noise"])
        student = _network(setting, draws, float(case["bias"]))
        for psi1 in setting.floats("psi1"):
            n = round(psi1 * setting["d"])
            after = risks(student, link, n, ridges, etas, test, rng, device)
            for step, values in zip(sizes, after, strict=True):
                for ridge, risk in zip(ridges, values, strict=True):
                    yield {**case, "psi1": psi1, **step.columns, "ridge": ridge, "risk": risk}
