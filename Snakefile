# Every figure of every paper, with the theory over the simulation and a verdict on every claim.
#
#   snakemake figures/all                      all figures, all verdicts, the gallery
#   snakemake figures/moniri2023               one paper
#   snakemake figures/moniri2023/fig6          one figure
#   snakemake figures/all --config scale=smoke tiny: proves that everything runs

import os
import sys
import time
from pathlib import Path

from snakemake.utils import min_version

min_version("9.19")

ROOT = Path(workflow.basedir)
sys.path.insert(0, str(ROOT / "src"))
# Jobs must run the code of this tree, even if the package is also installed elsewhere.
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")])
)

from feature_learning.core.errors import UserError
from feature_learning.pipeline.declare.parsed import attributed, parsed
from feature_learning.pipeline.declare.project import sign
from feature_learning.pipeline.declare.targets import unknown_target
from feature_learning.pipeline.engine import (
    jobs,
    lift_job_rate_limit,
    runs_locally,
    sources,
)
from feature_learning.pipeline.report.closing import closing
from feature_learning.pipeline.report.failures import failures
from feature_learning.pipeline.report.progress import Progress
from feature_learning.pipeline.run.warm import Warm
from feature_learning.pipeline.workflow import Workflow

try:
    DECLARED = parsed(Path("config.yaml")) or {}
except UserError as error:
    raise WorkflowError(str(error)) from None


configfile: "config.yaml"


report: "workflow/report/workflow.rst"


try:
    FLOW = Workflow(config, ROOT)
except UserError as error:
    named = attributed(
        str(error), [("config.yaml", DECLARED), *(sources(workflow) or ())]
    )
    raise WorkflowError(named) from None

PAPERS = FLOW.catalogue.papers
RESULTS = FLOW.results
FIGURES = FLOW.figures
STAGE = f"{sys.executable} -IS {FLOW.source('pipeline/run/job.py')}"
STARTED = time.time()
PROGRESS = Progress()
WARM = Warm()
# Priority over all training, whose own is a forecast in seconds: Snakemake examines the inputs of
# every ready job at each event, and an aggregate that waits has thousands.
FIRST = 10**6


wildcard_constraints:
    paper="[a-z0-9]+",
    experiment="[a-z0-9_]+",
    setting="[A-Za-z0-9_=.+-]+",
    seed="[0-9]+",
    number="[0-9]+",


rule everything:
    name:
        "figures/all"
    default_target: True
    input:
        [FLOW.paper_files(paper) for paper in FLOW.catalogue.papers],
        f"{FIGURES}/index.html",


def bundle_of(wildcards):
    """The bundle that makes a pair on a cluster. On this machine every pair has jobs of its own."""
    if runs_locally(workflow) is not False:
        return []
    return FLOW.bundle(
        wildcards.paper, wildcards.experiment, wildcards.setting, wildcards.seed
    )


include: "workflow/rules/bundle.smk"
include: "workflow/rules/sample.smk"
include: "workflow/rules/train.smk"
include: "workflow/rules/theory.smk"
include: "workflow/rules/aggregate.smk"
include: "workflow/rules/claims.smk"
include: "workflow/rules/figures.smk"
include: "workflow/rules/gallery.smk"


onstart:
    sign(Path("results"))
    PROGRESS.start(workflow, FLOW.costs)
    if runs_locally(workflow):
        lift_job_rate_limit(workflow)
    WARM.start(len(jobs(workflow) or ()))


onerror:
    PROGRESS.stop()
    WARM.stop()
    # The error messages of the jobs, after everything that Snakemake says.
    print("", *failures(Path(RESULTS), STARTED), sep="\n", file=sys.stderr)
