"""Every real paper, at the scale that proves that everything runs."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from feature_learning.core.tables import Tables
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.run.numbers import quoted
from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.targets import styled
from workflow.copies import PROJECT, copy_project

pytestmark = pytest.mark.slow


# One paper of each sort: training jobs with sweeps, random features, and a study without a paper.
# Drawing and writing all figures in four formats takes minutes, so that the others are only drawn.
WRITTEN = ("moniri2023", "mei2019", "reduction")


# Curves that are empty at these sizes warn.
@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::RuntimeWarning")
def test_every_paper_is_run_judged_and_drawn_and_some_go_to_the_gallery(tmp_path: Path) -> None:
    copy = replace(copy_project(tmp_path / "project", None), scale="smoke")
    papers = load({"scale": "smoke"}).papers
    assert set(WRITTEN) < set(papers)
    tables = [
        f"results/smoke/{kind}/{key}/{name}.parquet"
        for key, paper in papers.items()
        for name, design in paper.experiments.items()
        for kind, there in (("metrics", design.seeds), ("theory", design.theory is not None))
        if there
    ]
    verdicts_of = [f"results/smoke/claims/{key}.parquet" for key in papers]
    copy.done(*tables, *verdicts_of, "--config", "scale=smoke", timeout=1800)
    for key, paper in papers.items():
        verdicts = pq.read_table(copy.root / f"results/smoke/claims/{key}.parquet").to_pylist()
        assert [row["claim"] for row in verdicts] == list(paper.claims)
        assert all(row["verdict"] for row in verdicts)

    copy.configure(f"scale: smoke\npapers: {list(WRITTEN)}\n")
    copy.done("figures/all", timeout=600)
    index = (copy.root / "figures/smoke/index.html").read_text()
    for key in WRITTEN:
        for figure in papers[key].figures:
            for suffix in ("pdf", "png", "svg", "csv"):
                assert (copy.root / f"figures/smoke/{key}/{figure}.{suffix}").stat().st_size > 0
            assert f"{key}/{figure}" in index
    # The pages of all papers stay small enough to be kept beside one another.
    written = sum(len(papers[key].figures) for key in WRITTEN)
    size = sum(path.stat().st_size for path in (copy.root / "figures").rglob("*") if path.is_file())
    assert size * sum(len(paper.figures) for paper in papers.values()) / written < 40e6

    # Of one paper the numbers are kept: they have not moved.
    compared = [
        sys.executable,
        "-m",
        "feature_learning",
        "compare",
        "--scale",
        "smoke",
        "--against",
        str(PROJECT / "record/smoke"),
    ]
    own = os.environ | {"PYTHONPATH": str(copy.root / "src")}
    held = subprocess.run(compared, cwd=copy.root, capture_output=True, text=True, env=own)
    assert held.returncode == 0, held.stdout + held.stderr
    assert "table   metrics/mei2019/double_descent" in held.stdout

    others = [
        (key, figure)
        for key, paper in papers.items()
        if key not in WRITTEN
        for figure in paper.figures
    ]
    for key, figure in others:
        with styled("neurips") as target:
            sheet = Sheet(target, accepted=papers[key].figures[figure].accepted)
            module = importlib.import_module(
                f"feature_learning.papers.{key}.figures.{figure.replace('-', '_')}"
            )
            read = Tables(copy.root / "results/smoke", key)
            module.draw(read, sheet)
            sheet.say(**quoted(papers[key].figures[figure].numbers, key, read))

    # What the tutorial reads from the results is there.
    snippets = re.findall(
        r"^```python\n(.*?)^```$",
        (PROJECT / "docs/tutorial.md").read_text(),
        re.MULTILINE | re.DOTALL,
    )
    for snippet in snippets:
        command = [sys.executable, "-c", snippet.replace("laptop", "smoke")]
        done = subprocess.run(command, cwd=copy.root, capture_output=True, text=True, env=own)
        assert done.returncode == 0, done.stderr
        assert "fig6" in done.stdout or "task" in done.stdout
