"""A real Slurm on this machine alone: one controller, one node, no accounting."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

# Jobs of the plugin drop every SLURM_ variable, SLURM_CONF too, so the file must be where Slurm
# looks by default.
CONF = Path("/etc/slurm/slurm.conf")
OURS = "# written by the tests in process "
PROGRAMS = (
    "munged",
    "slurmctld",
    "slurmd",
    "sbatch",
    "srun",
    "squeue",
    "scancel",
    "scontrol",
    "sinfo",
)
# With /usr/sbin, which is not on every PATH, and without what would lead to another Slurm.
ENVIRONMENT = {
    key: value
    for key, value in os.environ.items()
    if not key.startswith(("SLURM_", "SBATCH_", "SQUEUE_"))
}
ENVIRONMENT["PATH"] = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"])
# Ports other than Slurm's own, a munge of its own: nothing here meets a Slurm that runs already.
# The node may claim more cores and memory than there are; jobs of a test are small, and two at once
# is what the tests count on.
TEMPLATE = """\
{ours}{pid}
ClusterName=tests
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort=26817
SlurmdPort=26818
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SlurmdParameters=config_overrides
AccountingStorageType=accounting_storage/none
# Memory is looked at every second, and a job that uses more than it asked for is killed.
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=task=1
JobAcctGatherParams=OverMemoryKill
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
MpiDefault=none
# A node that was set down stays so until it is resumed.
ReturnToService=1
# The plugin asks squeue about finished jobs for this long.
MinJobAge=300
KillWait=2
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=4000 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def obstacle() -> str | None:
    """Return why no Slurm can be started here, or None."""
    if missing := [name for name in PROGRAMS if not shutil.which(name, path=ENVIRONMENT["PATH"])]:
        names = ", ".join(missing)
        return f"Slurm is not installed ({names} not found): apt-get install slurm-wlm munge"
    if os.geteuid() != 0:
        return "only root can start slurmd and write /etc/slurm/slurm.conf"
    if "SLURM_CONF" in os.environ:
        return f"SLURM_CONF names another Slurm: {os.environ['SLURM_CONF']}"
    if CONF.exists() and not abandoned():
        return f"{CONF} belongs to another Slurm"
    return None


def abandoned() -> bool:
    """Say whether the configuration is that of tests which were killed."""
    first = CONF.read_text().partition("\n")[0]
    return first.startswith(OURS) and not Path("/proc", first.removeprefix(OURS)).exists()


def until(condition: Callable[[], bool], what: str, seconds: float = 60) -> None:
    """Wait until a condition holds."""
    last = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < last, f"waited {seconds:.0f} s in vain: {what}"
        time.sleep(0.2)


@dataclass(frozen=True)
class Slurm:
    """The Slurm that runs; its commands as methods."""

    folder: Path
    host: str
    daemons: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def start(self, *command: str) -> None:
        """Start a daemon."""
        with (self.folder / f"{command[0]}.out").open("ab") as out:
            self.daemons[command[0]] = subprocess.Popen(
                command, env=ENVIRONMENT, stdout=out, stderr=out, stdin=subprocess.DEVNULL
            )

    def stop(self, name: str) -> None:
        """Stop a daemon."""
        daemon = self.daemons.pop(name)
        daemon.send_signal(signal.SIGTERM)
        try:
            daemon.wait(timeout=15)
        except subprocess.TimeoutExpired:
            daemon.kill()
            daemon.wait()

    def answers(self) -> bool:
        """Return whether the controller answers and knows its node."""
        try:
            return self.state() in ("idle", "mixed", "allocated")
        except subprocess.CalledProcessError:
            return False

    def command(self, *arguments: str) -> str:
        """Run one of Slurm's commands and return what it prints."""
        return subprocess.run(
            arguments, env=ENVIRONMENT, capture_output=True, text=True, check=True
        ).stdout

    def state(self) -> str:
        """Return the node's state: idle, mixed, allocated, down, ..."""
        return self.command("sinfo", "--noheader", "--format=%T").strip().rstrip("*")

    def jobs(self, state: str) -> list[str]:
        """Return the jobs in a state; a task of an array is `job_task`."""
        return self.command(
            "squeue", "--array", "--noheader", f"--states={state}", "--format=%i"
        ).split()

    def begun_again(self, job: str) -> bool:
        """Set the node up, let a requeued job start now, and say whether it has.

        Which of the two Slurm needs, and how often, depends on timing: it may already have started
        the job, or have drained the node because it met what was left of the job's first start.
        """
        if self.state().startswith(("down", "drain")):
            self.command("scontrol", "update", f"nodename={self.host}", "state=resume")
        if job not in self.jobs("PENDING"):
            return True
        subprocess.run(
            ["scontrol", "update", f"jobid={job}", "starttime=now"],
            env=ENVIRONMENT,
            capture_output=True,
        )
        return False

    def empty(self) -> None:
        """Cancel what a test has left and set the node up again."""
        self.command("scancel", "--user=root")
        if self.state().startswith(("down", "drain")):
            self.command("scontrol", "update", f"nodename={self.host}", "state=resume")
        until(
            lambda: not self.jobs("PENDING,RUNNING,COMPLETING") and self.state() == "idle",
            "an idle node",
        )


@contextmanager
def running() -> Iterator[Slurm]:
    """Start Slurm, and stop it and remove its configuration afterwards."""
    # short: the path of a socket has at most 107 characters
    folder = Path(tempfile.mkdtemp(prefix="slurm-"))
    for name in ("state", "spool"):
        (folder / name).mkdir()
    key = folder / "munge.key"
    key.touch(mode=0o400)
    key.write_bytes(os.urandom(128))
    host = socket.gethostname().partition(".")[0]
    CONF.parent.mkdir(parents=True, exist_ok=True)
    CONF.write_text(TEMPLATE.format(ours=OURS, pid=os.getpid(), host=host, folder=folder))
    slurm = Slurm(folder, host)
    try:
        files = {
            name: f"--{name}-file={folder}/munge.{name}" for name in ("key", "pid", "seed", "log")
        }
        # --force: munged wants its files in folders that belong to it alone, which /tmp is not.
        slurm.start(
            "munged", "--foreground", "--force", f"--socket={folder}/munge.socket", *files.values()
        )
        until((folder / "munge.socket").exists, "munged")
        slurm.start("slurmctld", "-D", "-c")
        slurm.start("slurmd", "-D", "-c")
        until(slurm.answers, f"slurmctld and slurmd (see {folder})")
        yield slurm
        slurm.empty()
    finally:
        for name in reversed(list(slurm.daemons)):
            slurm.stop(name)
        CONF.unlink()
    # Where a start or a stop failed the logs stay.
    shutil.rmtree(folder)
