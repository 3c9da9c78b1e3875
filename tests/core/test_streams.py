"""Random streams: the same numbers everywhere, and never the same numbers twice."""

import itertools
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import feature_learning
from feature_learning.core.errors import UserError
from feature_learning.core.streams import _PURPOSES, Streams
from feature_learning.pipeline.declare.catalogue import load

SOURCE = str(Path(feature_learning.__file__).parents[1])
PROGRAM = """
from feature_learning.core.streams import Streams
streams = Streams("moniri2023", "one_step", 3)
print(streams("train").standard_normal(4).tobytes().hex(), streams("noise", 5, 2).integers(2**62))
"""


@pytest.mark.parametrize("salt", ["0", "1", "random"])
def test_a_fresh_process_draws_the_same_numbers(salt):
    """Whatever the salt of Python's own hash."""
    environment = {**os.environ, "PYTHONHASHSEED": salt, "PYTHONPATH": SOURCE}
    found = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=True
    ).stdout.split()
    streams = Streams("moniri2023", "one_step", 3)
    assert found == [
        streams("train").standard_normal(4).tobytes().hex(),
        str(streams("noise", 5, 2).integers(2**62)),
    ]


def test_numbers_are_pinned():
    """A change of the purposes' order or of the hashing would change every result."""
    assert Streams("mei2019", "noise", 0)("init").standard_normal(2).round(3).tolist() == [
        -2.391,
        0.291,
    ]
    assert Streams("moniri2023", "one_step", 3)("test").standard_normal(2).round(3).tolist() == [
        -0.132,
        -0.827,
    ]


def test_streams_of_a_seed_start_anew_each_time():
    streams = Streams("p", "e", 0)
    first = streams("train").standard_normal(5)
    streams("noise").standard_normal(100)
    assert np.array_equal(streams("train").standard_normal(5), first)


def test_no_two_streams_are_alike():
    keys = [(), (0,), (1,), (0, 0), (0, 1), (1, 0)]
    starts = [
        tuple(
            Streams(paper, experiment, seed, master)(purpose, *key).integers(2**63, size=2).tolist()
        )
        for paper, experiment, seed, master, purpose, key in itertools.product(
            ("a", "b"), ("c", "d"), (0, 1, 2), (0, 1, 2), _PURPOSES, keys
        )
    ]
    assert len(set(starts)) == len(starts) == 2 * 2 * 3 * 3 * len(_PURPOSES) * len(keys)


def test_replications_share_no_stream_of_any_paper():
    """Every stream of two seeds of every experiment that is declared, under three master seeds."""
    catalogue = load({})
    starts = [
        tuple(Streams(paper, name, seed, master)(purpose).integers(2**63, size=2).tolist())
        for paper, declared in catalogue.papers.items()
        for name in declared.experiments
        for seed, master, purpose in itertools.product((0, 1), (0, 1, 2), _PURPOSES)
    ]
    assert len(set(starts)) == len(starts) > 1000


def test_a_paper_and_its_experiment_are_told_apart():
    assert Streams("a", "bc", 0)("init").integers(2**63) != Streams("ab", "c", 0)("init").integers(
        2**63
    )


def test_streams_are_uncorrelated():
    """Pairs of purposes, of seeds, of replications and of chunks: correlations of 20000 numbers
    within five standard errors.
    """
    draws = [
        Streams("p", "e", seed)(purpose).standard_normal(20_000)
        for seed in (0, 1)
        for purpose in _PURPOSES
    ]
    draws += [Streams("p", "e", 0, master)("train").standard_normal(20_000) for master in (1, 2)]
    draws += [Streams("p", "e", 0)("train", chunk).standard_normal(20_000) for chunk in range(4)]
    correlations = np.corrcoef(draws)
    assert np.abs(correlations - np.eye(len(draws))).max() < 5 / np.sqrt(20_000)


def test_an_unknown_stream_is_named():
    with pytest.raises(
        UserError, match="there is no random stream 'data'; there are teacher, init"
    ):
        Streams("mei2019", "noise", 0)("data")  # type: ignore[arg-type]
