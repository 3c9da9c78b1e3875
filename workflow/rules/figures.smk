# One drawing rule per figure, with the figure's own name, and one target per paper.

for paper in PAPERS:
    for figure in PAPERS[paper].figures:

        rule:
            name:
                f"figures/{paper}/{figure}"
            input:
                RULES.figure_tables(paper, figure),
            output:
                out=f"{FIGURES}/{paper}/{figure}.pdf",
                png=report(
                    f"{FIGURES}/{paper}/{figure}.png",
                    category=paper,
                    labels={"figure": figure},
                ),
                others=RULES.figure_files(paper, figure)[2:],  # after these two
            log:
                f"{RESULTS}/logs/{paper}/{figure}.log",
            priority: FIRST
            localrule: True
            threads: 1
            resources:
                mem_mb=RULES.costs.memory("render", paper, figure),
                runtime=RULES.costs.runtime("render", paper, figure),
            params:
                job=lambda w, paper=paper, figure=figure: RULES.render(paper, figure),
            shell:
                JOB

    rule:
        name:
            f"figures/{paper}"
        input:
            RULES.paper_files(paper),
            RULES.page_file(paper),


def nearest_target(wildcards):
    raise WorkflowError(unknown_target(RULES.catalogue, wildcards.unknown))


# Catches unknown targets, and pictures outside the run's folder, and suggests the nearest names. Any
# other name with a suffix is a file, not a target.
rule unknown_target:
    input:
        nearest_target,
    output:
        f"{{unknown,[a-zA-Z0-9/_-]+|(?!{FIGURES}/)[a-zA-Z0-9/_-]+\\.(pdf|png|svg|gif)}}",
