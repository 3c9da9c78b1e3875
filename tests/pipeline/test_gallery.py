"""The page: every figure, every verdict, every link, without a network."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pyarrow as pa
import pytest

from feature_learning.core import parquet
from feature_learning.pipeline.catalogue import load
from feature_learning.pipeline.commands import main
from feature_learning.pipeline.stages.claims import SCHEMA
from feature_learning.pipeline.workflow import FORMATS

CATALOGUE = load({"scale": "smoke", "papers": ["mei2019"]})
PAPER = CATALOGUE.papers["mei2019"]


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src"):
                self.targets.append(value)
            elif name == "id":
                self.anchors.add(value)


def verdict_row(claim: str, verdict: str, points: list[str]) -> dict:
    declared = PAPER.claims[claim]
    numbers = {name: [0.25] * len(points) for name in ("estimate", "low", "accepted_low")}
    upper = {name: [float("inf")] * len(points) for name in ("high", "accepted_high")}
    texts = {"paper": "mei2019", "claim": claim, "figure": declared.figure, "says": declared.says, "kind": declared.kind}
    return {
        **texts,
        "basis": declared.basis,
        "test": "above 0",
        "verdict": verdict,
        "remark": declared.remark,
        "seeds": 3,
        "diverged": 1,
        "seeds_needed": 40 if verdict == "inconclusive" else 0,
        "points": points,
        **numbers,
        **upper,
    }


@pytest.fixture
def page(tmp_path, monkeypatch) -> Path:
    """A gallery over made-up verdicts, in a folder where every file that it may link to exists."""
    monkeypatch.chdir(tmp_path)
    results, figures = Path("results/smoke"), Path("figures/smoke")
    verdicts = ["reproduced", "partly", "not reproduced", "inconclusive"]
    claims = [verdict_row(claim, verdicts[k % 4], ["a", "b"][: 1 + k % 2]) for k, claim in enumerate(PAPER.claims)]
    parquet.write(pa.Table.from_pylist(claims, schema=SCHEMA), results / "claims/mei2019.parquet", {})
    for name, experiment in PAPER.experiments.items():
        parquet.write_rows([{"diverged": name == "noise"}], results / f"metrics/mei2019/{name}.parquet", {})
        if experiment.theory is not None:
            parquet.write_rows([{"x": 1.0}], results / f"theory/mei2019/{name}.parquet", {})
        record = results / f"benchmarks/mei2019/{name}/only/train-0.jsonl"
        record.parent.mkdir(parents=True)
        record.write_text(json.dumps({"cpu_s": 7.0}) + "\n")
    for figure in PAPER.figures:
        for path in (results / f"logs/mei2019/{figure}.log", *(figures / f"mei2019/{figure}.{suffix}" for suffix in FORMATS)):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("")
    config = CATALOGUE.config.model_dump_json()
    out = figures / "index.html"
    arguments = ["gallery", "--config", config, "--results", str(results), "--figures", str(figures), "--out", str(out)]
    assert main([*arguments, "--benchmark", "results/smoke/benchmarks/gallery.jsonl"]) == 0
    return tmp_path / out


def test_every_link_resolves_and_none_leaves_the_folder(page):
    links = Links()
    links.feed(page.read_text())
    assert len(links.targets) > 30
    for target in links.targets:
        assert "://" not in target
        if target.startswith("#"):
            assert target[1:] in links.anchors
        else:
            assert (page.parent / target).exists(), target


def test_every_figure_claim_and_parameter_is_shown(page):
    text = page.read_text()
    for name, figure in PAPER.figures.items():
        assert f'id="mei2019-{name}"' in text
        assert f"snakemake figures/mei2019/{name}" in text
        assert figure.title.replace('"', "&#34;") in text
    assert text.count('<td class="verdict') == len(PAPER.claims)
    for experiment in PAPER.experiments.values():
        for name in (*experiment.fixed, *experiment.sweep, *experiment.grid):
            assert f"<code>{name}</code>" in text
    assert "would decide (now 3)" in text
    assert "1 of 3 seeds diverged" in text
    assert "rows of the runs diverged" in text
    assert not re.search(r"\bNone\b|\{\{|\bnan\b", text)


def test_the_summary_counts_what_was_judged(page):
    lines = page.with_name("summary.txt").read_text().splitlines()
    assert lines[0] == "6 figures of 1 papers at smoke scale: figures/smoke/index.html"
    judged = sum(int(count) for count in re.findall(r"\d+", lines[1]))
    assert judged == sum(claim.basis != "regression" for claim in PAPER.claims.values())
