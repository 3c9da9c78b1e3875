"""bietti2022: its jobs at a tiny size, its options, what is read off its curves, and its bad
input.
"""

import dataclasses

import numpy as np
import pandas as pd
import pytest

from feature_learning.core.errors import UserError
from feature_learning.core.streams import Streams
from feature_learning.data.relu_links import zigzag
from feature_learning.papers.bietti2022 import quantities
from feature_learning.papers.bietti2022.experiments import concentration, landscape, multi_index
from feature_learning.papers.bietti2022.experiments.learning_curves import LearningCurves
from feature_learning.papers.bietti2022.links import link
from feature_learning.papers.bietti2022.model import (
    favourable,
    populations,
    samples,
    starts,
    warn_if_unstable,
)
from feature_learning.papers.bietti2022.refit import outcome
from feature_learning.papers.bietti2022.summaries import mean_where
from feature_learning.papers.bietti2022.thresholds import best, held_out, threshold
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.theory.tied_population import TiedPopulation
from papers.running import begin, predicted, rows


def tiny(name, **fixed):
    setting = load({"scale": "smoke"}).settings("bietti2022", name)[0]
    short = {"iterations": 300, "warmup": 100} if "iterations" in setting.fixed else {}
    swept = {**setting.swept, "d": 10} if "d" in setting.swept else setting.swept
    return dataclasses.replace(setting, swept=swept, fixed={**setting.fixed, **short, **fixed})


def with_grid(setting, **grid):
    return dataclasses.replace(setting, grid={**setting.grid, **grid})


def curves():
    """The learning curves at a tiny size, and the streams of a seed."""
    own = LearningCurves(tiny("learning_curves"))
    return own, Streams("bietti2022", "learning_curves", 0)


class FewSamples:
    """Eight seeds; of one seed alone all settings recover."""

    def runs(self, name):
        overlaps = [0.99] + [0.1] * 7
        cells = [(s, d, n) for s, n in ((1, 30), (2, 30), (3, 100)) for d in (20, 50)]
        return pd.concat(
            pd.DataFrame({"seed": range(8), "s": s, "d": d, "n": n, "overlap": overlaps})
            for s, d, n in cells
        ).reset_index(drop=True)

    def values(self, name, column):
        return [10, 20, 50, 100]


def test_settings_of_a_seed_count_as_one_seed():
    found = quantities.few_recover(FewSamples())
    assert found.values.shape == (8, 1)
    assert found.values.sum() == 1


class TestLearningCurves:
    def test_the_first_exponent_is_learned_with_enough_samples_and_not_with_few(self):
        windows = ({"s": 1, "least": 30, "most": 3000},)
        setting = with_grid(
            tiny("learning_curves", iterations=1000, warmup=250), n=(30, 3000), windows=windows
        )
        frame = pd.concat(rows(setting, seed) for seed in range(4))
        overlap = frame.groupby("n")["overlap"].mean()
        assert overlap[3000] > 0.95
        assert overlap[30] < 0.75
        learned = frame[frame["n"] == 3000]
        assert np.abs(np.log10(learned["refit"] / learned["predicted"])).max() < 0.1
        assert (learned["constant"] > 0).all()
        # At infinite n the same inits end where many samples bring them.
        assert (learned["limit"] > 0.95).all()

    def test_each_exponent_has_its_window_of_sample_sizes(self):
        setting = tiny("learning_curves", iterations=40, warmup=10, most_entries=10000)
        windows = ({"s": 1, "least": 30, "most": 300}, {"s": 2, "least": 300, "most": 3000})
        frame = rows(with_grid(setting, n=(100, 300, 1000, 3000), windows=windows))
        assert {s: sorted(own.unique()) for s, own in frame.groupby("s")["n"]} == {
            1: [100, 300],
            2: [300, 1000],
        }
        assert (frame.groupby(["n", "s"]).size() == setting["inits"]).all()

    def test_inits_have_neurons_of_their_own_and_sizes_share_them(self):
        frame = rows(tiny("learning_curves", iterations=40, warmup=10))
        floors = frame.pivot(index="init", columns=["s", "n"], values="floor")
        assert (floors[1].nunique() == len(floors)).all()
        assert (np.ptp(floors[1].to_numpy(), axis=1) == 0).all()

    def test_single_precision_moves_no_overlap_that_matters(self):
        """The verdicts are on shares of recovered runs and on risks of order 1e-3."""
        setting = with_grid(tiny("learning_curves", iterations=1000, warmup=250), n=(1000, 3000))
        single = rows(setting)
        double = rows(dataclasses.replace(setting, fixed={**setting.fixed, "dtype": "float64"}))
        assert np.abs(single["overlap"] - double["overlap"]).max() < 2e-3
        ratio = single["refit"] / double["refit"]
        assert np.abs(np.log(ratio)).max() < 0.1
        assert np.abs(np.log(ratio)).median() < 1e-3

    def test_unforced_signs_change_the_runs(self):
        setting = with_grid(tiny("learning_curves"), n=(100,))
        free = dataclasses.replace(setting, fixed={**setting.fixed, "force_signs": False})
        assert not np.allclose(rows(setting)["overlap"], rows(free)["overlap"])

    @pytest.mark.parametrize("link", ["hermite", "zigzag"])
    def test_the_other_links_run(self, link):
        window = {"s": 3, "least": 30, "most": 3000}
        frame = rows(with_grid(tiny("learning_curves", link=link), n=(100,), windows=(window,)))
        assert np.isfinite(frame["refit"]).all()


