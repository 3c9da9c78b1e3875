"""Random streams: a seed gives the same numbers whatever the order, the parallelism or the
scheduler of the jobs.
"""

import hashlib
from typing import Literal, get_args

import numpy as np

from feature_learning.core.errors import UserError

Purpose = Literal["teacher", "init", "train", "refit", "noise", "test", "surrogate"]
_PURPOSES = get_args(Purpose)


class Streams:
    """The independent random streams of one seed of one experiment.

    Parameters
    ----------
    paper, experiment
        Hashed into the entropy (with SHA-256, because Python's own ``hash`` differs between
        processes).
    seed
        The repetition, counted from 0.
    master_seed
        The whole replication: another one changes every stream.

    Notes
    -----
    Streams do not depend on the setting, so settings that draw in the same order are paired.

    Examples
    --------
    >>> Streams("mei2019", "noise", 0)("init").standard_normal(2).round(3).tolist()
    [-2.391, 0.291]
    """

    def __init__(self, paper: str, experiment: str, seed: int, master_seed: int = 0) -> None:
        # Neither name can contain a colon, so no two replications are hashed from the same text.
        replication = f":{master_seed}" if master_seed else ""
        digest = hashlib.sha256(f"{paper}/{experiment}{replication}".encode()).digest()
        self._entropy = int.from_bytes(digest, "big")
        self.seed = seed

    def __call__(self, purpose: Purpose, *key: int) -> np.random.Generator:
        """Return a generator at the start of the stream of that purpose.

        Parameters
        ----------
        purpose
            What the numbers are for; each purpose has its own stream.
        key
            Further coordinates, such as the number of a chunk; each key has its own stream.

        Raises
        ------
        UserError
            There is no such stream.
        """
        if purpose not in _PURPOSES:
            known = ", ".join(_PURPOSES)
            raise UserError(f"there is no random stream {purpose!r}; there are {known}")
        spawn = (self.seed, _PURPOSES.index(purpose), *key)
        return np.random.Generator(
            np.random.Philox(np.random.SeedSequence(self._entropy, spawn_key=spawn))
        )
