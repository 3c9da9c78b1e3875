"""Jobs forked from the warm interpreter are what jobs in interpreters of their own are."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from feature_learning.pipeline.run import warm

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="jobs are forked on Linux alone"),
]
PACKAGE = Path(warm.__file__).parents[2]
# A package of one stage, which says what it sees and then does as it is told.
STAGE = """
import os, sys, time
def main(arguments):
    print(os.getpid(), os.getppid(), arguments, os.getcwd(), os.environ.get("FLAVOUR"), end=" ")
    print("matplotlib" in sys.modules, sys.stdin.read(), flush=True)
    print("to stderr", file=sys.stderr)
    return {
        "well": lambda: 0,
        "badly": lambda: 3,
        "argparse": lambda: sys.exit(2),
        "killed": lambda: os.kill(os.getpid(), 9),
        "raises": lambda: 1 / 0,
        "slowly": lambda: time.sleep(1) or 0,
    }[arguments[1]]()
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The warm interpreter and its other end, and a package that runs no science."""
    package = tmp_path / "src/feature_learning"
    (package / "pipeline/run").mkdir(parents=True)
    for name in ("", "pipeline/", "pipeline/run/"):
        (package / f"{name}__init__.py").touch()
    for name in ("warm.py", "job.py"):
        shutil.copy(PACKAGE / "pipeline/run" / name, package / "pipeline/run" / name)
    (package / "plotting").mkdir()
    shutil.copy(PACKAGE / "plotting/paper.mplstyle", package / "plotting/paper.mplstyle")
    (package / "pipeline/commands.py").write_text(STAGE)
    (package / "pipeline/broken.py").write_text("1 / 0")
    (package / "__main__.py").write_text(
        "import sys\n"
        "from feature_learning.pipeline.commands import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    return tmp_path


@pytest.fixture
def serving(project: Path) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """A warm interpreter that listens."""
    address = project / "own/socket"
    address.parent.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(project / "src")}
    command = [sys.executable, "-m", "feature_learning.pipeline.run.warm", str(address)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=environment) as process:
        while not address.exists():
            time.sleep(0.01)
            assert process.poll() is None
        yield process, address
        process.kill()


def ask(project: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a job as the rules do."""
    command = [
        sys.executable,
        "-IS",
        str(project / "src/feature_learning/pipeline/run/job.py"),
        *arguments,
    ]
    kept = {**os.environ, "PYTHONPATH": str(project / "src"), **environment}
    return subprocess.run(
        command, capture_output=True, text=True, env=kept, cwd=project, stdin=subprocess.DEVNULL
    )


def test_a_job_is_a_fork_with_the_caller_s_arguments_environment_folder_and_outputs(
    project: Path, serving: tuple[subprocess.Popen[bytes], Path]
) -> None:
    process, address = serving
    ran = ask(
        project,
        "well",
        "--out",
        "a b",
        FEATURE_LEARNING_WARM=str(address),
        FLAVOUR="plum",
        OMP_NUM_THREADS="1",
    )
    own, parent, rest = ran.stdout.rstrip("\n").split(" ", 2)
    assert int(parent) == process.pid != int(own)
    assert rest == f"['job', 'well', '--out', 'a b'] {project} plum True "
    assert (ran.returncode, ran.stderr) == (0, "to stderr\n")


@pytest.mark.parametrize(
    ("how", "status", "said"),
    [("badly", 3, ""), ("argparse", 2, ""), ("raises", 1, "ZeroDivisionError")],
)
def test_what_goes_wrong_is_told_alike_by_both(
    how: str, status: int, said: str, project: Path, serving: tuple[subprocess.Popen[bytes], Path]
) -> None:
    for environment in ({}, {"FEATURE_LEARNING_WARM": str(serving[1])}):
        ran = ask(project, how, **environment)
        assert ran.returncode == status
        assert said in ran.stderr


def test_a_killed_job_fails_and_says_so(
    project: Path, serving: tuple[subprocess.Popen[bytes], Path]
) -> None:
    ran = ask(project, "killed", FEATURE_LEARNING_WARM=str(serving[1]))
    assert (ran.returncode, ran.stderr) == (137, "to stderr\nthe job's process was killed\n")
    assert ask(project, "well", FEATURE_LEARNING_WARM=str(serving[1])).returncode == 0


