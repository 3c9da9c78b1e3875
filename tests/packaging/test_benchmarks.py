"""The benchmarks' report reads what jobs record."""

import importlib
from pathlib import Path

from feature_learning.pipeline.forecast.measured import jobs_of
from feature_learning.pipeline.run.timing import recorded

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def test_no_module_of_the_tools_hides_one_of_the_benchmarks():
    tools = {path.name for path in (BENCHMARKS.parent / "tools").glob("*.py")}
    assert not tools & {path.name for path in BENCHMARKS.glob("*.py")}


def test_the_report_of_overheads_reads_the_records_of_jobs(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(BENCHMARKS)
    overhead = importlib.import_module("overhead")
    for stage, name in (("train", "mine/line/only/train-0"), ("render", "mine/fig1")):
        with recorded(tmp_path / f"{name}.jsonl", stage) as watch, watch.science():
            sum(range(1000))
    jobs = list(jobs_of(tmp_path))
    said = overhead.report("snakemake figures/all", jobs, (10.0, 2.0), (1.0, 1.0))
    assert "| jobs | 2 |" in said
    assert "(train of " in said or "(render of " in said
