"""One pass of spherical SGD with the target's own link (figx-online)."""

import numpy as np

from feature_learning.core.experiment import Device, Rows, Setting, Streams
from feature_learning.papers.bietti2022.shared.links import link
from feature_learning.papers.bietti2022.shared.model import RECOVERED
from feature_learning.training.spherical_sgd import first_passages, steps_to_half


def sgd_exponent(setting: Setting, rng: Streams, device: Device) -> Rows:
    """One row per exponent and dimension: the samples after which half of the runs have recovered,
    at the best of the step sizes ``kappa d^(-max(1, s/2))``.
    """
    for case in setting.mappings("sizes"):
        s, d = case["s"], case["d"]
        factors = np.array(setting.floats("kappa"))
        passages = first_passages(
            link(setting["link"], s),
            setting["noise"],
            d,
            factors * d ** -max(1.0, s / 2),
            setting["lanes"],
            RECOVERED,
            rng("train", s, d),
        )
        halves = steps_to_half(passages)
        best = int(halves.argmin())
        yield {**case, "samples": halves[best], "chosen": factors[best]}
