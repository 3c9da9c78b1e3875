"""The ledger of regions: what each claim accepted at first, and every change since.

`check` compares the declared claims with the last lines of the ledger, `add` appends a line for
each claim that differs, and `rebuild` writes the ledger again from the history of the repository.
"""

import argparse
import csv
import datetime
import difflib
import io
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import yaml

from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.declare.claim import Claim
from feature_learning.pipeline.report.regions import FILE, RENAMED, WITHDRAWN, Line, read
from feature_learning.pipeline.run.claims import test_in_words

ROOT = Path(__file__).parents[1]
PAPERS = Path("src/feature_learning/papers")
_ALIKE = 0.8  # texts of a claim before and after it got another name
_LONGEST = 120  # characters of a reason


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout


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


def _verdict(paper: str, claim: str, commit: str = "HEAD") -> str:
    """Return the verdict of a claim in the record of a commit, of the largest scale that has it."""
    for path in (f"record/{scale}/claims/{paper}.parquet" for scale in ("paper", "laptop")):
        verdict = _recorded(commit, path).get(claim)
        if verdict:
            return verdict
    return ""


@cache
def _recorded(commit: str, path: str) -> dict[str, str]:
    done = subprocess.run(["git", "show", f"{commit}:{path}"], cwd=ROOT, capture_output=True)
    if done.returncode:
        return {}
    rows = pq.read_table(io.BytesIO(done.stdout), columns=["claim", "verdict"]).to_pylist()
    return {row["claim"]: row["verdict"] for row in rows}


def history(paper: str) -> Iterator[Line]:
    """Yield the lines of a paper's ledger from the history of its figures.yaml."""
    path, before = (PAPERS / paper / "figures.yaml").as_posix(), dict[str, dict[str, Any]]()
    log = _git("log", "--reverse", "--first-parent", "--format=%H %as %s", "--", path)
    for commit, date, subject in (line.split(" ", 2) for line in log.splitlines()):
        try:
            now = _versions(f"{commit}:{path}")
        except yaml.YAMLError:  # a version that no run could read
            continue
        short, reason = commit[:8], _reason(commit, subject, path)
        names = _renamed(before, now)
        for name, claim in now.items():
            region, old = _words(claim), before.get(names.get(name, name))
            if old is None or region != _words(old) or name in names:
                why = f"renamed from {names[name]}" if name in names else reason
                yield Line(date, short, name, region, why)
        for name in before:
            if name not in now and name not in names.values():
                verdict = _verdict(paper, name, f"{commit}^")
                yield Line(date, short, name, WITHDRAWN, reason, verdict)
            elif name not in now:
                yield Line(date, short, name, WITHDRAWN, RENAMED)
        before = now


def _versions(version: str) -> dict[str, dict[str, Any]]:
    figures = yaml.load(_git("show", version), yaml.CSafeLoader) or {}
    return {
        f"{figure}-{name}": claim
        for figure, own in figures.items()
        if isinstance(own, dict)
        for name, claim in (own.get("claims") or {}).items()
    }


def _renamed(before: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, str]:
    """Return the old name of each claim that has only got another name."""
    gone, found = [name for name in before if name not in now], {}
    for name in (name for name in now if name not in before):
        for old in gone:
            texts = (" ".join(str(own.get("says")).split()) for own in (before[old], now[name]))
            if difflib.SequenceMatcher(None, *texts).ratio() > _ALIKE:
                found[name] = old
                gone.remove(old)
                break
    return found


def _reason(commit: str, subject: str, path: str) -> str:
    """Return the subject of a commit; of a merge, those of the commits that it brings."""
    if subject.startswith("Merge "):
        brought = _git("log", "--no-merges", "--format=%s", f"{commit}^1..{commit}", "--", path)
        subject = "; ".join(brought.splitlines()) or subject
    return subject if len(subject) <= _LONGEST else subject[: _LONGEST - 3] + "..."


def _words(claim: Mapping[str, Any]) -> str:
    if claim.get("within") is not None:
        low, high = map(float, claim["within"])
        return f"within [{low:g}, {high:g}]"
    for side in ("above", "below"):
        if claim.get(side) is not None:
            return f"{side} {float(claim[side]):g}"
    margin = claim.get("margin") or {}
    if margin.get("absolute") is not None:
        return f"prediction ± {float(margin['absolute']):g}"
    return f"prediction ± {100 * float(margin.get('relative') or 0):g}%"


def main() -> int:
    """Run one of the commands; 1 if `check` finds that lines are missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=["check", "add", "rebuild"])
    parser.add_argument("--reason", default="", help="why the regions changed, for `add`")
    given = parser.parse_args()
    if given.command == "add" and not given.reason:
        parser.error("`add` needs --reason")
    faults = []
    for paper in _claims():
        if given.command == "rebuild":
            write(paper, list(history(paper)))
            continue
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
