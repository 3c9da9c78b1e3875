"""Test accuracy of networks on parities, against dimension, samples, time, heat and width."""

from itertools import product

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.suzuki2023.shared.model import Trials, batches, checked, rows


def isotropic(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per dimension, sample size, horizon and replica; the horizons are times of one run
    (figures 1 and 1b).
    """
    checked(setting)
    horizons = sorted(setting.floats("horizon"))
    for d in setting.ints("d"):
        sizes = _sizes(setting, d)
        trials = Trials(setting, rng, d, setting["k"], max(sizes))
        for group in batches(sizes):
            training = trials.training([(n, setting["heat"]) for n in group], horizons, device)
            for horizon, by_size in zip(horizons, training, strict=True):
                for n, accuracies in zip(group, by_size, strict=True):
                    yield from rows({"d": d, "n": n, **sizes[n], "horizon": horizon}, accuracies)


def _sizes(setting: Setting, d: int) -> dict[int, dict[str, float]]:
    """Return the sample sizes at one dimension, with n/d as a column where that is declared."""
    if "n" in setting.grid:
        return {n: {} for n in setting.ints("n")}
    return {round(ratio * d): {"n_over_d": ratio} for ratio in setting.floats("n_over_d")}


def anisotropic(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per degree, dimension, sample size and replica, relevant coordinates larger
    (figure 2).

    The accuracy is a mean over times in the second half of a run: at alpha = 1 the temperature does
    not fall with d, and the accuracy of a network of finite width fluctuates in time.
    """
    checked(setting)
    sizes, horizon = sorted(setting.ints("n")), setting["horizon"]
    times = np.linspace(horizon / 2, horizon, setting["records"] + 1)[1:]
    for k, d in product(setting.ints("k"), setting.ints("d")):
        trials = Trials(setting, rng, d, k, max(sizes))
        for group in batches(sizes):
            records = list(trials.training([(n, setting["heat"]) for n in group], times, device))
            for n, accuracies in zip(group, np.mean(records, axis=0), strict=True):
                yield from rows({"k": k, "d": d, "n": n}, accuracies)


def learning_time(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per degree, dimension and replica: accuracies over time from ample samples, until
    every replica has reached `enough` (figures 1b and 2).

    There are ``n = c 16^alpha d^(1 - alpha)`` samples, c = `samples`: at d = 16 the same number at
    every alpha.
    """
    checked(setting)
    alpha, times = setting["alpha"], _geometric(setting["first"], setting["horizon"])
    for k, d in product(setting.ints("k"), setting.ints("d")):
        if k > 2 and alpha == 0 and d > setting["largest_cubic_d"]:
            continue
        n = round(setting["samples"] * 16**alpha * d ** (1 - alpha))
        trials, records = Trials(setting, rng, d, k, n), []
        for (accuracies,) in trials.training([(n, setting["heat"])], times, device):
            records.append(accuracies)
            if np.max(records, axis=0).min() >= setting["enough"]:
                break
        for replica, curve in enumerate(np.transpose(records).tolist()):
            row = {"k": k, "d": d, "n": n, "replica": replica}
            yield {**row, "t": times[: len(curve)], "accuracy": curve}


def _geometric(first: float, last: float) -> list[float]:
    """Return times from the first to the last, each about the square root of 2 times the one
    before.

    >>> _geometric(4.0, 16.0)
    [4.0, 6.0, 8.0, 11.0, 16.0]
    """
    count = round(2 * np.log2(last / first))
    return [float(round(first * 2 ** (j / 2))) for j in range(count + 1)]


def temperature(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per temperature and replica; all are trained at once, on the same data from the same
    neurons (figure 5).
    """
    checked(setting)
    n, heats = setting["n"], setting.floats("heat")
    trials = Trials(setting, rng, setting["d"], setting["k"], n)
    (by_heat,) = trials.training([(n, heat) for heat in heats], [setting["horizon"]], device)
    for heat, accuracies in zip(heats, by_heat, strict=True):
        yield from rows({"heat": heat}, accuracies)


def widths(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per width and replica, on the same data; narrower networks start from the first
    neurons of wider ones (a claim of figure 5).
    """
    checked(setting)
    trials = Trials(setting, rng, setting["d"], setting["k"], setting["n"])
    for width in setting.ints("width"):
        network = trials.network([(setting["n"], setting["heat"])], width, device)
        network.run(round(setting["horizon"] / setting["eta"]))
        yield from rows({"width": width}, trials.accuracy(network, 1)[0])
