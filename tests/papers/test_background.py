"""background: its jobs at a tiny size, what their predictions say of them, and sizes that make no
sense.
"""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.core.streams import Streams
from feature_learning.papers.background import quantities
from feature_learning.papers.background.experiments import step_universality
from feature_learning.papers.background.experiments.classic_limit import ClassicLimit, start_of
from feature_learning.papers.background.experiments.soft_committee import SoftCommittee
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.theory.mean_field import square_limit, square_limit_risk
from feature_learning.theory.online_odes import OnlineODE, saad_solla
from papers.running import predicted, rows

CATALOGUE = load({"scale": "smoke"})


def smoke(name: str, grid: dict | None = None, **fixed) -> Setting:
    setting = CATALOGUE.settings("background", name)[0]
    swept = {key: fixed.pop(key) for key in setting.swept if key in fixed}
    return replace(
        setting,
        swept={**setting.swept, **swept},
        fixed={**setting.fixed, **fixed},
        grid={**setting.grid, **(grid or {})},
    )


TINY = {
    "soft_committee": smoke("soft_committee", dimension=30),
    "classic_limit": smoke("classic_limit", {"t": (0.1, 1.0)}),
    "square_histogram": smoke("square_histogram", {"t": (0.0, 0.3, 1.0)}),
    "width_fluctuations": smoke("width_fluctuations"),
    "isotropic_gaussians": smoke("isotropic_gaussians", {"t": (0.0, 0.1)}, width=100),
}
TINY_LAWS = ("gaussian", "signs", "laplace", "sparse", "axis-signs")
KEPT_WITH_RUNS = {"replica", "cosines", "norms"}


@pytest.mark.parametrize("name", ["square_histogram", "width_fluctuations", "isotropic_gaussians"])
def test_theory_has_the_runs_columns(name):
    assert set(rows(TINY[name])) - KEPT_WITH_RUNS <= set(predicted(TINY[name]))


def test_the_animation_starts_where_the_authors_stored_states_do():
    overlap, student = start_of(3, students=10, teachers=2, d=3)
    stored = [
        [1.2345576256324386, 0.2989821837121334],
        [-1.7490531774266056, -0.2863008461116075],
        [0.2808490687089065, 0.46603004577661533],
    ]
    assert overlap[:3] == pytest.approx(np.array(stored), rel=1e-12)
    # In three dimensions two directions and what is left of each weight are all of it.
    left = student - overlap @ overlap.T
    assert np.linalg.matrix_rank(left, tol=1e-9) == 1


def test_networks_of_equal_overlaps_have_one_flow_in_every_dimension():
    frame = rows(smoke("dimension_independence", {"t": (0.1, 1.0), "d": (5, 50)}))
    small, large = (own for _, own in frame.groupby("d"))
    assert small["ode_risk"].tolist() == large["ode_risk"].tolist()
    assert not np.array_equal(small["risk"], large["risk"])
    assert small["risk"].to_numpy() == pytest.approx(small["ode_risk"].to_numpy(), rel=0.2)


def test_plateaus_on_the_equations_way_are_those_at_the_runs_times():
    frame = rows(smoke("plateaus", {"alpha": (0.1, 1.0, 5.0)}, d=100))
    for t, risk, way, on_way in frame[["alpha", "ode_risk", "way", "way_risk"]].to_numpy():
        assert way[-1] == pytest.approx(t, rel=0.03)
        assert on_way[-1] == pytest.approx(risk, rel=0.1)


def test_soft_committees_begin_where_their_equations_do():
    frame = rows(TINY["soft_committee"])
    start = frame[frame["alpha"] == 0]
    assert start["risk"].to_numpy() == pytest.approx(start["ode_risk"].to_numpy(), rel=1e-12)
    assert (frame["escape"] == np.inf).all()


def test_the_small_network_follows_its_gradient_flow():
    frame = rows(smoke("classic_limit", {"t": (0.1, 1.0, 10.0)}))
    assert np.abs(np.log10(frame["risk"] / frame["ode_risk"])).max() < 0.08
    assert np.abs(np.stack(frame["cosines"]) - np.stack(frame["ode_cosines"])).max() < 0.2


