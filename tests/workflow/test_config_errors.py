"""What a user gets wrong is answered with one message, before any job starts."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from feature_learning.core.errors import UserError
from feature_learning.core.parquet import LAYOUT
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.declare.targets import unknown_target
from feature_learning.pipeline.rules import Rules
from workflow.copies import PAPERS, Copy


@pytest.mark.slow
@pytest.mark.parametrize(
    ("config", "arguments", "says"),
    [
        (
            "scale: smok\n",
            [],
            "configuration: scale: must be 'smoke', 'laptop', 'paper' or 'beyond' (found 'smok')",
        ),
        (
            None,
            ["--config", "overrides={toy2020: {experiments: {line: {noise: 0.2}}}}"],
            "nested in --config are always text: put them under",
        ),
        ("scale: [smoke\n", [], "config.yaml, line 2: is not valid YAML: "),
        (
            "scale: smoke\nseed: 1\nscale: laptop\n",
            [],
            "config.yaml, line 3: is not valid YAML: the key scale is given twice (first in ",
        ),
        (
            None,
            ["--configfile", str(Path(__file__).with_name("twice.yaml"))],
            "twice.yaml, line 4: is not valid YAML: the key seeds is given twice (first in line 4)",
        ),
        (
            None,
            ["figures/toy2020/linse"],
            "there is no target figures/toy2020/linse. Did you mean figures/toy2020/lines",
        ),
        (
            None,
            ["figures/toy2020/"],
            "there is no target figures/toy2020/: leave out the slash at its end",
        ),
        (
            None,
            ["results/laptop/runs/toy2020/line/slope=1.5+start_at=0.0/seed-0.parquet"],
            "toy2020/line has no setting 'slope=1.5+start_at=0.0'. Did you mean slope=",
        ),
    ],
)
def test_a_mistake_stops_snakemake_before_any_job(
    toy: Copy, config: str | None, arguments: list[str], says: str
) -> None:
    if config:
        toy.configure(config)
    ran = toy.run(*arguments)
    assert ran.rc != 0
    assert says in ran.output
    # Snakemake points into the workflow's files; Python's own traceback would bury the message.
    assert "Traceback (most recent call last)" not in ran.output
    assert not ran.jobs


@pytest.mark.slow
def test_results_that_cannot_be_written_stop_snakemake(toy: Copy) -> None:
    (toy.root / "results").write_text("a file")
    ran = toy.run()
    assert ran.rc != 0
    assert "results/laptop/ cannot be written: results: Not a directory. Free it" in ran.output
    assert "Traceback (most recent call last)" not in ran.output
    assert (toy.root / "results").read_text() == "a file"


# The same without Snakemake: the Snakefile only passes these messages on.


def rules(here: Path, **config: Any) -> Rules:
    return Rules(load(config, here / PAPERS), here)


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ("figures/mine2027", "If mine2027 is a paper of your own, name its folder under"),
        ("toy2021", "there is no target toy2021. Did you mean figures/toy2020"),
        ("lines.png", "there is no target lines.png. Did you mean figures/toy2020/lines?"),
        (
            "verdicts/toy2020/linse",
            "there is no target verdicts/toy2020/linse. Did you mean verdicts/toy2020/lines",
        ),
        ("lines", "there is no target lines. Did you mean figures/toy2020/lines?"),
        ("verdict/lines", "there is no target verdict/lines. Did you mean verdicts/toy2020/lines?"),
    ],
)
def test_an_unknown_target_is_told_the_nearest(here: Path, target: str, says: str) -> None:
    assert says in unknown_target(rules(here).catalogue, target)


@pytest.fixture
def here(toy: Copy, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(toy.root)
    return toy.root


def refusal(here: Path, **config: Any) -> str:
    with pytest.raises(UserError) as caught:
        rules(here, **config)
    return str(caught.value)


def test_a_figures_folder_that_is_a_file(here: Path) -> None:
    (here / "figures").write_text("")
    assert refusal(here).startswith("figures/laptop/ cannot be written: figures: ")


@pytest.fixture
def sealed(here: Path) -> Iterator[Path]:
    """A results folder that not even root can write: a read-only mount."""
    folder = here / "results"
    folder.mkdir()
    if os.geteuid() == 0:
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "ro,size=1m", "tmpfs", str(folder)],
            capture_output=True,
            text=True,
        )
        if mounted.returncode:
            pytest.skip(f"root, and cannot mount here: {mounted.stderr.strip()}")
        yield folder
        subprocess.run(["umount", str(folder)], check=True)
    else:
        folder.chmod(0o555)
        yield folder
        folder.chmod(0o755)


def test_a_read_only_results_folder(here: Path, sealed: Path) -> None:
    message = refusal(here)
    assert message.startswith("results/laptop/ cannot be written: results: ")
    assert "Read-only file system" in message or "Permission denied" in message


@pytest.mark.parametrize("signature", ["0\n", None])
def test_results_of_an_older_layout_are_left_alone(here: Path, signature: str | None) -> None:
    kept = here / "results/laptop/runs/kept"
    kept.parent.mkdir(parents=True)
    kept.write_text("kept")
    if signature:
        (here / "results/layout").write_text(signature)
    message = refusal(here)
    found = "0" if signature else "unknown"
    said = f"results/ has files of layout {found}, but this version writes layout {LAYOUT}"
    assert said in message
    assert "Move results/ away" in message
    assert kept.read_text() == "kept"
    (here / "results").rename(here / "old")
    assert rules(here).results == "results/laptop"


@pytest.fixture
def paper(here: Path) -> Path:
    return here / "src/feature_learning/papers/toy2020"


def test_a_declaration_without_its_module(here: Path, paper: Path) -> None:
    for name in ("experiments/points.py", "figures/line_and_cloud.py", "quantities.py"):
        (paper / name).unlink()
    missing = {
        "experiments.yaml declares cloud": "experiments/points.py",
        "paper.yaml declares line-and-cloud": "figures/line_and_cloud.py",
        "figures/lines.yaml declares the claim on-theory": "quantities.py",
    }
    assert refusal(here).splitlines() == [
        f"toy2020/{declared}, but there is no toy2020/{file}" for declared, file in missing.items()
    ]


@pytest.mark.parametrize(
    ("name", "own", "declared"),
    [
        ("experiments/points.py", "class Ring", "experiments.yaml declares ring"),
        ("experiments/powers.py", "class Powers", "experiments.yaml declares powers"),
        ("figures/lines.py", "def draw", "paper.yaml declares lines"),
        ("quantities.py", "def height", "figures/lines.yaml declares the claim on-theory"),
    ],
)
def test_a_declaration_without_its_class_or_function(
    here: Path, paper: Path, name: str, own: str, declared: str
) -> None:
    text, (word, called) = (paper / name).read_text(), own.split()
    assert text.count(f"{own}(") == 1
    (paper / name).write_text(text.replace(f"{own}(", f"{word} Other("))
    kind = {"class": "class", "def": "function"}[word]
    assert refusal(here) == f"toy2020/{declared}, but toy2020/{name} has no {kind} {called}"


def test_what_draws_before_training_has_a_job_of_its_own(here: Path) -> None:
    found = rules(here)
    assert found.draws("toy2020", "ring", "only") == []
    assert found.draws("toy2020", "cloud", "only") == [
        "results/laptop/data/toy2020/cloud/only/drawn.json"
    ]
