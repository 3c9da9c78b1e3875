"""What the documents say is so: links resolve, targets exist, the reference is current, the worked
example runs.
"""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
import yaml

from feature_learning.core import values
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.declare.claim import Claim, Margin, Rival
from feature_learning.pipeline.declare.documents import Document, Statement
from feature_learning.pipeline.declare.editor import SCHEMAS, schema
from feature_learning.pipeline.declare.experiment import DeclaredExperiment, Experiments, Variant
from feature_learning.pipeline.declare.published import Axis, Frame, NotDrawn, Published
from feature_learning.pipeline.declare.quantity import Part, Step
from feature_learning.pipeline.declare.schema import Config, Figure, PaperFile
from feature_learning.pipeline.declare.values import Range
from feature_learning.pipeline.rules import FORMATS

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/README.md")])
EXAMPLE = (ROOT / "docs/adding-a-paper.md").read_text()
BLOCK = re.compile(
    r"^`(?P<path>src/[^`]+)`\n\n```\w+\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_links_resolve():
    def resolves(page, target, anchor):
        path = page if not target else (page.parent / target).resolve()
        return path.exists() and (not anchor or anchor in anchors(path))

    links = [(page, *link) for page in PAGES for link in LINK.findall(page.read_text())]
    assert [
        f"{page.name}: {target}#{anchor}"
        for page, target, anchor in links
        if not resolves(page, target, anchor)
    ] == []


def pages(nav: object) -> list[str]:
    """The files of a navigation, however deep."""
    if isinstance(nav, str):
        return [nav]
    return [
        page for entry in (nav.values() if isinstance(nav, dict) else nav) for page in pages(entry)
    ]


def test_every_page_is_in_the_navigation_once():
    found = pages(yaml.safe_load((ROOT / "mkdocs.yml").read_text())["nav"])
    assert sorted(found) == sorted(
        str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")
    )


def test_the_library_pages_name_every_module():
    """One page for each floor of the library, with each of its modules once; the page of theory is
    ordered by model, the others by name.
    """
    for page in (ROOT / "docs/library").glob("*.md"):
        named = re.findall(
            rf"^::: feature_learning\.{page.stem}\.(\w+)$", page.read_text(), re.MULTILINE
        )
        modules = (ROOT / "src/feature_learning" / page.stem).glob("[!_]*.py")
        ordered = sorted(named) if page.stem == "theory" else named
        assert ordered == sorted(module.stem for module in modules), page.name
    floors = re.findall(
        r"^\| \[\w+\]\(library/(\w+)\.md\)", (ROOT / "docs/library.md").read_text(), re.MULTILINE
    )
    packages = {path.parent.name for path in (ROOT / "src/feature_learning").glob("*/__init__.py")}
    assert (
        set(floors)
        == packages - {"papers", "pipeline"}
        == {page.stem for page in (ROOT / "docs/library").glob("*.md")}
    )


def test_the_site_links_to_nothing_outside_it():
    """A relative link that leaves docs/ would work in the repository and be broken on the site."""
    for page in (ROOT / "docs").rglob("*.md"):
        for target, _ in LINK.findall(page.read_text()):
            assert (page.parent / target).resolve().is_relative_to(ROOT / "docs"), (
                f"{page.name} links to {target}"
            )


def test_targets_exist():
    papers = load({}).papers
    known = {"figures/all", *(f"figures/{paper}" for paper in papers)}
    known |= {
        f"figures/{key}/{figure}" for key, paper in papers.items() for figure in paper.figures
    }
    named = [
        target
        for page in PAGES
        if page.name != "adding-a-paper.md"
        for target in re.findall(r"snakemake (figures/[\w/-]+)", page.read_text())
    ]
    assert {"figures/all", "figures/moniri2023/fig6"} <= set(named)
    assert set(named) <= known


def test_readme_files_exist():
    """The tree in the README names what is there."""
    tree = re.search(
        r"^## Where things are\n.*?^```\n(.*?)^```$",
        (ROOT / "README.md").read_text(),
        re.MULTILINE | re.DOTALL,
    )
    assert tree
    for line in tree[1].splitlines():
        name = line.split()[0]
        assert "<" in name or (ROOT / name).exists(), name


def test_every_key_is_on_the_configuration_page():
    """The table under a model's heading names its keys, all and no others."""
    models = {
        "config.yaml": Config,
        "paper.yaml": PaperFile,
        "experiments.yaml": Experiments,
        "Experiment": DeclaredExperiment,
        "Variant": Variant,
        "Range": Range,
        "NotDrawn": NotDrawn,
        "Figure": Figure,
        "Published": Published,
        "Frame": Frame,
        "Axis": Axis,
        "Claim": Claim,
        "Rival": Rival,
        "Quantity": Part,
        "Operations": Step,
        "Margin": Margin,
        "document.yaml": Document,
        "Statement": Statement,
    }
    text = (ROOT / "docs/configuration.md").read_text()
    sections = dict(re.findall(r"^##+ (\S+)\n(.*?)(?=^##|\Z)", text, re.MULTILINE | re.DOTALL))
    rows = {
        heading: re.findall(r"^\| (`.*?) \|", sections[heading], re.MULTILINE) for heading in models
    }
    named = {
        heading: [key for cell in cells for key in re.findall("`([^`]+)`", cell)]
        for heading, cells in rows.items()
    }
    assert named == {
        heading: [field.alias or name for name, field in model.model_fields.items()]
        for heading, model in models.items()
    }
    types = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", sections["Fields"], re.MULTILINE)
    named = {name for cell in types for name in re.findall(r"`(\w+)`", cell)}
    written = named | {"Grid", "Annotated", "Literal"}
    assert all(hasattr(values, name) for name in written)
    assert {name for name in vars(values) if name[:1].isupper() and not name.isupper()} <= (
        written | {"Flag", "OneOf", "Joint", "Kind", "Limit", "Mapping", "TypeVar"}
    )


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_for_editors_are_current(name):
    """If this fails, run ``feature-learning schema``."""
    assert (ROOT / f"docs/schema/{name}.json").read_text() == schema(name)


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schemas_take_what_there_is_and_refuse_a_misspelt_key(name):
    checker = jsonschema.Draft202012Validator(json.loads(schema(name)))
    files = (
        [ROOT / "config.yaml"]
        if name == "config"
        else sorted((ROOT / "src/feature_learning").glob("documents/*.yaml"))
        if name == "document"
        else sorted(ROOT.glob("src/feature_learning/papers/*/figures/*.yaml"))
        if name == "figure"
        else sorted(ROOT.glob(f"src/feature_learning/papers/*/{name}.yaml"))
    )
    for path in files:
        assert not list(checker.iter_errors(yaml.safe_load(path.read_text()))), path
    tree = yaml.safe_load(files[0].read_text())
    inner = tree if name != "experiments" else list(tree.values())[-1]
    inner["tilte"] = "x"
    (error,) = checker.iter_errors(tree)
    assert "'tilte' was unexpected" in error.message


@pytest.mark.slow
def test_worked_example_runs(tmp_path):
    for name in ("Snakefile", "config.yaml", "profiles", "workflow", "src"):
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, tmp_path / name)
    blocks = BLOCK.findall(EXAMPLE)
    assert len(blocks) == EXAMPLE.count("\n`src/")
    for path, text in blocks:
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    command = [sys.executable, "-m", "snakemake", "figures/baiyin1993", "--config", "scale=smoke"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    figures = tmp_path / "figures/smoke/baiyin1993"
    assert {path.name for path in figures.iterdir()} == {f"fig1.{suffix}" for suffix in FORMATS}

    (snippet,) = re.findall(
        r"^```python\n(import pandas.*?)^```$", EXAMPLE, re.MULTILINE | re.DOTALL
    )
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "src")}
    command = [sys.executable, "-c", snippet.replace("laptop", "smoke")]
    printed = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert "fig1-ends" in printed
    assert "fig1-no-outlier" in printed


