"""mousavi2022: its jobs at a tiny size, what their predictions say of them, and sizes that make no
sense.
"""

import dataclasses
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.data.links import summed
from feature_learning.papers.mousavi2022 import model, targets
from feature_learning.pipeline.declare.catalogue import load
from papers.running import predicted, rows

CATALOGUE = load({"scale": "smoke"})


def smoke(name: str, grid: dict | None = None, **fixed) -> Setting:
    (setting,) = CATALOGUE.settings("mousavi2022", name)
    return replace(setting, fixed={**setting.fixed, **fixed}, grid={**setting.grid, **(grid or {})})


TINY = {
    "neurons": smoke("neurons", horizon=200),
    "perp_time": smoke("perp_time", {"t_over_d": (0, 5, 20)}, horizon=20),
    "perp_width": smoke("perp_width", {"t_over_d": (0, 5, 20)}, horizon=20),
    "decay": smoke("decay", {"t_over_d": (0, 5, 20)}, horizon=20),
    "gap": smoke("gap"),
    "gap_k": smoke("gap_k"),
    "samples": smoke("samples"),
    "tangent": smoke("tangent"),
    "compress": smoke("compress", horizon=20),
    "subspace": smoke("subspace", {"t_over_d": (0, 5, 20)}, horizon=20),
}


def test_every_neuron_ends_near_the_line_where_the_flow_takes_it():
    frame = rows(smoke("neurons", horizon=3000)).set_index("bias")
    assert (frame["perp"] < 0.03).all()
    assert frame.loc["none", "slope_ratio"] == pytest.approx(1.0, abs=0.1)
    assert frame.loc["none", "correlation"] > 0.99
    assert frame.loc["uniform", "flow_correlation"] > 0.95
    assert frame.loc["none", "positive"] + frame.loc["none", "negative"] > 0.97


def test_the_orthogonal_part_is_the_predicted_one_whatever_the_width():
    setting = smoke("perp_width", {"width": (100, 400), "t_over_d": (0, 10, 50)}, horizon=50)
    frame = pd.concat([rows(setting, seed) for seed in range(3)])
    late = frame[frame["t_over_d"] > 0].groupby(["width", "t_over_d"])[["perp", "predicted"]].mean()
    assert (late["perp"] / late["predicted"]).to_numpy() == pytest.approx(np.ones(4), abs=0.25)
    assert late["predicted"].xs(100).to_numpy() == pytest.approx(
        late["predicted"].xs(400).to_numpy(), rel=0.15
    )


def test_decay_removes_the_orthogonal_part_and_raises_the_risk():
    frame = rows(smoke("decay")).query("t_over_d == 100").set_index("decay")
    assert 0.8 < frame.loc[0.0, "perp"] < 1.3
    assert frame.loc[1.0, "perp"] < 0.1
    assert frame.loc[1.0, "risk"] > 1.5 * frame.loc[0.0, "risk"]


def test_the_gap_falls_with_samples_and_stays_below_the_bound():
    frame = (
        pd.concat([rows(TINY["gap"], seed) for seed in range(4)])
        .groupby(["width", "t_over_d"])["gap"]
        .mean()
    )
    assert (frame.xs(16, level="t_over_d") < frame.xs(4, level="t_over_d")).all()
    bound = predicted(TINY["gap"]).set_index("t_over_d")["bound"]
    assert all(gap < bound[ratio] for (_, ratio), gap in frame.items())


def test_all_numbers_of_directions_share_their_draws():
    one = rows(smoke("gap_k", {"k": (1,)}))
    pd.testing.assert_frame_equal(one, rows(TINY["gap_k"]).query("k == 1").reset_index(drop=True))


def test_all_directions_of_an_even_target_are_learned():
    """Numbers of another program, of six seeds at d = 32, m = 100, T = 64 d."""
    setting = load({}).settings("mousavi2022", "subspace_k")[0]
    short = dataclasses.replace(setting, grid={"d": (32,), "k": (2,), "t_over_d": (64,)})
    means = pd.concat(rows(short, seed) for seed in range(4)).mean()
    assert means["perp"] == pytest.approx(0.053, abs=0.004)
    assert means["smallest"] == pytest.approx(0.048, abs=0.01)
    assert means["error"] == pytest.approx(0.257, abs=0.03)
    assert means["error_less"] > means["error_k"] + 0.05


def _even(z):
    return (np.abs(z) - np.sqrt(2 / np.pi)) / np.sqrt(1 - 2 / np.pi)


@pytest.mark.parametrize(("name", "h"), [("tanh", np.tanh), ("abs", _even)])
def test_sums_of_k_links_have_the_variance_of_one(name, h):
    x = np.random.default_rng(0).standard_normal((200_000, 4))
    assert summed(targets.shared(name, 4), x) == pytest.approx(h(x).sum(axis=1) / 2)
    assert summed(targets.shared(name, 4), x).var() == pytest.approx(h(x[:, 0]).var(), rel=0.02)


