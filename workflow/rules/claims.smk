# Judge the claims of one paper, or those of one figure alone.


rule claims:
    input:
        lambda w: RULES.claim_tables(w.paper),
    output:
        out=f"{RESULTS}/claims/{{paper}}.parquet",
    log:
        f"{RESULTS}/logs/{{paper}}/claims.log",
    priority: FIRST
    localrule: True
    threads: 1
    params:
        job=lambda w: RULES.claims(w.paper),
    shell:
        JOB


for paper in PAPERS:

    rule:
        name:
            f"verdicts/{paper}"
        input:
            f"{RESULTS}/claims/{paper}.parquet",

    for figure in RULES.judged_figures(paper):

        rule:
            name:
                f"verdicts/{paper}/{figure}"
            input:
                RULES.figure_tables(paper, figure),
            output:
                out=f"{RESULTS}/claims/{paper}/{figure}.parquet",
            log:
                f"{RESULTS}/logs/{paper}/{figure}-verdicts.log",
            priority: FIRST
            localrule: True
            threads: 1
            params:
                job=lambda w, paper=paper, figure=figure: RULES.claims(paper, figure),
            shell:
                JOB
