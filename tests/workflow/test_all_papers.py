"""Every real paper, at the scale that proves that everything runs."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from feature_learning.pipeline.declare.catalogue import load
from workflow.copies import PROJECT, copy_project

pytestmark = pytest.mark.slow


def test_every_figure_every_verdict_and_the_gallery(tmp_path: Path) -> None:
    copy = replace(copy_project(tmp_path / "project", None), scale="smoke")
    papers = load({"scale": "smoke"}).papers
    assert papers
    copy.done("figures/all", "--config", "scale=smoke", timeout=1800)
    index = (copy.root / "figures/smoke/index.html").read_text()
    for key, paper in papers.items():
        for figure in paper.figures:
            for suffix in ("pdf", "png", "svg", "csv"):
                assert (copy.root / f"figures/smoke/{key}/{figure}.{suffix}").stat().st_size > 0
            assert f"{key}/{figure}" in index
        verdicts = pq.read_table(copy.root / f"results/smoke/claims/{key}.parquet").to_pylist()
        assert [row["claim"] for row in verdicts] == list(paper.claims)
        assert all(row["verdict"] for row in verdicts)
    # The gallery of all papers can be sent by mail.
    assert sum(path.stat().st_size for path in (copy.root / "figures").rglob("*") if path.is_file()) < 30e6

    # What the tutorial reads from the results is there.
    snippets = re.findall(r"^```python\n(.*?)^```$", (PROJECT / "docs/tutorial.md").read_text(), re.MULTILINE | re.DOTALL)
    for snippet in snippets:
        command = [sys.executable, "-c", snippet.replace("laptop", "smoke")]
        done = subprocess.run(command, cwd=copy.root, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert "fig6" in done.stdout or "task" in done.stdout
