# One drawing rule a figure, under the figure's own name, and an aggregate a paper.

for paper in PAPERS:
    for figure in PAPERS[paper].figures:

        rule:
            name:
                f"figures/{paper}/{figure}"
            input:
                tables=FLOW.figure_tables(paper, figure),
                style=FLOW.source("plotting/paper.mplstyle"),
            output:
                FLOW.figure_files(paper, figure),
            log:
                f"{RESULTS}/logs/{paper}/{figure}.log",
            localrule: True
            threads: 1
            params:
                paper=paper,
                figure=figure,
                code=FLOW.figure_code(paper, figure),
                results=RESULTS,
                stem=f"{FIGURES}/{paper}/{figure}",
                benchmark=f"{RESULTS}/benchmarks/{paper}/{figure}.jsonl",
            shell:
                "{STAGE} render --paper {params.paper} --figure {params.figure} --results {params.results:q}"
                " --out {params.stem:q} --benchmark {params.benchmark:q} > {log:q} 2>&1"

    rule:
        name:
            f"figures/{paper}"
        input:
            FLOW.paper_files(paper),


def nearest_target(wildcards):
    raise WorkflowError(FLOW.refusal(wildcards.unknown))


# Catches what no rule makes, to answer with the nearest names.
rule unknown_target:
    input:
        nearest_target,
    output:
        "figures/{unknown,[a-zA-Z0-9/_-]+}",
