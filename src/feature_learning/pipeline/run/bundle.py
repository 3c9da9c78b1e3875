"""Stage ``bundle``: several pairs of ``sample`` and ``train`` in one job of a cluster.

A cluster's job takes seconds before its science begins, and most pairs take less. So on a cluster the pairs of an experiment are made in
bundles, each in a process of its own. A finished pair is kept beside the run files until its ``train`` job takes
it from there. If a bundle fails, the next one for these pairs only makes those that are missing.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from feature_learning.core import parquet
from feature_learning.core.device import device
from feature_learning.core.errors import UserError
from feature_learning.core.setting import Setting
from feature_learning.pipeline.run import experiment
from feature_learning.pipeline.run.aggregate import run_file
from feature_learning.pipeline.run.timing import recorded
from feature_learning.pipeline.run.train import is_run_of, log_progress, provenance


def run(args: argparse.Namespace) -> None:
    """Make the pairs of a bundle that are not there yet, one after another, and write an empty file.

    Raises
    ------
    UserError
        Some pairs failed; the message names them and their logs.
    """
    bundle = Bundle.of(json.loads(args.settings), args)
    experiment.module_of(bundle.pairs[0][0])  # imported once, then shared by all processes
    failed = [pair for pair in bundle.pairs if not bundle.done(*pair)]
    if failed:
        named = "\n".join(f"  setting {setting.label}, seed {seed} (log: {bundle.log(setting, seed)})" for setting, seed in failed)
        kept = len(bundle.pairs) - len(failed)
        raise UserError(f"{len(failed)} of {len(bundle.pairs)} pairs failed; the other {kept} are kept:\n{named}")
    args.out.touch()


@dataclass(frozen=True)
class Bundle:
    """The pairs of a bundle, and where their files lie.

    Attributes
    ----------
    pairs
        Settings and seeds.
    store, runs, logs, benchmarks
        The experiment's folders: where finished pairs are kept, run files, logs, and records of time.
    code
        The fingerprint of the training code.
    device
        Where large products run.
    """

    pairs: tuple[tuple[Setting, int], ...]
    store: Path
    runs: Path
    logs: Path
    benchmarks: Path
    code: str
    device: str

    @classmethod
    def of(cls, raw: list[Mapping[str, object]], args: argparse.Namespace) -> Bundle:
        """Return the bundle of a job: each setting comes with its seeds."""
        pairs = tuple((Setting.from_json(json.dumps(one["setting"])), seed) for one in raw for seed in one["seeds"])  # type: ignore[attr-defined]
        return cls(pairs, args.store, args.runs, args.logs, args.benchmark, args.code, args.device)

    def log(self, setting: Setting, seed: int) -> Path:
        """Return the log of a pair."""
        return self.logs / setting.label / f"train-{seed}.log"

    def has(self, setting: Setting, seed: int) -> bool:
        """Return whether a pair has been made, by this code, in an earlier bundle or on its own."""
        files = (run_file(folder, setting, seed) for folder in (self.store, self.runs))
        return any(is_run_of(file, setting, seed, self.code) for file in files)

    def done(self, setting: Setting, seed: int) -> bool:
        """Make a pair unless it is there, say so in the bundle's log, and return whether it is there now."""
        kept = self.has(setting, seed)
        done = kept or self.made(setting, seed)
        what = "kept" if kept else "made" if done else "failed"
        print(f"{what}: setting {setting.label}, seed {seed}", flush=True)
        return done

    def made(self, setting: Setting, seed: int) -> bool:
        """Make a pair in a process of its own, so that its memory is given back and its failure is its own."""
        child = os.fork()
        if not child:
            self._child(setting, seed)
        _, status = os.waitpid(child, 0)
        return status == 0

    def _child(self, setting: Setting, seed: int) -> NoReturn:
        status = 1
        try:
            log = self.log(setting, seed)
            log.parent.mkdir(parents=True, exist_ok=True)
            with log.open("w") as file:
                os.dup2(file.fileno(), 1)
                os.dup2(file.fileno(), 2)
            self._make(setting, seed)
            status = 0
        except Exception as error:
            traceback.print_exc()
            print(f"error in train of {setting.paper}/{setting.experiment}, setting {setting.label}, seed {seed}: {error}", file=sys.stderr)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)

    def _make(self, setting: Setting, seed: int) -> None:
        with recorded(self.benchmarks / setting.label / f"train-{seed}.jsonl", "train") as watch:
            place = device(self.device)
            with watch.science():
                draws = experiment.draw(setting, seed)
                rows = list(log_progress(experiment.train(setting, seed, draws, place), setting))
            parquet.write_rows(rows, run_file(self.store, setting, seed), provenance(setting, seed, self.code))
