"""The page and the notebook about notebooks: their code runs, and prints what they say it
prints.
"""

import ast
import contextlib
import io
import json
import re
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import pandas as pd
import pytest

from feature_learning.core import parquet

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/notebook.md").read_text()
BLOCK = re.compile(r"^```python\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"-?\d+\.\d+")


def printed(code: str, names: dict[str, Any]) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "page", "exec"), names)
    return out.getvalue()


def assert_same_up_to_rounding(found: str, said: str) -> None:
    """Words are the same; numbers differ by no more than libraries of linear algebra do in their
    last shown digit.
    """
    assert NUMBER.sub("x", found).split() == NUMBER.sub("x", said).split()
    for one, other in zip(NUMBER.findall(found), NUMBER.findall(said), strict=True):
        assert float(one) == pytest.approx(float(other), abs=1.5e-3), said


def test_the_page_prints_what_it_says(tmp_path, monkeypatch):
    names: dict[str, Any] = {}
    blocks = BLOCK.findall(PAGE)
    assert sum(bool(said) for _, said in blocks) == 4
    for code, said in blocks:
        assert_same_up_to_rounding(printed(code, names), said)
    # The last block reads the tables of a run.
    for table in (
        "laptop/metrics/moniri2023/one_step",
        "laptop-ridge3/metrics/moniri2023/one_step",
        "laptop/theory/moniri2023/one_step",
        "laptop/claims/moniri2023",
    ):
        parquet.write_rows([{"verdict": "reproduced"}], tmp_path / f"results/{table}.parquet", {})
    monkeypatch.chdir(tmp_path)
    assert "1 1 verdict\nreproduced" in printed("tables()", names)


def test_the_notebook_runs_and_shows_what_is_stored():
    """In one process, cell by cell; a last expression is shown, as in a notebook."""
    notebook, names = json.loads((ROOT / "examples/gain_with_tanh.ipynb").read_text()), {}
    assert (notebook["nbformat"], notebook["metadata"]["kernelspec"]["language"]) == (4, "python")
    plt.switch_backend("Agg")
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        found = printed(ast.unparse(tree), names)
        value = eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None
        stored = {one["output_type"]: one for one in cell["outputs"]}
        assert_same_up_to_rounding(found, "".join(stored.get("stream", {}).get("text", [])))
        assert bool(plt.get_fignums()) == ("display_data" in stored)
        plt.close("all")
        if isinstance(value, pd.DataFrame):
            assert_same_up_to_rounding(
                repr(value), "".join(stored["execute_result"]["data"]["text/plain"])
            )
