"""The ledger of regions: what each claim accepted at first, and every change since.

`check` compares the declared claims with the last lines of the ledger, and `add` appends a line for
each claim that differs.
"""

import argparse
import csv
import datetime
import io
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, fields
from functools import cache
from pathlib import Path

import pyarrow.parquet as pq

from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.declare.claim import Claim
from feature_learning.pipeline.report.regions import FILE, WITHDRAWN, Line, read
from feature_learning.pipeline.run.claims import test_in_words

ROOT = Path(__file__).parents[1]
PAPERS = Path("src/feature_learning/papers")


def declared(paper: str) -> dict[str, str]:
    """Return the region of each claim of a paper, at every scale."""
    return {name: test_in_words(claim) for name, claim in _claims()[paper].items()}


@cache
def _claims() -> Mapping[str, Mapping[str, Claim]]:
    found: dict[str, dict[str, Claim]] = {}
    for scale in ("paper", "laptop"):
        for key, paper in load({"scale": scale}).papers.items():
            found.setdefault(key, {}).update(paper.claims)
    return found


def write(paper: str, lines: list[Line]) -> None:
    """Write a paper's ledger."""
    with (ROOT / PAPERS / paper / FILE).open("w", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Line)], lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(line) for line in lines)


def missing(paper: str, reason: str = "") -> list[Line]:
    """Return the lines that a paper's ledger lacks."""
    last = {line.claim: line.region for line in read(ROOT / PAPERS / paper)}
    now, today = declared(paper), datetime.date.today().isoformat()
    found = [Line(today, "", *own, reason) for own in now.items() if last.get(own[0]) != own[1]]
    gone = [name for name, region in last.items() if name not in now and region != WITHDRAWN]
    ended = [(name, _verdict(paper, name)) for name in gone]
    return found + [Line(today, "", name, WITHDRAWN, reason, last) for name, last in ended]


def _verdict(paper: str, claim: str) -> str:
    """Return the last recorded verdict of a claim, of the largest scale that has it."""
    for path in (f"record/{scale}/claims/{paper}.parquet" for scale in ("paper", "laptop")):
        verdict = _recorded(path).get(claim)
        if verdict:
            return verdict
    return ""


@cache
def _recorded(path: str) -> dict[str, str]:
    done = subprocess.run(["git", "show", f"HEAD:{path}"], cwd=ROOT, capture_output=True)
    if done.returncode:
        return {}
    rows = pq.read_table(io.BytesIO(done.stdout), columns=["claim", "verdict"]).to_pylist()
    return {row["claim"]: row["verdict"] for row in rows}


def main() -> int:
    """Run one of the commands; 1 if `check` finds that lines are missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=["check", "add"])
    parser.add_argument("--reason", default="", help="why the regions changed, for `add`")
    given = parser.parse_args()
    if given.command == "add" and not given.reason:
        parser.error("`add` needs --reason")
    faults = []
    for paper in _claims():
        lacking = missing(paper, given.reason)
        if given.command == "add" and lacking:
            write(paper, read(ROOT / PAPERS / paper) + lacking)
        elif given.command == "check":
            faults += [f"{paper}/{line.claim}: {line.region}" for line in lacking]
    if faults:
        print(
            "regions.csv lacks lines; run `python tools/regions.py add --reason '...'`:",
            *faults,
            sep="\n",
        )
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