def test_neurons_are_unspecialised_on_the_mean_and_end_at_their_teachers():
    """The gradient flow at t = 10 and 10^4, as the animation has it, from the first run's start."""
    setting = smoke("classic_limit", replicas=1)
    drawn = ClassicLimit(setting).generate(Streams("background", "classic_limit", 0))
    overlap, student = (
        drawn["first_layer"][0] @ drawn[other][0].T / 3 for other in ("teacher", "first_layer")
    )
    flow = OnlineODE(np.eye(2), np.full(2, 0.5), np.full(10, 0.1), noise=0.05e-3, speed=10.0)
    overlaps, students = flow.solve(overlap, student, [10.0, 1e4])
    mean = overlaps[0].mean(axis=0)
    assert mean / np.linalg.norm(mean) == pytest.approx([0.71, 0.71], abs=0.05)
    cosines = overlaps / np.sqrt(np.diagonal(students, axis1=1, axis2=2))[..., None]
    assert np.median(np.linalg.norm(cosines[0] - np.sqrt(0.5), axis=1)) > 0.2
    assert cosines[1].max(axis=1).min() > 0.99


def test_label_noise_raises_the_risk_of_the_flow():
    """Its size is held against simulation in the tests of the equations; in d = 3 their
    high-dimensional form is off by a fifth.
    """
    quiet, noisy = (rows(smoke("classic_limit", {"t": (1.0, 10.0)}, noise=v)) for v in (0.0, 0.5))
    assert (noisy["ode_risk"] > quiet["ode_risk"]).all()
    assert (noisy["risk"] != quiet["risk"]).all()


def test_the_wide_network_follows_the_limit():
    frame = rows(smoke("square_histogram", {"t": (0.3, 1.0)}, width=500, replicas=6))
    along, across = square_limit(3, [0.3, 1.0])
    assert frame.groupby("t")["risk"].mean().to_numpy() == pytest.approx(
        square_limit_risk(along, across, 3), rel=0.15
    )


def test_the_law_of_cosines_is_for_three_dimensions_only():
    with pytest.raises(UserError, match="d = 4"):
        predicted(smoke("square_histogram", d=4))


@pytest.mark.parametrize(
    ("d", "risks"), [(3, [5.5e-2, 2.9e-3, 3.2e-4]), (1000, [5.5e-2, 4.1e-3, 3.0e-3])]
)
def test_the_plateau_of_the_flow_grows_with_the_dimension(d, risks):
    setting = smoke("plateau_by_dimension", {"d": (d,), "t": (1.0, 10.0, 100.0)})
    found = pd.concat(rows(setting, seed) for seed in range(8)).groupby("t")["risk"].mean()
    assert found.to_numpy() == pytest.approx(risks, rel=0.35)
    assert found.iloc[-1] == pytest.approx(risks[-1], rel=0.35)


def test_ridge_regression_on_the_manifold_has_the_error_of_the_gaussian_model():
    setting = smoke("hidden_manifold", {"n": (200, 800)}, latent=100, d=200, test_size=4000)
    found = pd.concat(rows(setting, seed) for seed in range(6)).groupby("n").mean()
    assert found["predicted"].to_numpy() == pytest.approx([0.6478, 0.4753], rel=0.03)
    assert found["manifold"].to_numpy() == pytest.approx(found["predicted"].to_numpy(), rel=0.06)
    assert found["gaussian"].to_numpy() == pytest.approx(found["predicted"].to_numpy(), rel=0.06)


def test_one_step_sees_other_inputs_as_gaussian_unless_the_teacher_lies_along_axes():
    setting = smoke("step_universality", {"d": (512,)})
    found = pd.concat(rows(setting, seed) for seed in range(3)).groupby("inputs")["cosine"].mean()
    expected = predicted(setting).set_index("inputs")["cosine"]
    assert expected[step_universality.AXES] == pytest.approx(np.sqrt(0.5))
    assert (found - expected).abs().max() < 0.06


def test_inputs_have_mean_zero_and_variance_one():
    for law in TINY_LAWS:
        x = step_universality.inputs(law, 400, 100, np.random.default_rng(0))
        assert x.mean() == pytest.approx(0, abs=0.02)
        assert x.var() == pytest.approx(1, abs=0.05)
    with pytest.raises(UserError, match="law of the inputs"):
        step_universality.inputs("cauchy", 1, 1, np.random.default_rng(0))


class FakeTables:
    """Runs and theory given by hand."""

    def __init__(self, runs: pd.DataFrame, predicted: pd.DataFrame | None = None) -> None:
        self._runs, self._theory = runs, predicted

    def theory(self, experiment: str) -> pd.DataFrame:
        assert self._theory is not None
        return self._theory

    def runs(self, experiment: str, **where) -> pd.DataFrame:
        frame = self._runs
        for column, value in where.items():
            frame = frame[frame[column] == value]
        return frame.reset_index(drop=True)


