# Compute the predictions for one experiment.


rule theory:
    output:
        out=f"{RESULTS}/theory/{{paper}}/{{experiment}}.parquet",
    log:
        f"{RESULTS}/logs/{{paper}}/{{experiment}}/theory.log",
    priority: FIRST
    threads: 1
    resources:
        mem_mb=lambda w, attempt: RULES.costs.memory(
            "theory", w.paper, w.experiment, attempt=attempt
        ),
        runtime=lambda w, attempt: RULES.costs.runtime(
            "theory", w.paper, w.experiment, attempt=attempt
        ),
    params:
        job=lambda w: RULES.theory(w.paper, w.experiment),
    shell:
        JOB
