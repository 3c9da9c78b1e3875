"""The study of cost: what is measured, and what is refused."""

import math

import numpy as np
import pandas as pd
import pytest

from feature_learning.core.device import device
from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.performance import scaling, theory
from feature_learning.papers.performance.claims import scaling_memory_exponents, scaling_time_exponents
from feature_learning.papers.performance.kernels import KERNELS
from feature_learning.pipeline.declare.catalogue import load

STREAMS = Streams("performance", "scaling", 0)


def setting(kernels, factors=(1, 2), rounds=1):
    return Setting("performance", "scaling", {}, {"rounds": rounds}, {"kernel": tuple(kernels), "factor": tuple(factors)})


@pytest.mark.parametrize("kernel", KERNELS)
def test_every_kernel_runs_at_its_smallest_sizes(kernel):
    rows = list(scaling.train(setting([kernel], [1]), {}, STREAMS, device("cpu")))
    assert [row["variable"] for row in rows] == list(KERNELS[kernel].time)
    assert all(row["seconds"] > 0 for row in rows)
    assert all(math.isnan(row["mb"]) or row["mb"] > 0 for row in rows)


def test_memory_of_a_matrix_grows_with_its_entries():
    rows = list(scaling.train(setting(["kernel-ridge"]), {}, STREAMS, device("cpu")))
    assert rows[1]["mb"] / rows[0]["mb"] == pytest.approx(4, rel=0.1)


def test_all_kernels_are_declared():
    declared = load({"scale": "laptop"}).settings("performance", "scaling")[0]
    assert set(declared.grid["kernel"]) == set(KERNELS)


def test_unknown_kernels_are_refused():
    with pytest.raises(UserError, match=r"unknown kernel 'ridge-pat'.*ridge-path"):
        scaling.sample(setting(["ridge-pat"]), STREAMS)


class Planted:
    """Tables with times that grow with a known exponent."""

    def __init__(self, excess):
        self._law = theory.scaling(setting(["ridge-path"]))
        sizes = np.array([64, 128, 256])
        parts = [
            pd.DataFrame({"kernel": "ridge-path", "variable": one["variable"], "size": sizes, "seed": seed})
            .assign(seconds=sizes ** (one["time"] + excess), mb=sizes ** (one["memory"] + excess))
            .astype({"size": int})
            for one in self._law.to_dict("records")
            for seed in range(3)
        ]
        self._runs = pd.concat(parts)

    def theory(self, name):
        return self._law

    def runs(self, name, **where):
        return self._runs[np.logical_and.reduce([self._runs[column] == value for column, value in where.items()])]


@pytest.mark.parametrize("evidence", [scaling_time_exponents, scaling_memory_exponents])
@pytest.mark.parametrize("excess", [0.0, 0.4])
def test_claims_see_how_much_faster_cost_grows(evidence, excess):
    assert evidence(Planted(excess)).observed == pytest.approx(np.full((3, 2), excess), abs=1e-9)
