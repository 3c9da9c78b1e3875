"""Test accuracy of networks on parities, against dimension, samples, time, heat and width."""

from collections.abc import Iterator, Mapping
from itertools import product, repeat

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.suzuki2023.shared.model import Trials, batches, checked, rows

ENOUGH = 0.99
"""The accuracy of all networks that ends their training; later horizons repeat it."""


def isotropic(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per dimension, sample size, horizon and replica; the horizons are times of one run
    (figure 1). Sample sizes go up to ``most d``.
    """
    checked(setting)
    for d in setting.ints("d"):
        sizes: dict[int, dict[str, float]] = {
            n: {} for n in setting.ints("n") if n <= setting["most"] * d
        }
        yield from _over_time(setting, rng, device, d, sizes)


def growth(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per dimension, ratio n/d, horizon and replica (figure 2). Each dimension has its own
    least and largest ratio.
    """
    checked(setting)
    for case in setting.mappings("case"):
        d, ratios = int(case["d"]), setting.floats("n_over_d")
        kept = [ratio for ratio in ratios if case["least"] <= ratio <= case["most"]]
        sizes = {round(ratio * d): {"n_over_d": ratio} for ratio in kept}
        yield from _over_time(setting, rng, device, d, sizes)


def _over_time(
    setting: Setting, rng: Streams, device: Device, d: int, sizes: Mapping[int, Mapping[str, float]]
) -> Rows:
    """Yield the rows of one dimension; each sample size has further columns."""
    horizons = sorted(setting.floats("horizon"))
    trials = Trials(setting, rng, d, setting["k"], max(sizes))
    for group in batches(sizes):
        training = trials.training([(n, setting["heat"]) for n in group], horizons, device)
        for horizon, by_size in zip(horizons, _until_learned(training), strict=False):
            for n, accuracies in zip(group, by_size, strict=True):
                yield from rows({"d": d, "n": n, **sizes[n], "horizon": horizon}, accuracies)


def _until_learned(training: Iterator[np.ndarray]) -> Iterator[np.ndarray]:
    """Yield accuracies; once all are enough, the same again and again, without training."""
    for accuracies in training:
        yield accuracies
        if accuracies.min() >= ENOUGH:
            yield from repeat(accuracies)


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
    every replica has reached `enough` (figure 2).

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
    """One row per dimension, temperature and replica; all temperatures are trained at once, on the
    same data from the same neurons (figure 5).
    """
    checked(setting)
    heats = setting.floats("heat")
    for d in setting.ints("d"):
        n = round(setting["n_over_d"] * d)
        trials = Trials(setting, rng, d, setting["k"], n)
        (by_heat,) = trials.training([(n, heat) for heat in heats], [setting["horizon"]], device)
        for heat, accuracies in zip(heats, by_heat, strict=True):
            yield from rows({"d": d, "heat": heat}, accuracies)


def widths(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per dimension, width and replica, on the same data; narrower networks start from the
    first neurons of wider ones (figure 5).
    """
    checked(setting)
    for d in setting.ints("d"):
        n = round(setting["n_over_d"] * d)
        trials = Trials(setting, rng, d, setting["k"], n)
        for width in setting.ints("width"):
            network = trials.network([(n, setting["heat"])], width, device)
            network.run(round(setting["horizon"] / setting["eta"]))
            yield from rows({"d": d, "width": width}, trials.accuracy(network, 1)[0])
