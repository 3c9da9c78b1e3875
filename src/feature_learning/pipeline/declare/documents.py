"""The documents whose statements the claims test: read, and matched with the claims."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError, model_validator

import feature_learning
from feature_learning.core.errors import UserError, did_you_mean
from feature_learning.pipeline.declare.claim import Claim
from feature_learning.pipeline.declare.messages import explain
from feature_learning.pipeline.declare.parsed import parsed
from feature_learning.pipeline.declare.schema import Paper
from feature_learning.pipeline.declare.values import Id, Strict

DOCUMENTS = Path(feature_learning.__file__).parent / "documents"
FILE = "document.yaml"
"""A paper's own words, next to its other files."""


class Statement(Strict):
    """One sentence, formula, number or picture of a document that a computation could show."""

    place: str = Field(min_length=1, description="where it stands: slide, section, theorem, page")
    words: str = Field(min_length=1, description="the words or the formula, as they are printed")
    object: str = Field(
        min_length=1, description="what it speaks of: the network, algorithm, target and quantity"
    )
    scope: Literal["whole", "part", "none", "setting", "question"] = Field(
        description="how much of it the claims test (none if no claim names it), or what it is if "
        "it asserts nothing: a setting (a definition or a choice) or a question"
    )
    untested: str = Field(
        "", description="what stays untested and why; required if the scope is part or none"
    )
    remark: str = Field("", description="how it is read, where the words leave that open")
    finding: str = Field("", description="what holds instead, or why the statement fails")
    instead: list[str] = Field(
        [], description="the claims that show what holds instead, each as `paper/claim`"
    )

    @model_validator(mode="after")
    def _reason(self) -> "Statement":
        if self.scope in ("part", "none") and not self.untested:
            raise ValueError(f"scope {self.scope} needs `untested`: what stays untested, and why")
        return self


class Document(Strict):
    """A text and its statements, in the text's order."""

    title: str = Field(description="its title and who wrote it")
    kind: Literal["poster", "abstract", "talk", "paper"] = Field(description="what it is")
    outcome: str = Field(
        default="", description="what came out of its tests, in two sentences; shown on its page"
    )
    statements: dict[Id, Statement] = Field(description="its statements by id, in its order")


@dataclass(frozen=True)
class Ledger:
    """All documents, and the claims that test their statements.

    Attributes
    ----------
    founding
        The documents that the project was created from, by key.
    others
        Papers' own words, by the paper's key.
    claims
        For each statement, as ``document/statement``, the claims that name it: pairs of a paper
        and a claim's full id.
    """

    founding: Mapping[str, Document]
    others: Mapping[str, Document]
    claims: Mapping[str, Sequence[tuple[str, str]]]

    @cached_property
    def documents(self) -> dict[str, Document]:
        """All documents by key, those first that the project was created from."""
        return {**self.founding, **self.others}

    def about(self, papers: Mapping[str, Paper]) -> list[str]:
        """Return the keys of the documents that some claim of these papers tests."""
        return [
            key
            for key, document in self.documents.items()
            if any(
                paper in papers
                for name in document.statements
                for paper, _ in self.claims.get(f"{key}/{name}", ())
            )
        ]


def read_ledger(claims: Mapping[str, Mapping[str, Claim]], folders: Mapping[str, Path]) -> Ledger:
    """Read the documents and match them with the claims of all papers, at every scale, by their
    full ids.

    One line per mistake: a file breaks its form, a claim names a statement that does not exist, a
    statement names a claim that does not exist or that tests it, or the scope of a statement of a
    paper's own does not fit the claims that name it.
    """
    founding = {path.stem: _read(path) for path in sorted(DOCUMENTS.glob("*.yaml"))}
    others = {
        key: _read(folder / FILE) for key, folder in folders.items() if (folder / FILE).is_file()
    }
    tests: dict[str, list[tuple[str, str]]] = {}
    for key, own in claims.items():
        for name, claim in own.items():
            for statement in claim.statements:
                tests.setdefault(statement, []).append((key, name))
    ledger = Ledger(founding, others, tests)
    wrong = [*_unknown(ledger), *_unfit(ledger, claims), *misfits(ledger, others)]
    if wrong:
        raise UserError("\n".join(wrong))
    return ledger


def _read(path: Path) -> Document:
    source = f"{path.parent.name}/{path.name}"
    try:
        return Document.model_validate(parsed(path, source))
    except ValidationError as error:
        raise UserError(explain(error, source)) from None


def _unknown(ledger: Ledger) -> Iterator[str]:
    known = {f"{key}/{name}" for key, own in ledger.documents.items() for name in own.statements}
    for statement, claims in ledger.claims.items():
        if statement not in known:
            paper, claim = claims[0]
            near = did_you_mean(statement, known)
            yield f"{paper}: the claim {claim}: there is no statement {statement!r}.{near}"


def _unfit(ledger: Ledger, claims: Mapping[str, Mapping[str, Claim]]) -> Iterator[str]:
    """Yield a message for each claim that cannot show what holds instead of a statement; of papers
    that are not there nothing is known.
    """
    known = [f"{key}/{name}" for key, own in claims.items() for name in own]
    for key, document in ledger.documents.items():
        for name, statement in document.statements.items():
            tests = [f"{paper}/{claim}" for paper, claim in ledger.claims.get(f"{key}/{name}", ())]
            for claim in statement.instead:
                place = f"{key}: {name}: instead"
                if claim not in known and claim.partition("/")[0] in claims:
                    yield f"{place}: there is no claim {claim!r}.{did_you_mean(claim, known)}"
                elif claim in tests:
                    yield f"{place}: {claim} tests the statement itself"


def misfits(ledger: Ledger, keys: Iterable[str]) -> Iterator[str]:
    """Yield a message for each statement of some documents whose scope does not fit the claims."""
    for key in keys:
        for name, statement in ledger.documents[key].statements.items():
            claims = ledger.claims.get(f"{key}/{name}", ())
            tested = statement.scope not in ("none", "setting")
            if statement.scope != "question" and tested != bool(claims):
                said = ", ".join(f"{paper}/{claim}" for paper, claim in claims) or "no claim"
                yield f"{key}: {name}: scope {statement.scope}, but {said} names it"
