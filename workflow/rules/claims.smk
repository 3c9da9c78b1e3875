# Judge the claims of one paper.


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
