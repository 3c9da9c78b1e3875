"""Kernel ridge regression, a network after one step, and PCA on the same data (krr-vs-nn)."""

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.ba2023.shared.model import strength, stretched
from feature_learning.papers.ba2023.shared.one_step import Trial
from feature_learning.papers.ba2023.shared.principal_component import Component, fitted_risks
from feature_learning.papers.ba2023.shared.spiked_regression import SpikedRegression, seeing_kernel

COLUMNS = ("kernel_risk", "network_risk", "pca_risk")


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
            pca = fitted_risks(
                trial.links, setting["pca_degree"], direction, theta, inputs, trial.further
            )
            network = trial.risks(theta, setting["second_ridge"])
            for name, *risks in zip(names, by_kernel.tolist(), network, pca.tolist(), strict=True):
                found = dict(zip(COLUMNS, risks, strict=True))
                yield {"d": d, "gamma": gamma, "target": name, **found}