def test_favourable_signs():
    rng = np.random.default_rng(0)
    population = TiedPopulation(10 * rng.standard_normal(30), rng.choice([-1.0, 1.0], 30))
    target = zigzag(3)
    for _ in range(20):
        theta, c = rng.standard_normal(5), rng.standard_normal(30)
        flipped, other = favourable(theta, c, population, target, 3)
        assert flipped[0] >= 0
        assert target.coefficients(3)[3] * (population.modes[3] @ other) > 0
        assert np.array_equal(np.abs(flipped), np.abs(theta))
        assert np.array_equal(np.abs(other), np.abs(c))


def test_signs_are_left_as_drawn_unless_forced():
    one, rng = curves()
    draws = one.generate(rng)
    inits, links = populations(draws), one.links
    free = starts(draws, inits, links, force=False)
    assert np.array_equal(free.theta, np.tile(draws["theta"], (len(links), 1)))
    assert np.array_equal(free.c, np.tile(draws["c"], (len(links), 1)))
    assert (starts(draws, inits, links, force=True).theta[:, 0] >= 0).all()


def test_excess_is_the_test_error_on_noiseless_labels():
    one, rng = curves()
    drawn = samples(one.d, one.noise, 1000, rng)
    population, target = populations(one.generate(rng))[0], zigzag(2, 0.5)
    theta = np.zeros(10)
    theta[:2] = 0.8, 0.6
    c = population.best(population.correlations(target, [0.8]), 1e-3)[0]
    found = outcome(theta, c, drawn, 1000, population, target, 1e-4)
    x = np.random.default_rng(1).standard_normal((400_000, 10))
    u = x @ theta
    network = np.maximum(u[:, None] * population.signs - population.offsets, 0) @ c / 10
    squares = (target(x[:, 0]) - network) ** 2
    assert found["raw"] == pytest.approx(squares.mean(), abs=4 * squares.std() / 400_000**0.5)
    assert found["predicted"] <= found["refit"]
    assert found["predicted"] <= found["raw"]
    assert found["held"] == pytest.approx(found["same"], rel=0.2)
    assert found["constant"] == 0.0


class TestSelection:
    def test_the_twelve_runs_have_five_inits(self):
        frame = rows(tiny("selection", iterations=40, warmup=10))
        runs = frame.groupby("n")
        assert (runs.size() == 12).all()
        assert (runs["init"].nunique() == 5).all()
        assert frame.groupby(["eta", "init"]).size().groupby("eta").size().tolist() == [1, 2, 2]

    def test_runs_of_one_init_differ_in_step_or_ridge_only(self):
        """At the smallest step nothing has moved far enough for the ridge to matter."""
        frame = rows(tiny("selection", iterations=40, warmup=30))
        slow = frame[(frame["eta"] == 1e-4) & (frame["n"] == 300)]["overlap"]
        assert np.ptp(slow) < 1e-3
        assert np.ptp(frame[(frame["eta"] == 1e-2) & (frame["n"] == 300)]["overlap"]) > 1e-3

    def test_more_runs_than_the_pattern_has_are_refused(self):
        setting = with_grid(tiny("selection"), eta=(1e-5, 1e-4, 1e-3, 1e-2))
        with pytest.raises(UserError, match="4 step sizes"):
            begin(setting)


def test_theta_turns_round_with_the_radial_part_only():
    frame = rows(tiny("radial", watched=500, inits=8), seed=1)
    flips = frame.groupby("radial")["flips"].max()
    assert flips[False] == 0
    assert flips[True] > 100


def test_one_pass_has_a_run_for_every_rate_and_many_passes_have_one():
    frame = rows(tiny("one_pass"))
    each = frame.groupby(["n", "s", "passes"]).size().unstack()
    inits = frame["init"].nunique()
    assert (each["many"] == inits).all()
    assert (each["one"] == 2 * inits).all()


