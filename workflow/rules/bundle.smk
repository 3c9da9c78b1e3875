# On a cluster: make several pairs of sample and train in one job. The pairs are then taken from there.


rule bundle:
    output:
        temp(f"{RESULTS}/bundles/{{paper}}/{{experiment}}/{{number}}.made"),
    log:
        f"{RESULTS}/logs/{{paper}}/{{experiment}}/bundle-{{number}}.log",
    threads: 1
    resources:
        mem_mb=lambda w, attempt: FLOW.bundles.memory(
            w.paper, w.experiment, int(w.number), attempt
        ),
        runtime=lambda w, attempt: FLOW.bundles.runtime(
            w.paper, w.experiment, int(w.number), attempt
        ),
        gpu=lambda w: FLOW.costs.gpus(w.paper, w.experiment),
    params:
        settings=lambda w: FLOW.bundle_settings(w.paper, w.experiment, w.number),
        code=lambda w: FLOW.code.training(w.paper, w.experiment),
        store=f"{RESULTS}/bundles/{{paper}}/{{experiment}}",
        runs=f"{RESULTS}/runs/{{paper}}/{{experiment}}",
        logs=f"{RESULTS}/logs/{{paper}}/{{experiment}}",
        benchmarks=f"{RESULTS}/benchmarks/{{paper}}/{{experiment}}",
    shell:
        "{STAGE} bundle --settings {params.settings:q} --store {params.store:q} --runs {params.runs:q}"
        " --logs {params.logs:q} --device {FLOW.device} --code {params.code}"
        " --out {output:q} --benchmark {params.benchmarks:q} > {log:q} 2>&1"
