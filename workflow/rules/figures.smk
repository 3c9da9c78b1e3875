# One drawing rule per figure, with the figure's own name, and one target per paper.

for paper in PAPERS:
    for figure in PAPERS[paper].figures:
        legend = FLOW.legend(paper, figure)

        rule:
            name:
                f"figures/{paper}/{figure}"
            input:
                tables=FLOW.figure_tables(paper, figure),
                style=FLOW.source("plotting/paper.mplstyle"),
            output:
                [
                    (
                        file
                        if not file.endswith(".png")
                        else report(
                            file,
                            caption="../report/figure.rst",
                            category=legend.paper,
                            labels=legend.labels,
                        )
                    )
                    for file in FLOW.figure_files(paper, figure)
                ],
            log:
                f"{RESULTS}/logs/{paper}/{figure}.log",
            priority: FIRST
            localrule: True
            threads: 1
            resources:
                mem_mb=FLOW.costs.memory("render", paper, figure),
                runtime=FLOW.costs.runtime("render", paper, figure),
            params:
                paper=paper,
                figure=figure,
                code=lambda w, paper=paper, figure=figure: FLOW.figure_code(
                    paper, figure
                ),
                regions=FLOW.regions(paper, figure),
                style=FLOW.figure_style,
                results=RESULTS,
                legend=legend,
                stem=f"{FIGURES}/{paper}/{figure}",
                benchmark=f"{RESULTS}/benchmarks/{paper}/{figure}.jsonl",
            shell:
                "{STAGE} render --paper {params.paper} --figure {params.figure} --regions {params.regions:q}"
                " --style {params.style} --results {params.results:q}"
                " --out {params.stem:q} --benchmark {params.benchmark:q} > {log:q} 2>&1"

    rule:
        name:
            f"figures/{paper}"
        input:
            FLOW.paper_files(paper),


def nearest_target(wildcards):
    raise WorkflowError(unknown_target(FLOW.catalogue, wildcards.unknown))


# Catches unknown targets, and pictures outside the run's folder, and suggests the nearest names. Any
# other name with a suffix is a file, not a target.
rule unknown_target:
    input:
        nearest_target,
    output:
        f"{{unknown,[a-zA-Z0-9/_-]+|(?!{FIGURES}/)[a-zA-Z0-9/_-]+\\.(pdf|png|svg|gif)}}",
