"""Documents: what the ledger refuses, and what a statement's verdict follows from."""

import shutil
from pathlib import Path

import pytest
import yaml

from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare import documents
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.declare.documents import misfits, read_ledger

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
        "bietti-poster": 31,
        "dandi-talk": 59,
        "moniri-talk": 33,
        "mousavi-abstract": 14,
        "wu-talk": 81,
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


def test_a_claim_names_a_statement_that_exists(tmp_path, monkeypatch):
    copy = tmp_path / "documents"
    shutil.copytree(documents.DOCUMENTS, copy)
    text = (copy / "moniri-talk.yaml").read_text()
    (copy / "moniri-talk.yaml").write_text(text.replace("  double-descent:", "  double-decent:"))
    monkeypatch.setattr(documents, "DOCUMENTS", copy)
    with pytest.raises(UserError) as error:
        load({})
    said = str(error.value)
    assert "there is no statement 'moniri-talk/double-descent'. Did you mean" in said


def test_the_scope_of_every_statement_fits_the_claims():
    assert list(misfits(CATALOGUE.ledger, CATALOGUE.ledger.documents)) == []
