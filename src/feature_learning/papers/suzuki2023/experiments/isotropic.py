"""Test accuracy of isotropic parities at times along runs, over dimension and sample size (figures 1 and 1b)."""

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.suzuki2023.shared.model import Trials, batches, checked, rows


def isotropic(setting: Setting, rng: Streams, device: Device) -> Rows:
    """Yield one row per dimension, sample size, horizon and replica. The horizons are times of one run."""
    checked(setting)
    heat, horizons = float(setting["heat"]), sorted(map(float, setting.grid["horizon"]))
    for d in map(int, setting.grid["d"]):
        sizes = _sizes(setting, d)
        trials = Trials(setting, rng, d, int(setting["k"]), max(sizes))
        for group in batches(sizes):
            for horizon, found in zip(horizons, trials.training(setting, [(n, heat) for n in group], horizons, device), strict=True):
                for n, accuracies in zip(group, found, strict=True):
                    yield from rows({"d": d, "n": n, **sizes[n], "horizon": horizon}, accuracies)


def _sizes(setting: Setting, d: int) -> dict[int, dict[str, float]]:
    """Return the sample sizes of one dimension, and what a row says of them besides: n is declared, or else n/d."""
    if "n" in setting.grid:
        return {int(n): {} for n in setting.grid["n"]}
    return {round(float(ratio) * d): {"n_over_d": float(ratio)} for ratio in setting.grid["n_over_d"]}
