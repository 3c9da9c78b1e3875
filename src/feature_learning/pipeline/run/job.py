"""The entry of all jobs: ``python job.py JSON OUT LOG DEVICE`` asks the warm interpreter
(`warm.py`), or starts a new one.

Every job starts with this script, so it imports nothing that takes time.
"""

import marshal
import os
import sys


def warm(address: str, arguments: list[str]) -> int | None:
    """Run a job in a fork of the warm interpreter and return its exit status, or None if nothing
    listens at the address.
    """
    import _socket as socket  # importing socket.py takes longer than all else in this file

    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.connect(address)
    except OSError:
        return None
    request = {"arguments": arguments, "folder": os.getcwd(), "environment": dict(os.environ)}
    outputs = b"".join(number.to_bytes(4, sys.byteorder) for number in (1, 2))
    connection.sendmsg([b"\0"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, outputs)])
    connection.sendall(marshal.dumps(request))
    connection.shutdown(socket.SHUT_WR)
    status = connection.recv(1)
    if not status:
        print("the job's process was killed", file=sys.stderr)
    return status[0] if status else 137


if __name__ == "__main__":
    arguments = ["job", *sys.argv[1:]]
    address = os.environ.pop("FEATURE_LEARNING_WARM", None)
    # The libraries of the warm interpreter use one thread; a job that needs more gets a new
    # interpreter.
    status = (
        warm(address, arguments)
        if address and os.environ.get("OMP_NUM_THREADS", "1") == "1"
        else None
    )
    if status is None:
        os.execv(sys.executable, [sys.executable, "-m", "feature_learning", *arguments])
    sys.exit(status)
