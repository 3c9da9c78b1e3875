"""``feature-learning verdicts``: papers, figures, documents and statements by name."""

import subprocess
import sys

import pyarrow as pa
import pytest

from feature_learning.core import parquet
from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.report.ask import answer
from feature_learning.pipeline.run.claims import SCHEMA

CATALOGUE = load({"papers": ["mei2019"]})
PAPER = CATALOGUE.papers["mei2019"]


def row(claim: str, declared) -> dict:
    numbers = {"estimate": 0.3, "low": 0.2, "high": 0.4, "accepted_low": 0.0, "accepted_high": 1.0}
    return {
        "paper": "mei2019",
        "claim": claim,
        "figure": next(name for name in PAPER.figures if claim.startswith(f"{name}-")),
        "says": declared.says,
        "kind": declared.kind,
        "basis": declared.rests_on,
        "statements": declared.statements,
        "test": "above 0",
        "rival": "nothing learned",
        "verdict": "reproduced",
        "remark": "",
        "seeds": 9,
        "diverged": 0,
        "seeds_needed": 0,
        "points": ["N/n = 2"],
        **{name: [value] for name, value in numbers.items()},
        "rival_value": [0.0],
        "rival_excluded": [True],
    }


@pytest.fixture
def results(tmp_path):
    rows = [row(claim, declared) for claim, declared in PAPER.claims.items()]
    table = pa.Table.from_pylist(rows, schema=SCHEMA)
    parquet.write(table, tmp_path / "claims/mei2019.parquet", {})
    return tmp_path


def said(results, what: str) -> str:
    return "\n".join(answer(CATALOGUE, results, what))


def test_a_figure_is_answered_with_its_points(results):
    found = said(results, "mei2019/figure-1")
    assert "mei2019/figure-1-ridge" in found
    assert "mei2019/fig2" not in found
    assert "N/n = 2: 0.3 [0.2, 0.4], accepted [0, 1], alternative 0" in found
    assert said(results, "figures/mei2019/figure-1/") == found


def test_a_paper_is_answered_claim_by_claim(results):
    assert said(results, "mei2019").count("\nreproduced: mei2019/") == len(PAPER.claims)


def test_a_statement_is_answered_in_its_words(results):
    found = said(results, "moniri-talk/double-descent")
    assert found.startswith("REPRODUCED  moniri-talk/double-descent")
    assert "Double descent in random feature models" in found
    assert "reproduced: mei2019/figure-1-peak" in found


def test_a_statement_says_how_it_is_read_and_what_holds_instead(results):
    found = said(results, "moniri-talk/rank-one")
    assert "  read as: with the talk's own gradient" in found
    assert "  what holds instead: The gradient points along" in found


def test_a_document_has_all_its_statements(results):
    statements = CATALOGUE.ledger.documents["moniri-talk"].statements
    found = said(results, "moniri-talk")
    assert all(f"moniri-talk/{name}" in found for name in statements)


def test_without_a_name_everything_is_counted(results):
    found = said(results, "")
    assert "mei2019: claims: " in found
    assert "moniri-talk: statements: " in found


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("mei2091", "there is no mei2091. Did you mean mei2019"),
        ("mei2019/fgi2", "there is no mei2019/fgi2. Did you mean fig2"),
        ("moniri-talk/delta", "there is no moniri-talk/delta. Did you mean delta-"),
    ],
)
def test_unknown_names_are_answered_with_near_ones(results, what, message):
    with pytest.raises(UserError, match=message):
        said(results, what)


@pytest.mark.parametrize(
    ("what", "target"),
    [
        ("", "figures/all"),
        ("mei2019/fig2", "verdicts/mei2019/fig2"),
        ("moniri-talk", "figures/all"),
    ],
)
def test_a_run_without_verdicts_is_refused_with_the_target_that_makes_them(tmp_path, what, target):
    with pytest.raises(UserError, match=f"has no verdicts; run snakemake {target} first"):
        said(tmp_path, what)


def test_a_reader_may_stop_early():
    """As ``head`` does."""
    code = (
        "import sys; from feature_learning.pipeline import commands; "
        "from feature_learning.pipeline.report import ask; "
        "ask.run = lambda args: print('x' * 10**6); sys.exit(commands.main(['verdicts']))"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdout.close()
    process.stdout = None
    assert process.communicate()[1] == b""
    assert process.returncode == 1
