"""Every change of values that the documentation shows runs, and draws the figures that read it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from feature_learning.pipeline.declare.catalogue import load
from workflow.copies import PROJECT, copy_project

BLOCK = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def documented() -> list[tuple[str, dict[str, Any]]]:
    """The YAML blocks with overrides, with their page."""
    blocks = [
        (page.name, yaml.safe_load(text))
        for page in sorted([*PROJECT.glob("*.md"), *PROJECT.glob("docs/**/*.md")])
        for text in BLOCK.findall(page.read_text())
    ]
    return [(name, block) for name, block in blocks if "overrides" in block]


BLOCKS = documented()


@pytest.mark.slow
@pytest.mark.parametrize("block", [block for _, block in BLOCKS], ids=[name for name, _ in BLOCKS])
def test_what_the_documentation_changes_is_drawn(block: dict[str, Any], tmp_path: Path) -> None:
    copy = replace(copy_project(tmp_path / "project", None), scale="smoke")
    changed = copy.root / "changed.yaml"
    changed.write_text(yaml.safe_dump(block))
    papers = load({"scale": "smoke", **block}).papers
    figures = [
        f"{paper}/{name}"
        for paper, change in block["overrides"].items()
        for name, figure in papers[paper].figures.items()
        if name in change.get("figures", {}) or set(figure.reads) & set(change["experiments"])
    ]
    assert figures
    targets = [f"figures/{figure}" for figure in figures]
    copy.done(*targets, "--configfile", "changed.yaml", "--config", "scale=smoke", timeout=400)
    for figure in figures:
        assert (copy.root / f"figures/smoke/{figure}.png").stat().st_size > 0


def test_all_pages_with_values_to_change_are_found() -> None:
    assert {"configuration.md", "tutorial.md"} <= {name for name, _ in BLOCKS}
