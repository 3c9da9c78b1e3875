# Run one (setting, seed) of an experiment.


rule train:
    input:
        draws=lambda w: FLOW.draws_file(w.paper, w.experiment, w.setting, w.seed),
        bundle=lambda w: bundle_of(w),
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
        code=lambda w: FLOW.code.training(w.paper, w.experiment),
        draws=lambda w, input: f"--draws {input.draws}" if input.draws else "",
        store=f"{RESULTS}/bundles/{{paper}}/{{experiment}}",
        benchmark=f"{RESULTS}/benchmarks/{{paper}}/{{experiment}}/{{setting}}/train-{{seed}}.jsonl",
    shell:
        "{STAGE} train --setting {params.setting:q} --seed {wildcards.seed} {params.draws}"
        " --store {params.store:q}"
        " --device {FLOW.device} --code {params.code}"
        " --out {output:q} --benchmark {params.benchmark:q} > {log:q} 2>&1"
