"""Documents: what the ledger refuses, and what a statement's verdict follows from."""

import math
import shutil
from pathlib import Path

import pytest
import yaml

from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare import documents
from feature_learning.pipeline.declare.catalogue import load, paper_keys
from feature_learning.pipeline.declare.documents import misfits, read_ledger
from feature_learning.pipeline.report.documents import evidence

CATALOGUE = load({"papers": ["mei2019"]})
STATEMENT = {"place": "page 1", "words": "It is so.", "object": "all of it", "scope": "none"}


def ledger(folder: Path, statements: dict, monkeypatch):
    """Read a ledger of nothing but a paper's own words, which no claim tests."""
    monkeypatch.setattr(documents, "DOCUMENTS", folder / "none")
    own = folder / "mei2019"
    own.mkdir()
    text = {"title": "A paper", "kind": "paper", "statements": statements}
    (own / "document.yaml").write_text(yaml.safe_dump(text))
    return read_ledger({}, {"mei2019": own})


def test_every_document_is_in_the_ledger():
    founding = CATALOGUE.ledger.founding
    assert {key: len(document.statements) for key, document in founding.items()} == {
        "bietti-poster": 34,
        "dandi-talk": 65,
        "moniri-talk": 33,
        "mousavi-abstract": 17,
        "wu-talk": 104,
    }


def test_a_papers_own_words_are_a_document(tmp_path, monkeypatch):
    found = ledger(tmp_path, {"so": {**STATEMENT, "untested": "a definition"}}, monkeypatch)
    assert list(found.others) == ["mei2019"]
    assert found.about(CATALOGUE.papers) == []


def test_what_is_untested_has_a_reason(tmp_path, monkeypatch):
    with pytest.raises(UserError, match="scope none needs `untested`"):
        ledger(tmp_path, {"so": STATEMENT}, monkeypatch)


def test_a_scope_needs_a_claim(tmp_path, monkeypatch):
    with pytest.raises(UserError, match="mei2019: so: scope whole, but no claim names it"):
        ledger(tmp_path, {"so": {**STATEMENT, "scope": "whole"}}, monkeypatch)


def test_a_setting_needs_no_reason_and_no_claim(tmp_path, monkeypatch):
    both = {scope: {**STATEMENT, "scope": scope} for scope in ("setting", "question")}
    assert set(ledger(tmp_path, both, monkeypatch).others["mei2019"].statements) == set(both)


def test_a_claim_names_a_statement_that_exists(tmp_path, monkeypatch):
    copy = tmp_path / "documents"
    shutil.copytree(documents.DOCUMENTS, copy)
    text = (copy / "moniri-talk.yaml").read_text()
    (copy / "moniri-talk.yaml").write_text(text.replace("  double-descent:", "  double-decent:"))
    monkeypatch.setattr(documents, "DOCUMENTS", copy)
    with pytest.raises(UserError) as error:
        _ = load({}).ledger
    said = str(error.value)
    assert "there is no statement 'moniri-talk/double-descent'. Did you mean" in said


def _with_instead(folder: Path, claims: str, monkeypatch) -> None:
    copy = folder / "documents"
    shutil.copytree(documents.DOCUMENTS, copy)
    path = copy / "moniri-talk.yaml"
    found = "instead: [moniri2023/fig2-corrected-slope, moniri2023/fig2-dropped-slope]"
    assert found in path.read_text()
    path.write_text(path.read_text().replace(found, f"instead: [{claims}]"))
    monkeypatch.setattr(documents, "DOCUMENTS", copy)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("moniri2023/fig2-corrected-slop", "there is no claim .* Did you mean moniri2023/fig2-co"),
        ("moniri2023/fig2-talk-rank-one", "moniri2023/fig2-talk-rank-one tests the statement"),
    ],
)
def test_what_holds_instead_is_another_claim_that_exists(tmp_path, monkeypatch, claim, said):
    _with_instead(tmp_path, claim, monkeypatch)
    with pytest.raises(UserError, match=f"moniri-talk: rank-one: instead: {said}"):
        _ = load({}).ledger


def test_claims_that_show_what_holds_instead_are_those_of_papers_that_exist():
    for document in CATALOGUE.ledger.documents.values():
        for statement in document.statements.values():
            assert {name.partition("/")[0] for name in statement.instead} <= set(paper_keys())


def test_a_reading_says_how_a_statement_is_read_and_not_that_it_fails():
    """What was found and why belongs to `finding`."""
    for key, document in CATALOGUE.ledger.documents.items():
        for name, statement in document.statements.items():
            assert "reproduced" not in statement.remark, f"{key}/{name}"
            assert not statement.remark.lower().startswith("read"), f"{key}/{name}"


@pytest.mark.parametrize("verdict", ["inconclusive", "reproduced"])
def test_the_point_that_leaves_its_region_furthest_decides(verdict):
    """The estimate of s = 1 lies nearer to an end, but its interval stays inside."""
    one, two = (
        {"points": name, "estimate": at, "low": low, "high": high}
        | {"accepted_low": -1.4, "accepted_high": -0.75}
        for name, at, low, high in (
            ("s = 1", -1.02, -1.104, -0.8124),
            ("s = 2", -1.08, -1.422, -0.88),
        )
    )
    assert evidence(verdict, [one, two]) is two
    assert evidence(verdict, [two, one]) is two


def test_the_point_that_is_furthest_outside_decides_a_refutation():
    """A wide interval around a far estimate still meets the region; the narrow one does not."""
    wide, narrow = (
        {"points": name, "estimate": at, "low": low, "high": high}
        | {"accepted_low": 0.0, "accepted_high": math.inf}
        for name, at, low, high in (("wide", -2.0, -4.1, 0.1), ("narrow", -1.0, -1.1, -0.9))
    )
    assert evidence("not reproduced", [wide, narrow]) is narrow
    assert evidence("inconclusive", [wide, narrow]) is wide


def test_a_point_without_bounds_decides_what_stays_open():
    bound = {"points": "bound", "estimate": 1.0, "low": 0.9, "high": 1.1}
    free = {"points": "free", "estimate": 1.0, "low": -math.inf, "high": math.inf}
    region = {"accepted_low": -math.inf, "accepted_high": 2.0}
    points = [bound | region, free | region]
    assert evidence("inconclusive", points)["points"] == "free"
    assert evidence("inconclusive", []) is None


def test_the_scope_of_every_statement_fits_the_claims():
    assert list(misfits(CATALOGUE.ledger, CATALOGUE.ledger.documents)) == []
