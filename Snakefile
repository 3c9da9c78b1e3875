# Every figure of every paper, with the theory over the simulation and a verdict on every claim.
#
#   snakemake figures/all                      all figures, all verdicts, the gallery
#   snakemake figures/moniri2023               one paper
#   snakemake figures/moniri2023/fig6          one figure
#   snakemake figures/all --config scale=smoke tiny: proves that everything runs

import os
import shlex
import sys
import time
from pathlib import Path

from snakemake.utils import min_version

min_version("9.19")

ROOT = Path(str(workflow.current_basedir))
sys.path.insert(0, str(ROOT / "src"))
# Jobs must run the code of this tree, even if the package is also installed elsewhere.
os.environ["PYTHONPATH"] = os.pathsep.join(
    filter(None, [str(ROOT / "src"), os.environ.get("PYTHONPATH")])
)
# Figures are files, whatever backend a notebook names; logs are UTF-8, whatever the system prefers.
os.environ |= {"MPLBACKEND": "agg", "PYTHONIOENCODING": "utf-8"}

from feature_learning.core.errors import UserError
from feature_learning.core.files import print_anything
from feature_learning.core.parquet import sign
from feature_learning.papers import VARIABLE
from feature_learning.pipeline.declare.catalogue import load
from feature_learning.pipeline.declare.parsed import parsed
from feature_learning.pipeline.declare.project import command_options, config_file
from feature_learning.pipeline.declare.targets import unknown_target
from feature_learning.pipeline.engine import (
    given_files,
    is_main,
    jobs,
    lift_job_rate_limit,
    runs_locally,
    share,
)
from feature_learning.pipeline.report.closing import closing
from feature_learning.pipeline.report.failures import failures
from feature_learning.pipeline.report.progress import Progress
from feature_learning.pipeline.rules import Rules
from feature_learning.pipeline.run.warm import Warm

print_anything()

GIVEN = given_files(workflow) or []
try:
    for path in (config_file(), *GIVEN):
        if path.is_file() and path.suffix in (".yaml", ".yml"):
            parsed(path)  # names the line, which Snakemake does not
except UserError as error:
    raise WorkflowError(str(error)) from None

# A folder without one has the defaults.
if config_file().is_file():

    configfile: str(config_file())


try:
    RULES = Rules(load(config), ROOT)
except UserError as error:
    raise WorkflowError(str(error)) from None

# Jobs are other processes, which find papers outside the project by their environment.
os.environ[VARIABLE] = os.pathsep.join(map(str, RULES.catalogue.outside))
PAPERS = RULES.catalogue.papers
RESULTS = RULES.results
FIGURES = RULES.figures
# What every rule runs. Interpreter and device are names here, so that another one reruns nothing.
STAGE = shlex.join([sys.executable, "-IS", RULES.source("pipeline/run/job.py")])
JOB = "{STAGE} {params.job:q} {output.out:q} {log:q} {RULES.device} > {log:q} 2>&1"
share(workflow, STAGE=STAGE, RULES=RULES)
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


rule everything:
    name:
        "figures/all"
    default_target: True
    input:
        [RULES.paper_files(paper) for paper in PAPERS],
        [RULES.page_file(paper) for paper in PAPERS],
        f"{FIGURES}/index.html",


include: "workflow/rules/sample.smk"
include: "workflow/rules/train.smk"
include: "workflow/rules/theory.smk"
include: "workflow/rules/aggregate.smk"
include: "workflow/rules/claims.smk"
include: "workflow/rules/figures.smk"
include: "workflow/rules/gallery.smk"


# In a dry run, too, where nothing starts.
if is_main(workflow):
    for note in RULES.catalogue.notes:
        print(note, file=sys.stderr)


onstart:
    # Before the Snakemake of a job on another node looks at the folder.
    sign(Path("results"))
    PROGRESS.start(workflow, RULES.costs)
    if runs_locally(workflow):
        lift_job_rate_limit(workflow)
    WARM.start(len(jobs(workflow) or ()))


onerror:
    PROGRESS.stop()
    WARM.stop()
    # The error messages of the jobs, after everything that Snakemake says.
    said = "".join(Path(file).read_text("utf-8", "replace") for file in log)
    print("", *failures(Path(RESULTS), STARTED, said), sep="\n", file=sys.stderr)
