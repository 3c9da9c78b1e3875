"""What surrounds a run and must not matter: paths, locale, a notebook's environment, clocks, and
the folder or the workflow that it is called from.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest

from workflow.copies import Copy, copy_project, environment, with_toy

pytestmark = pytest.mark.slow
SMOKE = ("--config", "scale=smoke")
MODULE = """
module features:
    snakefile: "{root}/Snakefile"
    config: {{"scale": "smoke"}}

use rule * from features as features_*
"""


@pytest.fixture(scope="module")
def spaced(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy below a folder whose name has a space."""
    return with_toy(copy_project(tmp_path_factory.mktemp("spaced") / "my project"))


def snakemake(folder: Path, *arguments: str, **changed: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "snakemake", *arguments]
    return subprocess.run(
        command,
        cwd=folder,
        env=environment() | changed,
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )


def test_a_run_in_a_hostile_environment(spaced: Copy, tmp_path: Path) -> None:
    """An ASCII locale, a notebook's backend, a long folder of temporary files, and files that the
    run reads from the future.
    """
    for name in ("plotting/paper.mplstyle", "pipeline/report/templates/front.html.j2"):
        os.utime(spaced.root / "src/feature_learning" / name, (time.time() + 86400,) * 2)
    temporary = tmp_path / ("long" * 30)
    temporary.mkdir()
    ascii_locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    kernel = {"MPLBACKEND": "module://matplotlib_inline.backend_inline"}
    changed = {**ascii_locale, **kernel, "TMPDIR": str(temporary)}
    ran = snakemake(spaced.root, "figures/all", "--cores", "2", *SMOKE, **changed)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    figures = spaced.root / "figures/smoke"
    assert len([*figures.glob("toy2020/*.png")]) == 3
    said = json.loads((figures / "run.json").read_text("utf-8"), parse_constant=pytest.fail)
    assert said["python"] == sys.version.split()[0]
    verdicts = pd.read_csv(spaced.root / "results/smoke/verdicts.csv")
    claims = said["verdicts"]["toy2020"]
    assert {name.split("/")[1] for name in verdicts["name"]} == {one["claim"] for one in claims}
    assert set(verdicts["verdict"]) == {one["verdict"] for one in claims}


def test_a_run_in_another_folder(spaced: Copy, tmp_path: Path) -> None:
    """The project's configuration counts where the folder has none."""
    target = "figures/toy2020/powers"
    called = (target, "--snakefile", str(spaced.root / "Snakefile"), "--dry-run")
    ran = snakemake(tmp_path, *called)
    assert ran.returncode == 0, ran.stderr
    assert f"{target} " in ran.stdout + ran.stderr
    (tmp_path / "config.yaml").write_text("scale: smok\n")
    ran = snakemake(tmp_path, *called)
    assert ran.returncode != 0
    assert "(found 'smok')" in ran.stdout + ran.stderr


def test_a_run_as_a_module_of_another_workflow(spaced: Copy, tmp_path: Path) -> None:
    (tmp_path / "Snakefile").write_text(MODULE.format(root=spaced.root))
    target = ("features_figures/toy2020/powers", "--cores", "2")
    ran = snakemake(tmp_path, *target)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert (tmp_path / "figures/smoke/toy2020/powers.png").is_file()
    ran = snakemake(tmp_path, *target, "--dry-run")
    assert "Nothing to be done" in ran.stdout + ran.stderr
