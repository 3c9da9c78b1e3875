# Run one (setting, seed) of an experiment.


rule train:
    input:
        f"{RESULTS}/data/{{paper}}/{{experiment}}/{{setting}}/seed-{{seed}}.npz",
    output:
        f"{RESULTS}/runs/{{paper}}/{{experiment}}/{{setting}}/seed-{{seed}}.parquet",
    log:
        f"{RESULTS}/logs/{{paper}}/{{experiment}}/{{setting}}/train-{{seed}}.log",
    priority: lambda w: FLOW.costs.priority(w.paper, w.experiment, w.setting)
    localrule: True
    threads: 1
    resources:
        mem_mb=lambda w, attempt: FLOW.costs.memory(
            "train", w.paper, w.experiment, w.setting, attempt=attempt
        ),
        runtime=lambda w, attempt: FLOW.costs.runtime(
            "train", w.paper, w.experiment, w.setting, attempt=attempt
        ),
        gpu=lambda w: FLOW.costs.gpus(w.paper, w.experiment),
    params:
        setting=lambda w: FLOW.setting(w.paper, w.experiment, w.setting),
        code=lambda w: FLOW.code("train", f"{w.paper}.{w.experiment}"),
        store=f"{RESULTS}/bundles/{{paper}}/{{experiment}}",
        benchmark=f"{RESULTS}/benchmarks/{{paper}}/{{experiment}}/{{setting}}/train-{{seed}}.jsonl",
    shell:
        "{STAGE} train --setting {params.setting:q} --seed {wildcards.seed} --instance {input:q}"
        " --store {params.store:q}"
        " --device {FLOW.device} --code {params.code}"
        " --out {output:q} --benchmark {params.benchmark:q} > {log:q} 2>&1"
