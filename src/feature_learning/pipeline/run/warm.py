"""A warm interpreter: local jobs are forked from one process that has the large libraries imported.

Starting an interpreter and importing numpy, pyarrow, pandas and matplotlib takes longer than most
jobs, and a whole run has more than a thousand jobs. So a local run keeps one process that has
imported them and this package and does nothing else; each job is a fork of it. The client is
`job.py`, which runs the job itself if there is no warm interpreter, as on a cluster.
"""

import contextlib
import gc
import importlib
import io
import marshal
import os
import pkgutil
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
import warnings
from pathlib import Path

VARIABLE = "FEATURE_LEARNING_WARM"
_STAGES = ("feature_learning.pipeline.commands", "feature_learning.pipeline.run.")
# Fewer jobs start sooner in interpreters of their own, which import only what they need.
_FEW = 8
# From so many jobs on, importing the whole package once costs less than importing parts of it in
# each.
_MANY = 100
_LONGEST = 100  # characters of a socket's path; the system allows 107
_LIBRARIES = (
    "numba",
    "numpy",
    "scipy.integrate",
    "scipy.linalg",
    "scipy.optimize",
    "scipy.special",
    "scipy.stats",
    "pyarrow.compute",
    "pyarrow.dataset",
    "pyarrow.pandas_compat",
    "pyarrow.parquet",
    "pandas",
    "pandas.io.formats.csvs",
    "matplotlib.figure",
    "matplotlib.backends.backend_agg",
    "matplotlib.backends.backend_pdf",
    "matplotlib.backends.backend_svg",
)


class Warm:
    """The warm interpreter of one run of Snakemake; it ends with the run, however that ends."""

    _process: subprocess.Popen[bytes] | None = None

    def __init__(self) -> None:
        # A job of a cluster inherits the environment, but the interpreter at this address belongs
        # to another machine.
        os.environ.pop(VARIABLE, None)

    def start(self, jobs: int = 0) -> None:
        """Start the process; jobs find it by an environment variable.

        Parameters
        ----------
        jobs
            How many jobs the run has, 0 if that is not known. With few, nothing is started. With
            many, it pays to hold every module of this package as well, and to have drawn once.
        """
        # On other systems, libraries of the system are not fork-safe.
        if sys.platform != "linux" or 0 < jobs < _FEW:
            return
        address = _address()
        # One thread per job, as the rules ask. The end of stdin tells the process that this one is
        # gone.
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, address, *(["all"] if jobs >= _MANY else [])],
            stdin=subprocess.PIPE,
            env=environment,
        )
        os.environ[VARIABLE] = address

    def stop(self) -> None:
        """End the process where it was started; jobs that still run continue."""
        if self._process:
            del os.environ[VARIABLE]
            self._process.communicate()
            self._process = None


def _address() -> str:
    """Return the path of a new socket, in a separate folder."""
    place = tempfile.gettempdir()
    while True:
        folder = Path(tempfile.mkdtemp(prefix="feature-learning-", dir=place))
        if len(address := str(folder / "socket")) <= _LONGEST or place == "/tmp":
            return address
        folder.rmdir()
        place = "/tmp"


def serve(address: str, everything: bool = False) -> None:
    """Fork one job per connection, until stdin ends.

    Parameters
    ----------
    address
        The path of the socket to listen at, in its own folder, which is removed at the end.
    """
    # The jobs end first, then Snakemake, then this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Threads of the libraries sleep when a job is forked.
    warnings.filterwarnings("ignore", "This process .* is multi-threaded", DeprecationWarning)
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            listener.bind(address)
            listener.listen(64)
            for module in _modules(everything):
                # The job that needs a broken module says what is wrong with it.
                with contextlib.suppress(Exception):
                    importlib.import_module(module)
            if everything:
                _draw_once()
            _compile_once()
            gc.collect()
            gc.freeze()  # else the first collection in a job would copy every shared page
            # The kernel reaps ended jobs; each sends its exit status itself.
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)
            while sys.stdin not in select.select([listener, sys.stdin], [], [])[0]:
                connection, _ = listener.accept()
                with connection:
                    if not os.fork():
                        try:
                            listener.close()
                            _job(connection)
                        finally:
                            # Whatever goes wrong in a fork, it must not end what its parent serves.
                            os._exit(1)
    finally:
        shutil.rmtree(Path(address).parent, ignore_errors=True)


def _modules(everything: bool) -> list[str]:
    """Return what jobs import: the libraries, then the stages, or every module of this package."""
    found = pkgutil.walk_packages(
        [str(Path(__file__).parents[2])], "feature_learning.", onerror=lambda name: None
    )
    names = [module.name for module in found if not module.name.endswith("__main__")]
    return [*_LIBRARIES, *(name for name in names if everything or name.startswith(_STAGES))]


def _draw_once() -> None:
    """Let matplotlib find the fonts and build its parser of formulas, which it does at its first
    drawing.
    """
    from matplotlib.figure import Figure

    figure = Figure()
    figure.suptitle(r"$\alpha_1$")
    figure.savefig(io.BytesIO(), format="pdf")


def _compile_once() -> None:
    """Make numba fill its registries, which it does at its first compilation and which takes as
    long as importing it.
    """
    import numba

    numba.njit("float64[:](float64[:])")(lambda numbers: numbers)


def _job(connection: socket.socket) -> None:
    """Run the command of the client, with its output files, environment and folder, and send back
    the exit status, if the client has not been killed.
    """
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        _, (stdout, stderr), _, _ = socket.recv_fds(connection, 1, 2)
        for source, place in ((os.open(os.devnull, os.O_RDONLY), 0), (stdout, 1), (stderr, 2)):
            os.dup2(source, place)
            os.close(source)
        with connection.makefile("rb") as file:
            request = marshal.load(file)
        os.chdir(request["folder"])
        os.environ.clear()
        os.environ.update(request["environment"])

        from feature_learning.pipeline.commands import main

        status = main(request["arguments"])
    except SystemExit as error:  # argparse
        status = error.code if isinstance(error.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
            connection.sendall(bytes([status]))


if __name__ == "__main__":
    serve(sys.argv[1], everything="all" in sys.argv[2:])
