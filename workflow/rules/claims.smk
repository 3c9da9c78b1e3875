# Judge the claims of one paper, or those of one figure alone.


rule claims:
    input:
        lambda w: FLOW.claim_tables(w.paper),
    output:
        f"{RESULTS}/claims/{{paper}}.parquet",
    log:
        f"{RESULTS}/logs/{{paper}}/claims.log",
    priority: FIRST
    localrule: True
    threads: 1
    params:
        declarations=lambda w: FLOW.declarations(w.paper),
        looks=lambda w: FLOW.looks(w.paper),
        code=lambda w: FLOW.claims_code(w.paper),
        results=RESULTS,
        benchmark=f"{RESULTS}/benchmarks/{{paper}}/claims.jsonl",
    shell:
        "{STAGE} claims --paper {wildcards.paper} --scale {FLOW.scale} --results {params.results:q}"
        " --declarations {params.declarations:q} --looks {params.looks:q}"
        " --out {output:q} --benchmark {params.benchmark:q} > {log:q} 2>&1"


for paper in PAPERS:

    rule:
        name:
            f"verdicts/{paper}"
        input:
            f"{RESULTS}/claims/{paper}.parquet",

    for figure in FLOW.judged_figures(paper):

        rule:
            name:
                f"verdicts/{paper}/{figure}"
            input:
                FLOW.figure_tables(paper, figure),
            output:
                f"{RESULTS}/claims/{paper}/{figure}.parquet",
            log:
                f"{RESULTS}/logs/{paper}/{figure}-verdicts.log",
            priority: FIRST
            localrule: True
            threads: 1
            params:
                paper=paper,
                declarations=FLOW.declarations(paper, figure),
                looks=FLOW.looks(paper),
                code=lambda w, paper=paper, figure=figure: FLOW.code.claims(
                    paper, figure
                ),
                results=RESULTS,
                benchmark=f"{RESULTS}/benchmarks/{paper}/{figure}-verdicts.jsonl",
            shell:
                "{STAGE} claims --paper {params.paper} --scale {FLOW.scale} --results {params.results:q}"
                " --declarations {params.declarations:q} --looks {params.looks:q}"
                " --out {output:q} --benchmark {params.benchmark:q} > {log:q} 2>&1"
