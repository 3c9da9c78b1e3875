# Collect the runs of one experiment in one table, without averaging.


rule aggregate:
    input:
        lambda w: FLOW.run_files(w.paper, w.experiment),
    output:
        f"{RESULTS}/metrics/{{paper}}/{{experiment}}.parquet",
    log:
        f"{RESULTS}/logs/{{paper}}/{{experiment}}/aggregate.log",
    priority: FIRST
    localrule: True
    threads: 1
    params:
        settings=lambda w: FLOW.settings(w.paper, w.experiment),
        seeds=lambda w: FLOW.seeds(w.paper, w.experiment),
        code=FLOW.code.rows(),
        runs=f"{RESULTS}/runs/{{paper}}/{{experiment}}",
        benchmark=f"{RESULTS}/benchmarks/{{paper}}/{{experiment}}/aggregate.jsonl",
    shell:
        "{STAGE} aggregate --settings {params.settings:q} --seeds {params.seeds} --runs {params.runs:q}"
        " --out {output:q} --benchmark {params.benchmark:q} > {log:q} 2>&1"
