"""Stage ``render``: draw one figure as PDF, PNG and SVG, its animation if it has one, and write
the points drawn as CSV and the numbers of its caption as JSON.
"""

import argparse
import importlib
import json

from feature_learning.core.errors import UserError
from feature_learning.core.files import replacing
from feature_learning.core.regions import Accepted
from feature_learning.core.tables import Tables
from feature_learning.pipeline.run.timing import recorded
from feature_learning.plotting import animation
from feature_learning.plotting.sheet import Sheet
from feature_learning.plotting.targets import styled

# Without dates and random identifiers, equal figures have equal bytes.
_METADATA = {"pdf": {"CreationDate": None}, "svg": {"Date": None}, "png": {"Software": None}}


def run(args: argparse.Namespace) -> None:
    """Draw the figure from the tables and save it in every format, each file completely or not at
    all.
    """
    with recorded(args.benchmark, "render") as watch, styled(args.style) as target:
        module = importlib.import_module(
            f"feature_learning.papers.{args.paper}.figures.{args.figure.replace('-', '_')}"
        )
        accepted = {claim: Accepted(**region) for claim, region in json.loads(args.regions).items()}
        sheet = Sheet(target, accepted=accepted)
        with watch.science():
            module.draw(Tables(args.results, args.paper), sheet)
        if not sheet.axes:
            raise UserError(f"{args.paper}/figures/{args.figure} drew nothing")
        sheet.arrange()
        args.out.parent.mkdir(parents=True, exist_ok=True)
        for suffix, metadata in _METADATA.items():
            with replacing(args.out.with_name(f"{args.out.name}.{suffix}")) as temporary:
                sheet.savefig(temporary, format=suffix, metadata=metadata)
        with replacing(args.out.with_name(f"{args.out.name}.csv")) as temporary:
            sheet.drawn().to_csv(temporary, index=False, float_format="%.8g")
        with replacing(args.out.with_name(f"{args.out.name}.json")) as temporary:
            temporary.write_text(json.dumps(sheet.said, indent=1, default=float) + "\n")
        if hasattr(module, "animate"):
            moving = Sheet(target, accepted=accepted)
            frames = module.animate(Tables(args.results, args.paper), moving)
            with replacing(args.out.with_name(f"{args.out.name}.gif")) as temporary:
                animation.write(frames, moving, temporary)
