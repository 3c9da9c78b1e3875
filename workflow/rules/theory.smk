# Compute the predictions for one experiment.


rule theory:
    output:
        f"{RESULTS}/theory/{{paper}}/{{experiment}}.parquet",
    log:
        f"{RESULTS}/logs/{{paper}}/{{experiment}}/theory.log",
    priority: FIRST
    threads: 1
    resources:
        mem_mb=lambda w, attempt: FLOW.costs.memory(
            "theory", w.paper, w.experiment, attempt=attempt
        ),
        runtime=lambda w, attempt: FLOW.costs.runtime(
            "theory", w.paper, w.experiment, attempt=attempt
        ),
    params:
        settings=lambda w: FLOW.theory_settings(w.paper, w.experiment),
        code=lambda w: FLOW.code.theory(w.paper, w.experiment),
        benchmark=f"{RESULTS}/benchmarks/{{paper}}/{{experiment}}/theory.jsonl",
    shell:
        "{STAGE} theory --settings {params.settings:q}"
        " --out {output:q} --benchmark {params.benchmark:q} > {log:q} 2>&1"
