"""A network after one step, kernel ridge regression and PCA on the same data (krr-vs-nn)."""

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.ba2023.shared.model import strength, stretched
from feature_learning.papers.ba2023.shared.one_step import Trial
from feature_learning.papers.ba2023.shared.principal_component import Component, fitted_risks
from feature_learning.papers.ba2023.shared.spiked_regression import SpikedRegression, seeing_kernel


def comparison(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension, gamma and target: the risk of each method.

    The kernel has n samples. The network's second layer and the polynomial of the component have n
    more.
    """
    kernel, names = seeing_kernel(setting), setting.names("target")
    for d in setting.ints("d"):
        trial = Trial.drawn(setting, d, rng)
        regression = SpikedRegression(kernel, trial.first, trial.test)
        component = Component(trial.first)
        for gamma in setting.floats("gamma"):
            theta = strength(gamma, d)
            predicted = regression.predictions(theta, trial.labels, setting["ridge"])
            by_kernel = trial.weights @ (predicted - trial.truth) ** 2
            direction, inputs = component.direction(theta), stretched(trial.second, theta)
            by_pca = fitted_risks(
                trial.links, setting["pca_degree"], direction, theta, inputs, trial.further
            )
            risks = {
                "kernel_risk": by_kernel.tolist(),
                "network_risk": trial.risks(theta, setting["second_ridge"]),
                "pca_risk": by_pca.tolist(),
            }
            for place, name in enumerate(names):
                columns = {method: values[place] for method, values in risks.items()}
                yield {"d": d, "gamma": gamma, "target": name, **columns}


def dimensions(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension and target: the network's risk."""
    for d in setting.ints("d"):
        theta = strength(setting["gamma"], d)
        risks = Trial.drawn(setting, d, rng).risks(theta, setting["second_ridge"])
        for name, risk in zip(setting.names("target"), risks, strict=True):
            yield {"d": d, "target": name, "network_risk": risk}


def initial_weights(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per gamma, part of the initial weights kept and target: the network's risk."""
    trial = Trial.drawn(setting, setting["d"], rng)
    for gamma in setting.floats("gamma"):
        theta = strength(gamma, setting["d"])
        for kept in setting.floats("kept"):
            risks = trial.risks(theta, setting["second_ridge"], kept)
            for name, risk in zip(setting.names("target"), risks, strict=True):
                yield {"gamma": gamma, "kept": kept, "target": name, "network_risk": risk}