def test_no_truncation_beats_the_best_function_of_its_directions():
    frame = rows(smoke("compress", test_size=20_000))
    assert (frame["error"] > frame["floor"] - 0.02).all()
    assert frame.query("rank == 0")["floor"].to_numpy() == pytest.approx(1.0)


def test_where_the_flow_ends_is_predicted_for_the_run_s_own_network():
    frame = rows(smoke("decay", {"decay": (1.0,)}, horizon=400, width=100)).query("t_over_d == 100")
    assert frame["par"].to_numpy() == pytest.approx(frame["predicted_par"].to_numpy(), rel=0.1)
    assert frame["risk"].to_numpy() == pytest.approx(frame["predicted_risk"].to_numpy(), rel=0.15)


def test_the_networks_labels_are_learnt_and_the_best_polynomials_are_known():
    frame = rows(TINY["samples"]).query("target == 'cube' and d == 16").set_index("n_over_d")
    assert frame.loc[20, "error"] < frame.loc[6, "error"] < 1
    assert frame.loc[20, "alignment"] > frame.loc[6, "alignment"] > 0.5
    plateaus = predicted(TINY["tangent"]).groupby("target")["plateau"].first()
    assert plateaus.loc["cube"] == pytest.approx(0.4, abs=1e-12)
    assert plateaus.loc["steep-tanh"] == pytest.approx(0.26862, abs=1e-5)


def test_biases_let_the_kernel_pass_the_plateau():
    frame = (
        rows(TINY["tangent"]).query("target == 'cube' and d == 8 and n == 240").set_index("bias")
    )
    assert frame.loc[True, "error"] < frame.loc[False, "error"] - 0.02


def test_trained_layers_keep_both_inequalities_and_untrained_ones_do_not_compress():
    frame = rows(smoke("compress"))
    assert (frame[["lost_ratio", "error_ratio"]] <= 1).all().all()
    assert (frame.query("rank == 1")["lost_ratio"] > 0).all()
    energy = frame.query("rank == 1").set_index("layer")["energy"]
    assert energy["decay"] > 0.9 > energy["no-decay"] > energy["untrained"]


def test_one_direction_is_learnt_of_two_equal_links():
    frame = rows(smoke("subspace", {"decay": (1.0,)})).query("t_over_d == 100").set_index("target")
    assert frame.loc["two-tanh", "second"] < 0.1 * frame.loc["two-tanh", "first"]
    assert frame.loc["tanh-and-square", "second"] > 2 * frame.loc["two-tanh", "second"]
    assert frame.loc["hermite-3", "par"] < 0.5 * frame.loc["two-tanh", "par"]


def test_an_activation_and_a_sum_of_links_are_exchanged():
    given = {"target": ("hermite-2", "orthonormal_0_0_1"), "decay": (1.0,)}
    frame = rows(smoke("subspace", given))
    assert np.allclose(*(part["perp"] for _, part in frame.groupby("target")), rtol=1e-9)
    other = rows(smoke("subspace", given, activation="tanh"))
    assert not np.allclose(frame["perp"].iloc[1:], other["perp"].iloc[1:])


def test_targets_have_the_variance_of_their_terms():
    x = np.random.default_rng(0).standard_normal((400_000, 3))
    powers = {
        name: float(np.mean(summed(target, x) ** 2))
        for name, target in targets.TARGETS.items()
        if name.startswith("hermite")
    }
    assert powers == pytest.approx({"hermite-2": 1.0, "hermite-3": 1.0}, rel=0.03)
    assert np.array_equal(
        summed(targets.TARGETS["two-tanh"], x), np.tanh(x[:, 0]) + np.tanh(x[:, 1])
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: rows(smoke("decay", step_lead=3.0)),
            r"first step size 0.075 = 3/\(2 d\) with d = 20: .* at most 1/d = 0.05",
        ),
        (lambda: model.harmonic(2.0, 0.0, 10), "first step size inf"),
        (
            lambda: rows(smoke("perp_time", {"t_over_d": (0, 5)}, horizon=4)),
            "T = 40 steps end before the first .* step 50",
        ),
        (
            lambda: rows(smoke("subspace", d=1)),
            "target two-tanh: k = 2 directions do not fit into d = 1",
        ),
        (lambda: rows(smoke("decay", target="tanhh")), "unknown link 'tanhh'. Did you mean tanh"),
        (
            lambda: rows(smoke("compress", {"layer": ("decayed",)})),
            "unknown first layer 'decayed'. Did you mean",
        ),
        (lambda: rows(smoke("perp_time", horizon=30)), "step 1000 lies beyond the horizon of 300"),
    ],
)
def test_what_makes_no_sense_is_refused(call, message):
    with pytest.raises(UserError, match=message):
        call()