def test_the_flow_leaves_the_equator_for_the_first_exponent():
    """Its pull does not vanish there; the noise keeps flows of the second near it."""
    setting = load({"scale": "smoke"}).settings("bietti2022", "equator")[0]
    frame = rows(dataclasses.replace(setting, fixed={**setting.fixed, "iterations": 60}))
    assert (frame["overlap"][frame["s"] == 1] > 0.9).all()
    assert (frame["second"] > 0).all()


def test_the_risk_at_a_pole_is_that_of_its_distance():
    """With many fresh samples: 2 (1 - |m|) E[f*'^2], to first order."""
    setting = load({"scale": "smoke"}).settings("bietti2022", "poles")[0]
    sizes = {"iterations": 60, "warmup": 100, "samples": 10000, "width_after": 500}
    case = {"s": 1, "d": 10, "n": 3000}
    one = with_grid(dataclasses.replace(setting, fixed={**setting.fixed, **sizes}), cases=(case,))
    (row,) = rows(one).to_dict("records")
    slope = predicted(one)["square_slope"].iloc[0]
    assert row["overlap"] > 0.99
    assert row["refit"] / (2 * (1 - row["overlap"]) * slope) == pytest.approx(1.0, abs=0.15)


def test_searches_for_critical_points_end_at_small_gradients():
    setting = load({"scale": "smoke"}).settings("bietti2022", "criticals")[0]
    frame = rows(setting)
    assert (frame["gradient"] < 0.05 * frame["first_gradient"].mean()).mean() > 0.7
    assert frame["falling"].between(0, frame["d"] - 1).all()


def test_more_neurons_fit_a_random_walk_better():
    setting = load({"scale": "smoke"}).settings("bietti2022", "rough_refit")[0]
    frame = rows(with_grid(setting, samples=(100, 10000), tau=(2.0,))).query("growing")
    few, many = frame.set_index("samples").loc[[100, 10000], "excess"]
    assert many < few / 3
    assert (frame["floor"] <= frame["excess"]).all()


def test_neurons_of_free_norm_gather_at_the_poles():
    setting = load({"scale": "smoke"}).settings("bietti2022", "untied_free")[0]
    frame = rows(setting)
    assert frame.groupby("moment")["share"].sum().tolist() == pytest.approx([1.0, 1.0])
    mass = frame[frame["overlap"] > 0.9].groupby("moment")["share"].sum()
    assert mass.get("end", 0.0) > mass.get("start", 0.0)


def test_a_step_goes_along_the_gradient_of_the_notebooks_loss():
    """The loss of the best readout, with the population's covariance of the polynomials."""
    rng, d = np.random.default_rng(0), 4
    linear, square = multi_index._moments(rng, 500, d)

    def loss(w):
        return -((w.T @ linear) ** 2).sum() - ((w.T @ square @ w) ** 2).sum() / 2

    w = rng.standard_normal((d, 2))
    pulled = square @ w
    slope = -2 * (linear[:, None] * (linear @ w) + pulled @ (w.T @ pulled))
    ahead = 1e-6 * rng.standard_normal((d, 2))
    assert loss(w + ahead) - loss(w - ahead) == pytest.approx(2 * (slope * ahead).sum(), rel=1e-4)


def test_a_mean_over_chosen_runs_counts_runs_and_not_seeds():
    runs = pd.DataFrame(
        {"seed": [0, 0, 1, 1], "x": 1, "value": [1.0, 9.0, 3.0, 5.0], "hit": [1, 0, 1, 1]}
    ).astype({"hit": bool})
    (found,) = mean_where(runs, "value", "hit", ["x"], "e").intervals()
    assert found.estimate == pytest.approx(3.0)


def test_gradients_are_close_where_there_are_many_samples():
    setting = with_grid(tiny("concentration"), n=(100, 10000))
    found = rows(setting).groupby("n")[["distance", "gradient"]].mean()
    assert (found.loc[10000] < 0.3 * found.loc[100]).all()


def test_the_population_gradient_on_the_sphere_is_that_of_many_samples():
    rng, target = np.random.default_rng(2), zigzag(2, 0.5)
    draws = {"offsets": 2 * rng.standard_normal(30), "signs": rng.choice([-1.0, 1.0], 30)}
    own, second = TiedPopulation(**draws), rng.standard_normal(30)
    places = concentration._places(3, np.eye(4)[1:3])
    inputs = rng.standard_normal((300_000, 4))
    _, found = concentration._at(draws, inputs, target(inputs[:, 0]), places, second)
    assert (
        np.abs(found - concentration._population_gradient(own, target, places, second)).max() < 0.03
    )


