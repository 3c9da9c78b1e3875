"""The pages of the record of the published sizes, written by today's code."""

import html
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.report import gallery
from feature_learning.statistics.needed import MOST_TIMES

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "record/paper"
UNSEEN = re.compile(r"<(script|style|pre|math)\b.*?</\1>|<[^>]+>", re.DOTALL)
DOUBLED = re.compile(r"(?<![.\[])\.\.(?=\s|$)")


@pytest.fixture(scope="module")
def context() -> dict[str, Any]:
    """What the pages show, of the papers that the record has whole."""
    catalogue = load({"scale": "paper"})
    kept = json.loads((RECORD / "record.json").read_text())["papers"]
    papers = {key: own for key, own in catalogue.papers.items() if key in kept}
    return gallery.context(replace(catalogue, papers=papers), RECORD, RECORD)


@pytest.fixture(scope="module")
def pages(context, tmp_path_factory) -> dict[str, str]:
    """The text of each page by its name."""
    folder = tmp_path_factory.mktemp("pages")
    gallery.write_pages(context, folder)
    return {
        path.relative_to(folder).with_suffix("").as_posix(): path.read_text()
        for path in folder.rglob("*.html")
    }


def statement(page: str, name: str) -> str:
    """Return what a reader sees of a statement, spaces joined."""
    found = re.search(rf'<article class="statement" id="{name}">.*?</article>', page, re.DOTALL)
    assert found, name
    return " ".join(html.unescape(UNSEEN.sub("", found[0])).split())


def test_no_sentence_ends_twice(pages):
    for name, text in pages.items():
        seen = html.unescape(UNSEEN.sub("", text))
        near = [seen[max(0, found.start() - 40) : found.end()] for found in DOUBLED.finditer(seen)]
        assert not near, name


def test_the_documentation_that_pages_link_to_has_these_sections(pages):
    linked = {link for text in pages.values() for link in re.findall(r"docs/[\w/.#-]+", text)}
    assert any(link.startswith("docs/findings.md#") for link in linked)
    for link in linked:
        name, _, anchor = link.partition("#")
        headings = re.findall(r"^#+ (.+)$", (ROOT / name).read_text(), re.MULTILINE)
        anchors = [re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings]
        assert not anchor or anchor in anchors, link


def test_an_open_claim_shows_a_point_that_keeps_it_open(context):
    """A point whose interval lies inside its region would not explain why the claim is open."""
    shown = [
        claim
        for document in context["documents"].values()
        for _, statements in document["places"]
        for one in statements
        for claim in one["tests"]
        if claim["verdict"] == "inconclusive"
    ]
    assert len(shown) > 5
    assert not [claim["claim"] for claim in shown if claim["evidence"]["inside"]]


def test_no_seeds_are_offered_where_none_decide(pages):
    offered = [
        (int(needed), int(now))
        for text in pages.values()
        for needed, now in re.findall(
            r"About (\d+) seeds would settle the claim, [\w ]+ \(now (\d+)\)", text
        )
    ]
    assert offered
    assert all(needed <= MOST_TIMES * now for needed, now in offered)


def test_what_holds_instead_stands_below_what_fails(pages):
    seen = statement(pages["documents/moniri-talk"], "rank-one")
    order = ("not reproduced: ", "What holds instead: ", "fig2-corrected-slope", "Read as: ")
    places = [seen.index(part) for part in order]
    assert places == sorted(places)


def test_a_study_is_not_counted_as_a_paper(pages):
    assert re.search(r"<p>\d+ figures of 10 papers and 1 study at <strong>", pages["index"])
