"""The sizes that the sentence of a claim names are those that the claim reads, at every scale."""

import itertools
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.declare.claim import Claim, claim_id
from feature_learning.pipeline.declare.schema import Figure, Paper

ROOT = Path(__file__).parents[2]
CATALOGUES = {scale: load({"scale": scale}) for scale in ("laptop", "paper", "beyond")}
SIZE = r"(?<![\w/])(?<!log )(n/d|N/n|T/d|[dnN])"
NUMBER = r"\d[\d.]*(?:e\d+)?"
COLUMNS = {
    "n/d": ("n_over_d", "psi1"),
    "N/n": ("width_over_n",),
    "T/d": ("t_over_d",),
    "N": ("N", "width"),
}
RANGE = re.compile(rf"(?:{SIZE} (?:= |from )|from {SIZE} = )({NUMBER}) to ({NUMBER})")
SEVERAL = re.compile(rf"{SIZE} = ({NUMBER}(?:,? (?:and )?{NUMBER})+)(?![\w^])")


def number(text: str) -> float:
    return float(text.rstrip("."))


def plain(sentence: str) -> str:
    """Return a sentence without the dollars around its formulas."""
    return " ".join(sentence.replace("$", "").split())


def claims() -> Iterator[tuple[str, str, str, Claim]]:
    for paper, declared in CATALOGUES["paper"].papers.items():
        for name, figure in declared.figures.items():
            for own, claim in figure.claims.items():
                yield paper, name, own, claim


def named_ranges() -> Iterator[tuple[str, str, str, str, float, float]]:
    """Yield the ranges of sizes in the sentences: paper, figure, claim, size and ends."""
    for paper, figure, name, claim in claims():
        for found in RANGE.finditer(plain(claim.says)):
            size = found[1] or found[2]
            yield paper, figure, name, size, number(found[3]), number(found[4])


def declared_sizes(paper: Paper, figure: Figure, column: str) -> Iterator[set[float]]:
    """Yield the values of a column, experiment by experiment; those of cases that differ in
    nothing but sizes together.
    """
    for read in figure.reads:
        design = paper.experiments[read]
        for values in (design.simulated, design.theory_points):
            found = values.get(column)
            if found is not None:
                yield {float(value) for value in found if isinstance(value, int | float)}
            for cases in values.values():
                yield from _of_cases(
                    [dict(one) for one in cases if isinstance(one, Mapping)], column
                )


def _of_cases(cases: list[dict[str, object]], column: str) -> Iterator[set[float]]:
    def others(case: dict[str, object]) -> list[tuple[str, str]]:
        return sorted((key, str(value)) for key, value in case.items() if key not in (column, "n"))

    having = sorted((case for case in cases if column in case), key=others)
    for _, group in itertools.groupby(having, others):
        yield {float(str(case[column])) for case in group}


def literals(paper: str, figure: str, claim: str) -> set[float]:
    """The numbers by which a claim's declaration selects."""
    declared = CATALOGUES["paper"].papers[paper].figures[figure].claims[claim]
    said = json.dumps([part.model_dump() for part in declared.parts])
    return {float(number) for number in re.findall(r"-?[\d.]+", said) if number.strip("-.")}


def test_the_parser_sees_ranges_and_lists():
    assert RANGE.search("(exponent, d from 6 to 11; x)").groups() == ("d", None, "6", "11")
    assert RANGE.search("from d = 64 to 1024).").groups() == (None, "d", "64", "1024")
    assert RANGE.search("log n/log d from 1.25 to 1.75") is None
    assert SEVERAL.search("(in m at T/d = 4 and 16).").groups() == ("T/d", "4 and 16")
    cases = [{"p": 1, "d": 8, "n": 7}, {"p": 3, "d": 6, "n": 9}, {"p": 3, "d": 20, "n": 9}]
    assert sorted(map(sorted, _of_cases(cases, "d"))) == [[6.0, 20.0], [8.0]]


@pytest.mark.parametrize(("paper", "figure", "claim", "size", "low", "high"), [*named_ranges()])
def test_a_range_in_a_sentence_is_that_of_the_run(paper, figure, claim, size, low, high):
    """Either end is the end of an experiment's range or selected in the claim's code."""
    chosen = literals(paper, figure, claim)
    if {low, high} <= chosen:
        return
    for scale in CATALOGUES["paper"].papers[paper].figures[figure].claims[claim].scales:
        declared = CATALOGUES[scale].papers[paper]
        found = [
            own
            for column in COLUMNS.get(size, (size,))
            for own in declared_sizes(declared, declared.figures[figure], column)
        ]
        assert any(
            low in {min(own), *chosen} and high in {max(own), *chosen} for own in found if own
        ), f"{scale}: {sorted(map(sorted, found))}"


@pytest.mark.parametrize("scale", ["laptop", "paper"])
def test_a_list_in_a_sentence_is_that_of_the_points(scale):
    """The points of a claim in the record have the sizes that its sentence lists, and no others."""
    checked = 0
    for paper, figure, own, claim in claims():
        table = ROOT / f"record/{scale}/claims/{paper}.parquet"
        rows = pq.read_table(table).to_pylist() if table.exists() else []
        points = {row["claim"]: row["points"] for row in rows}.get(claim_id(figure, own), [])
        for size, listed in SEVERAL.findall(plain(claim.says)):
            named = re.compile(rf"(?:^|, ){re.escape(size)} = ({NUMBER})")
            found = {number(one) for point in points for one in named.findall(point)}
            if found:
                checked += 1
                assert found == {number(one) for one in re.findall(NUMBER, listed)}, (paper, own)
    assert checked > 5