@pytest.mark.parametrize(
    "environment", [{"OMP_NUM_THREADS": "2"}, {"FEATURE_LEARNING_WARM": "/nowhere/socket"}, {}]
)
def test_without_it_or_with_more_threads_a_job_has_an_interpreter_of_its_own(
    environment: dict[str, str], project: Path, serving: tuple[subprocess.Popen[bytes], Path]
) -> None:
    ran = ask(
        project,
        "well",
        **{"FEATURE_LEARNING_WARM": str(serving[1]), **environment}
        if "OMP_NUM_THREADS" in environment
        else environment,
    )
    assert ran.returncode == 0
    assert int(ran.stdout.split()[1]) != serving[0].pid
    assert " False " in ran.stdout


def test_it_ends_with_its_parent_and_leaves_nothing_and_jobs_go_on(
    project: Path, serving: tuple[subprocess.Popen[bytes], Path]
) -> None:
    process, address = serving
    ask(project, "well", FEATURE_LEARNING_WARM=str(address))  # it serves
    command = [
        sys.executable,
        "-IS",
        str(project / "src/feature_learning/pipeline/run/job.py"),
        "slowly",
    ]
    with subprocess.Popen(
        command, env={**os.environ, "FEATURE_LEARNING_WARM": str(address)}, stdout=subprocess.PIPE
    ) as slow:
        assert slow.stdout
        slow.stdout.readline()
        # Ctrl-C reaches all; it is Snakemake's to say when to end
        process.send_signal(signal.SIGINT)
        assert process.stdin
        process.stdin.close()
        assert process.wait(timeout=10) == 0
        assert not address.parent.exists()
        assert slow.wait() == 0


def test_start_and_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(PACKAGE.parent))
    interpreter = warm.Warm()
    interpreter.stop()  # nothing was started
    interpreter.start()
    address = Path(os.environ[warm.VARIABLE])
    interpreter.stop()
    assert warm.VARIABLE not in os.environ
    assert not address.parent.exists()


def test_few_jobs_start_none() -> None:
    interpreter = warm.Warm()
    interpreter.start(jobs=7)
    assert warm.VARIABLE not in os.environ


def test_a_long_folder_of_temporary_files_is_no_obstacle(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    place = tmp_path / ("long" * 30)
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    address = warm._address()
    assert len(address) <= 107
    assert not list(place.iterdir())
    Path(address).parent.rmdir()


def test_both_ends_know_the_variable_by_one_name() -> None:
    assert f'"{warm.VARIABLE}"' in Path(PACKAGE / "pipeline/run/job.py").read_text()


def test_modules_are_imported_beforehand_and_a_broken_one_breaks_only_its_own_jobs(
    project: Path, serving: tuple[subprocess.Popen[bytes], Path]
) -> None:
    _, address = serving
    # answered once everything is imported
    ask(project, "well", FEATURE_LEARNING_WARM=str(address), OMP_NUM_THREADS="1")
    (project / "src/feature_learning/pipeline/commands.py").write_text(
        STAGE.replace("to stderr", "from disk")
    )
    ran = ask(project, "well", FEATURE_LEARNING_WARM=str(address), OMP_NUM_THREADS="1")
    assert (ran.returncode, ran.stderr) == (0, "to stderr\n")


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGINT])
def test_a_job_whose_client_has_gone_leaves_the_others_alone(
    project: Path, serving: tuple[subprocess.Popen[bytes], Path], by: signal.Signals
) -> None:
    """Killed by itself, or with the whole group as by Ctrl-C."""
    process, address = serving
    warm_job = {"FEATURE_LEARNING_WARM": str(address), "OMP_NUM_THREADS": "1"}
    job = str(project / "src/feature_learning/pipeline/run/job.py")
    kept = {**os.environ, "PYTHONPATH": str(project / "src"), **warm_job}
    command = [sys.executable, "-IS", job, "slowly"]
    with subprocess.Popen(
        command,
        env=kept,
        cwd=project,
        stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.STDOUT,
    ) as client:
        assert client.stdout is not None
        fork = int(client.stdout.read(8).split()[0])  # the job has begun
        client.send_signal(by)
        client.wait()
        if by is signal.SIGINT:
            os.kill(fork, by)
    time.sleep(1.5)  # the fork has ended and could not say how
    assert process.poll() is None
    assert address.exists()
    again = ask(project, "well", **warm_job)
    assert again.returncode == 0
    assert int(again.stdout.split()[1]) == process.pid