def test_worked_example_is_in_style(tmp_path):
    """The example is what people copy: it passes the linter and the formatter."""
    for path, text in BLOCK.findall(EXAMPLE):
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    for action in (["check"], ["format", "--check"]):
        command = [
            sys.executable,
            "-m",
            "ruff",
            *action,
            "--config",
            str(ROOT / "pyproject.toml"),
            str(tmp_path),
        ]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout


def _members() -> dict[str, set[str]]:
    """The methods and the attributes that are set, of every class of the package and of its parents
    by its name; classes of one name together.
    """
    found: dict[str, set[str]] = {}
    parents: dict[str, set[str]] = {}
    for path in (ROOT / "src/feature_learning").rglob("*.py"):
        for owner in ast.walk(ast.parse(path.read_text())):
            if isinstance(owner, ast.ClassDef):
                own = found.setdefault(owner.name, set())
                bases = {base.id for base in owner.bases if isinstance(base, ast.Name)}
                parents.setdefault(owner.name, set()).update(bases)
                own |= {item.name for item in owner.body if isinstance(item, ast.FunctionDef)}
                own |= {
                    item.target.id
                    for item in owner.body
                    if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
                }
                own |= {
                    node.attr
                    for node in ast.walk(owner)
                    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
                }
    return {
        name: own.union(*(found.get(parent, set()) for parent in parents[name]))
        for name, own in found.items()
    }


def test_notation_names_what_exists():
    members = _members()
    named = re.findall(r"`([A-Z]\w*)\.(\w+)", (ROOT / "docs/notation.md").read_text())
    assert len(named) > 30
    assert not [
        f"{owner}.{member}" for owner, member in named if member not in members.get(owner, ())
    ]
