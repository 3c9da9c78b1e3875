"""Papers in folders outside the project: the whole pipeline works on them, from ``new-paper`` to
the verdict.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import feature_learning.papers
from feature_learning.core.device import device
from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.declare.folders import importable
from feature_learning.pipeline.declare.new_paper import EXAMPLE, new_paper
from feature_learning.pipeline.run.experiment import draw, simulate, train
from feature_learning.pipeline.run.fingerprint import fingerprint, used
from workflow.copies import PROJECT, TOY, Copy, copy_project

CPU = device("cpu")
CONFIG = "scale: smoke\npaper_folders: [../mine]\n"


def command(copy: Copy, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(copy.root / "src")}
    return subprocess.run(
        [sys.executable, "-m", "feature_learning", *arguments],
        cwd=copy.root,
        env=environment,
        capture_output=True,
        text=True,
    )


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """A copy without papers."""
    return Copy(copy_project(tmp_path / "project").root, "smoke")


@pytest.mark.slow
def test_a_paper_outside_goes_from_new_paper_to_its_verdicts(
    copy: Copy, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = command(copy, "new-paper", "mine2027", "--into", "../mine")
    assert written.returncode == 0, written.stderr
    assert "paper_folders: [../mine]" in written.stdout
    assert not (copy.root / "src/feature_learning/papers/mine2027").exists()
    copy.configure(CONFIG)
    assert "figures/mine2027/fig1" in copy.run("--list-target-rules").output
    jobs = copy.done("figures/all")
    assert {
        "mine2027/extremes/d=20/sample",
        "mine2027/extremes/d=20/train-1",
        "mine2027/extremes/theory",
        "mine2027/claims",
        "mine2027/fig1",
        "gallery",
    } <= jobs
    assert "mine2027" in (copy.root / "figures/smoke/index.html").read_text()
    claims = pd.read_parquet(copy.root / "results/smoke/claims/mine2027.parquet")
    assert claims["claim"].tolist() == ["fig1-ends", "fig1-no-outlier"]
    assert copy.done("figures/all") == set()
    assert "nothing to do" in command(copy, "plan", "--scale", "smoke").stdout

    # Exactly what changed runs again, here in interpreters of their own instead of forks of a warm
    # one.
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    figure = copy.root.parent / "mine/mine2027/figures/fig1.py"
    figure.write_text(figure.read_text().replace('ylabel="', 'ylabel="one '))
    assert copy.done("figures/all") == {"mine2027/fig1", "mine2027/page", "gallery"}
    module = copy.root.parent / "mine/mine2027/experiments/extremes.py"
    module.write_text(module.read_text().replace("values[-1]", "values.min()"))
    jobs = copy.done("figures/all")
    assert {"mine2027/extremes/d=40/train-0", "mine2027/extremes/aggregate"} <= jobs
    assert "mine2027/extremes/theory" not in jobs


@pytest.mark.slow
def test_a_paper_inside_runs_at_once(copy: Copy) -> None:
    assert command(copy, "new-paper", "mine2027").returncode == 0
    jobs = copy.done("figures/mine2027", "--config", "scale=smoke")
    assert {"mine2027/claims", "mine2027/fig1"} <= jobs
    test = copy.root / "src/feature_learning/papers/mine2027"
    environment = os.environ | {"PYTHONPATH": str(copy.root / "src")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", str(test)],
        cwd=copy.root,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout


def test_the_page_shows_the_example_file_by_file() -> None:
    shown = re.findall(
        rf"^`src/feature_learning/papers/{EXAMPLE.name}/([^`]+)`\n\n```\w+\n(.*?)^```$",
        (PROJECT / "docs/adding-a-paper.md").read_text(),
        re.MULTILINE | re.DOTALL,
    )
    assert dict(shown) == texts(EXAMPLE)


def texts(folder: Path) -> dict[str, str]:
    """Return the files of a paper by their path in its folder."""
    files = [path for path in folder.rglob("*.*") if path.suffix in (".py", ".yaml")]
    return {path.relative_to(folder).as_posix(): path.read_text() for path in files}


def test_the_folder_is_the_example_under_its_key(tmp_path: Path) -> None:
    folder = new_paper("mine2027", tmp_path / "mine")
    found, example = texts(folder), texts(EXAMPLE)
    assert set(found) == {name.replace(EXAMPLE.name, "mine2027") for name in example}
    for name, text in found.items():
        assert EXAMPLE.name not in text
        if not name.endswith(".yaml"):
            own = name.replace("mine2027", EXAMPLE.name)
            assert text.replace("mine2027", EXAMPLE.name) == example[own]
    assert (
        folder / found["paper.yaml"].splitlines()[0].rpartition("$schema=")[2]
    ).resolve() == PROJECT / "docs/schema/paper.json"
    for wrong in ("moniri2023", "Mine", "all", "2027"):
        with pytest.raises(
            UserError, match=r"is not a key|there is a paper with the key moniri2023"
        ):
            new_paper(wrong, tmp_path)
    with pytest.raises(UserError, match="key mine2027; nothing was written"):
        new_paper("mine2027", tmp_path / "mine")


def test_wrong_folders_are_answered_before_any_job(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    new_paper("mine2027", tmp_path / "one")
    new_paper("mine2027", tmp_path / "two")
    shutil.move(tmp_path / "two/mine2027", tmp_path / "two/moniri2023")

    def refusal(*folders: str) -> str:
        with pytest.raises(UserError) as error:
            load({"paper_folders": [str(tmp_path / folder) for folder in folders]})
        return str(error.value)

    here = "configuration: paper_folders[0]"
    assert refusal("missing") == f"{here}: {tmp_path}/missing does not exist"
    assert refusal("empty").endswith("empty holds no paper (a folder with a paper.yaml)")
    assert "paper_folders[1]: " in refusal("one", "two")
    assert "two/moniri2023 has the key of " in refusal("one", "two")
    assert "mine2027" in load({"paper_folders": [str(tmp_path / "one")]}).papers


def test_reading_the_declarations_changes_nothing_in_the_process(tmp_path: Path) -> None:
    new_paper("mine2027", tmp_path / "one")
    path, environment = list(feature_learning.papers.__path__), dict(os.environ)
    catalogue = load({"paper_folders": [str(tmp_path / "one")]})
    assert catalogue.outside == [tmp_path / "one"]
    assert load({}).outside == []
    assert list(feature_learning.papers.__path__) == path
    assert dict(os.environ) == environment


def test_an_edit_of_a_declaration_is_seen_by_the_same_process(tmp_path: Path) -> None:
    """A notebook outlives an edit."""
    folder = new_paper("mine2027", tmp_path / "one")
    config = {"paper_folders": [str(tmp_path / "one")]}
    assert load(config).experiment("mine2027", "extremes").seeds == 12
    file = folder / "experiments.yaml"
    file.write_text(file.read_text().replace("seeds: 12", "seeds: 13"))
    os.utime(file, ns=(0, 0))
    assert load(config).experiment("mine2027", "extremes").seeds == 13


def test_the_fingerprint_follows_a_paper_outside(tmp_path: Path) -> None:
    folder = new_paper("mine2027", tmp_path / "one")
    (folder / "shared").mkdir()
    (folder / "shared/model.py").write_text("SIZE = 1\n")
    entry = folder / "experiments/extremes.py"
    text = entry.read_text()
    import_line = "import numpy as np\n"
    assert text.count(import_line) == 1
    entry.write_text(
        text.replace(
            import_line,
            f"{import_line}\nfrom feature_learning.papers.mine2027.shared import model\n"
            "_SIZE = model.SIZE\n",
        )
    )
    name, places = "feature_learning.papers.mine2027.experiments.extremes", (tmp_path / "one",)
    assert ("feature_learning.papers.mine2027.shared.model", "SIZE") in used(name, papers=places)
    own = "feature_learning.papers.moniri2023.experiments.spectra"
    assert fingerprint(own, papers=places) == fingerprint(own)
    for entries in ((name,), (f"{name}:extremes", f"{name}:draw")):
        assert len(fingerprint(*entries, papers=places)) == 16
        with pytest.raises(FileNotFoundError):
            fingerprint(*entries)


def test_an_experiment_is_one_function_and_what_it_needs_is_drawn_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    catalogue = load({"paper_folders": [str(TOY.parent)]})
    monkeypatch.setattr(feature_learning.papers, "__path__", list(feature_learning.papers.__path__))
    importable(catalogue.outside)
    (cloud,), (ring,) = (catalogue.settings("toy2020", name) for name in ("cloud", "ring"))
    line, *_ = catalogue.settings("toy2020", "line")
    assert [set(draw(setting, 0)) for setting in (line, cloud, ring)] == [
        {"offset", "noise"},
        {"points"},
        set(),
    ]
    assert list(train(cloud, 0, {"points": np.full(3, 2.0)}, CPU)) == [{"mean": 2.0}]
    assert (
        list(train(cloud, 1, draw(cloud, 1), CPU))
        == list(simulate(cloud, 1, CPU))
        != list(simulate(cloud, 0, CPU))
    )
    assert (
        list(train(ring, 1, {}, CPU))
        == list(simulate(ring, 1, CPU))
        != list(simulate(ring, 0, CPU))
    )