class TestReadOffTheCurves:
    def test_the_threshold_is_interpolated_in_the_logarithm(self):
        n = np.array([100, 1000, 10000])
        assert threshold(n, np.array([0.8, 1.0, 1.0])) == pytest.approx(100 * 10**0.5)
        # What was reached counts, even if a later run falls back.
        assert threshold(n, np.array([0.8, 1.0, 0.2])) == pytest.approx(100 * 10**0.5)

    def test_a_seed_that_starts_above_or_never_recovers(self):
        n = np.array([100, 1000])
        assert threshold(n, np.array([0.95, 1.0])) == 100
        assert threshold(n, np.array([0.1, 0.2])) == 3000

    def test_the_best_run_and_the_one_that_held_out_samples_pick(self):
        where = {"seed": 0, "d": 10, "s": 1, "n": 100}
        runs = pd.DataFrame(
            [
                {**where, "init": 0, "overlap": 0.5, "held": 0.1},
                {**where, "init": 1, "overlap": 0.9, "held": 0.2},
                {**where, "init": 2, "overlap": np.nan, "held": np.nan},
            ]
        )
        assert best(runs)["init"].tolist() == [1]
        assert held_out(runs)["init"].tolist() == [0]


class TestBadInput:
    def test_a_step_size_above_stability_warns_before_running(self):
        one, rng = curves()
        inits = populations(one.generate(rng))
        bound = 1 / max(np.linalg.eigvalsh(one.gram)[-1] for one in inits)
        warn_if_unstable(inits, [0.99 * bound])
        with pytest.warns(RuntimeWarning, match="1/lambda_max"):
            warn_if_unstable(inits, [1.01 * bound])

    def test_a_diverged_run_is_a_row(self):
        setting = with_grid(tiny("learning_curves", eta=0.2), n=(100,))
        with pytest.warns(RuntimeWarning, match="may diverge"):
            frame = rows(setting)
        assert len(frame) == 2 * setting["inits"]
        assert frame["diverged"].all()
        assert frame["overlap"].isna().all()

    def test_a_polynomial_begins_at_the_exponent(self):
        found = link("orthonormal_0_0.5_0_0.8", 1), link("orthonormal_0_0.5_0_0.8", 3)
        assert [each.orthonormal_polynomial.tolist() for each in found] == [
            [0, 0.5, 0, 0.8],
            [0, 0, 0, 0.8],
        ]

    def test_an_unknown_link_is_named(self):
        with pytest.raises(UserError, match="unknown link 'zigzg'"):
            rows(tiny("learning_curves", link="zigzg"))

    def test_an_exponent_of_zero_is_refused(self):
        with pytest.raises(UserError, match="information exponent"):
            rows(with_grid(tiny("landscape"), s=(0,)))


class TestTheory:
    def test_learning_curves(self):
        found = {
            int(one["d"]): predicted(one)
            for one in load({}).theory_settings("bietti2022", "learning_curves")
        }
        assert [found[d]["chance"].iloc[0] for d in (10, 20)] == pytest.approx(
            [0.2587, 0.1806], abs=1e-4
        )
        assert found[10]["needed"].tolist() == pytest.approx([100, 316.2, 1000], abs=0.1)
        assert found[20]["needed"].tolist() == pytest.approx([400, 1788.9, 8000], abs=0.1)

    def test_the_bound_of_the_refit(self):
        (setting,) = load({}).theory_settings("bietti2022", "fine_tuning")
        assert predicted(setting)["exponent"].tolist() == pytest.approx(
            [-0.1875, -0.2475], abs=1e-4
        )

    def test_the_codes_third_coefficient_is_an_accident_of_its_shift(self):
        found = {
            one["link"]: predicted(one)["coefficient"]
            for one in load({}).theory_settings("bietti2022", "selection")
        }
        assert found["zigzag"].iloc[2] == pytest.approx(-0.016045, abs=6e-7)
        assert found["zigzag-half"].iloc[2] == pytest.approx(0.205153, abs=6e-7)

    def test_the_flow_leaves_the_equator_more_slowly_with_the_codes_link(self):
        (setting,) = load({}).theory_settings("bietti2022", "population_flow")
        found = predicted(setting)
        law = found[(found["s"] == 3) & (found["ridge"] == 0.1)].set_index("link")["exponent"]
        assert law["zigzag-half"] == pytest.approx(5.00, abs=0.01)
        assert law["zigzag"] == pytest.approx(6.2, abs=0.05)

    def test_violations_are_counted(self):
        m = np.linspace(-1, 1, 21)
        assert landscape.violations(m, -(m**2)) == 0
        assert landscape.violations(m, m**2) == 20
        assert landscape.violations(m, -(m**2) * (1.5 - m**2)) > 0
