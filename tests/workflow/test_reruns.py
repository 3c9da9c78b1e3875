"""Exactly what changed runs again, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from feature_learning.core import parquet
from workflow.copies import Copy

pytestmark = pytest.mark.slow

STYLE = "src/feature_learning/plotting/paper.mplstyle"
PAGES = {"toy2020/page", "gallery"}
FIGURES = {"toy2020/lines", "toy2020/powers", "toy2020/line-and-cloud"}
DRAWN = {"toy2020/lines", "toy2020/line-and-cloud", "toy2020/line/aggregate"}


def runs(experiment: str, setting: str, *seeds: int) -> set[str]:
    """Return the jobs of some seeds of a setting that draws before it trains."""
    folder = f"toy2020/{experiment}/{setting}"
    return {f"{folder}/sample", *(f"{folder}/train-{seed}" for seed in seeds)}


def ring(*seeds: int) -> set[str]:
    return {f"toy2020/ring/only/train-{seed}" for seed in seeds}


def test_a_paper_is_a_folder_and_everything_runs_once(original: Copy, finished: Copy) -> None:
    stages = {job.rpartition("/")[2] for job in original.logs()}
    assert {
        "sample",
        "train-2",
        "theory",
        "aggregate",
        "claims",
        "page",
        "gallery",
        "lines",
        "powers",
        "line-and-cloud",
    } <= stages
    for figure in ("lines", "powers", "line-and-cloud"):
        for suffix in ("pdf", "png", "svg", "csv"):
            assert (original.root / f"figures/laptop/toy2020/{figure}.{suffix}").stat().st_size > 0
    # The ring has nothing to draw before it runs.
    assert {job for job in original.logs() if job.startswith("toy2020/ring/")} == {
        "toy2020/ring/aggregate",
        *ring(0, 1),
    }
    # Draws are temporary.
    assert not list((original.root / "results/laptop/data").rglob("*.npz"))
    # The folder has moved since, which changes no result; nor does the device.
    assert finished.done("figures/all") == set()
    assert finished.done("figures/all", "--config", "device=cpu") == set()


def test_a_dry_run_writes_nothing(toy: Copy) -> None:
    def files() -> set[Path]:
        own = (path for path in toy.root.rglob("*") if ".snakemake" not in path.parts)
        return {path for path in own if "__pycache__" not in path.parts}

    before = files()
    assert toy.run("figures/all", "--dry-run").rc == 0
    assert files() == before


def test_an_edited_experiment_reruns_alone(finished: Copy) -> None:
    finished.edit("experiments/points.py", "standard_normal(COUNT)", "standard_normal(COUNT + 10)")
    expected = runs("cloud", "only", 0, 1) | {
        "toy2020/cloud/aggregate",
        "toy2020/line-and-cloud",
        "toy2020/claims",
        *PAGES,
    }
    assert finished.done("figures/all") == expected


def test_experiments_of_one_module_rerun_apart_and_share_what_both_need(finished: Copy) -> None:
    after = {"toy2020/line-and-cloud", "toy2020/claims", *PAGES}
    finished.edit("experiments/points.py", "uniform(0, 2 * np.pi", "uniform(0, np.pi")
    assert finished.done("figures/all") == ring(0, 1) | {"toy2020/ring/aggregate"} | after
    finished.edit("experiments/points.py", "COUNT = 20", "COUNT = 30")
    both = (
        runs("cloud", "only", 0, 1)
        | ring(0, 1)
        | {"toy2020/cloud/aggregate", "toy2020/ring/aggregate"}
    )
    assert finished.done("figures/all") == both | after


def test_comments_and_docstrings_rerun_nothing(finished: Copy) -> None:
    finished.edit(
        "experiments/line.py", '        """Draw the offset and the noise."""\n', "        # drawn\n"
    )
    finished.edit(
        "experiments/powers.py",
        '"""Yield powers of x."""',
        '"""Yield all powers of x."""  # theory',
    )
    finished.edit("figures/lines.py", "    ax.set_xlabel", "    # where\n    ax.set_xlabel")
    finished.edit("quantities.py", '"""The mean of the cloud."""', '"""Where the cloud is."""')
    finished.edit(
        "src/feature_learning/core/setting.py", '"""Read what `to_json` wrote."""', '"""Read it."""'
    )
    (finished.root / STYLE).touch()
    assert finished.done("figures/all") == set()


def test_an_edited_figure_an_edited_claim_and_an_edited_style(finished: Copy) -> None:
    finished.edit("figures/powers.py", '"power {}"', '"exponent {}"')
    assert finished.done("figures/all") == {"toy2020/powers", *PAGES}
    finished.edit("figures/lines.yaml", "on the true one.", "on the true one, at every x.")
    assert finished.done("figures/all") == {"toy2020/claims", *PAGES}
    # What a claim accepts may be drawn.
    finished.edit("figures/lines.yaml", "margin: {absolute: 0.2}", "margin: {absolute: 0.3}")
    assert finished.done("figures/all") == {"toy2020/claims", "toy2020/lines", *PAGES}
    with (finished.root / STYLE).open("a") as style:
        style.write("axes.grid: True\n")
    assert finished.done("figures/all") == FIGURES | PAGES


def test_another_style_redraws_the_figures_and_nothing_else(finished: Copy) -> None:
    paper = (finished.root / "figures/laptop/toy2020/lines.png").read_bytes()
    finished.configure("figure_style: talk\n")
    assert finished.done("figures/all") == FIGURES | PAGES
    # Beside, not over: the declared run has its figures still, and going back runs nothing.
    assert (finished.root / "figures/laptop-talk/toy2020/lines.png").read_bytes() != paper
    assert (finished.root / "figures/laptop/toy2020/lines.png").read_bytes() == paper
    assert finished.done("figures/all") == set()
    finished.configure("scale: laptop\n")
    assert finished.done("figures/all") == set()


def test_the_claims_of_one_figure_are_judged_alone(toy: Copy) -> None:
    ran = toy.run("verdicts/toy2020/lines")
    assert ran.rc == 0, ran.output
    assert not ran.jobs & (FIGURES | {"toy2020/claims", "toy2020/powers/theory"})
    assert "toy2020/lines-verdicts" in ran.jobs
    assert "point by point: feature-learning verdicts toy2020/lines\n" in ran.output
    table = toy.root / "results/laptop/claims/toy2020/lines.parquet"
    assert {row["figure"] for row in parquet.read(table)[0].to_pylist()} == {"lines"}
    assert toy.done("verdicts/toy2020/lines") == set()
    ran = toy.run("verdicts/toy2020/lines", "--config", "scale=smoke", "seed=3")
    said = "point by point: feature-learning verdicts toy2020/lines --scale smoke --seed 3\n"
    assert said in ran.output


def test_new_values_and_seeds_run_alone(finished: Copy) -> None:
    overrides = "overrides:\n  toy2020:\n    experiments:\n      line:\n        slope: [1.0, 3.0]\n"
    after = DRAWN | {"toy2020/claims", *PAGES}
    finished.configure(overrides)
    assert (
        finished.done("figures/all")
        == runs("line", "slope=3.0+start_at=0.0", 0, 1, 2) | {"toy2020/line/theory"} | after
    )
    # An added seed draws for itself.
    finished.configure(overrides + "        seeds: 4\n")
    new = {f"toy2020/line/slope={slope}+start_at=0.0/train-3" for slope in ("1.0", "3.0")}
    assert finished.done("figures/all") == new | after


def test_one_figure_alone_and_by_force_and_another_scale_and_back(toy: Copy) -> None:
    assert toy.done("figures/toy2020/powers") == {"toy2020/powers", "toy2020/powers/theory"}
    assert toy.done("-f", "figures/toy2020/powers") == {"toy2020/powers"}
    # All at another scale is written beside, not over.
    assert toy.done("figures/toy2020/powers", "--config", "scale=smoke") == set()
    assert (toy.root / "figures/smoke/toy2020/powers.pdf").exists()
    assert toy.done("figures/toy2020/powers") == set()
    targets = toy.run("--list-target-rules").output.split()
    assert {"figures/all", "figures/toy2020", *(f"figures/{figure}" for figure in FIGURES)} <= set(
        targets
    )