def test_spread_of_escape_times_is_told_from_one_that_averages():
    rng = np.random.default_rng(0)
    for power, fits in ((0.0, 2.0), (0.5, 1.0)):
        parts = [
            pd.DataFrame(
                {
                    "dimension": n,
                    "alpha": 200.0,
                    "horizon": 400,
                    "escape": 200 + 30 * n**-power * rng.standard_normal(4000),
                }
            )
            for n in (1, 4)
        ]
        (found,) = quantities.spread_of_escape(FakeTables(pd.concat(parts))).intervals()
        assert found.estimate == pytest.approx(fits, rel=0.06)


def test_the_slope_of_escape_times_is_that_of_the_runs():
    rng = np.random.default_rng(0)
    parts = [
        pd.DataFrame(
            {
                "seed": seed,
                "alpha": 9.0,
                "horizon": 999,
                "dimension": n,
                "escape": 5 + 16 * np.log(n) + rng.normal(0, 2, runs),
            }
        )
        for seed in range(5)
        for n, runs in ((1000, 4), (10**4, 2), (10**5, 1))
    ]
    tables = FakeTables(pd.concat(parts), pd.DataFrame({"log_slope": [16.0, 16.0, 16.0]}))
    found = quantities.slope_of_escape(tables)
    assert found.values.shape == (5, 1)
    assert found.values.mean() == pytest.approx(16, abs=1)
    assert found.table()["predicted"].tolist() == [16.0]


def test_the_time_of_escape_grows_with_log_n_at_half_the_inverse_rate_of_the_plateau():
    setting = smoke("soft_committee")
    equations = saad_solla(np.eye(2), 2, setting["eta"])
    # Students that no neuron of the teacher tells apart stay so: they wait on the plateau, which
    # drifts slowly. Its linearisation, numerically, has the rate at which an asymmetry grows.
    overlap, products = (
        path[-1] for path in equations.solve(np.full((2, 2), 1e-3), 0.09 * np.eye(2), [0.0, 200.0])
    )

    def slope(state: np.ndarray) -> np.ndarray:
        q = np.array([[state[4], state[5]], [state[5], state[6]]])
        one, two = equations.slope(state[:4].reshape(2, 2), q)
        return np.array([*one.ravel(), two[0, 0], two[0, 1], two[1, 1]])

    at = np.array([*overlap.ravel(), products[0, 0], products[0, 1], products[1, 1]])
    assert np.abs(slope(at)).max() < 2e-3
    jacobian = np.column_stack(
        [(slope(at + step) - slope(at - step)) / 2e-5 for step in 1e-5 * np.eye(7)]
    )
    rate = np.linalg.eigvals(jacobian).real.max()
    assert predicted(setting)["log_slope"].iloc[0] == pytest.approx(1 / (2 * rate), rel=0.02)


def test_a_job_carries_fewer_runs_where_they_would_take_too_long():
    sizes = {"dimension": 1000, "horizon": 200, "replicas": 16}
    found = [
        SoftCommittee(smoke("soft_committee", **sizes, most_steps=most)).runs
        for most in (10**7, 10**6, 10)
    ]
    assert found == [16, 5, 1]


def test_a_run_that_never_escapes_counts_at_the_horizon():
    frame = pd.DataFrame(
        {
            "dimension": [1, 1, 4, 4],
            "alpha": 200.0,
            "horizon": 200,
            "escape": [100.0, np.inf, np.inf, 150.0],
        }
    )
    found = quantities.spread_of_escape(FakeTables(frame))
    assert found.values.tolist() == [[50.0, 100.0]]  # the larger dimension first
    assert found.intervals()[0].estimate == 2 * 50 / 100


@pytest.mark.parametrize(
    ("name", "grid", "values", "message"),
    [
        ("soft_committee", {}, {"eta": -0.5}, "eta = -0.5"),
        ("soft_committee", {"alpha": (0, 30)}, {"horizon": 20}, "beyond the horizon"),
        ("soft_committee", {"alpha": (0, -3)}, {}, "at least 0"),
        ("classic_limit", {"t": (1.0, 0.5)}, {}, "ascend"),
    ],
)
def test_what_makes_no_sense_is_refused(name, grid, values, message):
    with pytest.raises(UserError, match=message):
        rows(smoke(name, grid, **values))


def test_another_activation_follows_its_own_limit():
    setting = smoke("step_universality", {"d": (64,), "inputs": ("gaussian",)}, activation="tanh")
    found = pd.concat(rows(setting, seed) for seed in range(8))["cosine"].mean()
    assert found == pytest.approx(predicted(setting)["cosine"].item(), abs=0.03)
