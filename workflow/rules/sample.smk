# Generate what one (setting, seed) draws before training: teacher, initial weights and, if they are small, data.


rule sample:
    input:
        bundle=lambda w: bundle_of(w),
    output:
        temp(f"{RESULTS}/data/{{paper}}/{{experiment}}/{{setting}}/seed-{{seed}}.npz"),
    log:
        f"{RESULTS}/logs/{{paper}}/{{experiment}}/{{setting}}/sample-{{seed}}.log",
    priority: lambda w: FLOW.costs.priority(w.paper, w.experiment, w.setting)
    localrule: True
    threads: 1
    resources:
        mem_mb=lambda w, attempt: FLOW.costs.memory(
            "sample", w.paper, w.experiment, w.setting, attempt=attempt
        ),
        runtime=lambda w, attempt: FLOW.costs.runtime(
            "sample", w.paper, w.experiment, w.setting, attempt=attempt
        ),
    params:
        setting=lambda w: FLOW.setting(w.paper, w.experiment, w.setting),
        code=lambda w: FLOW.code.training(w.paper, w.experiment),
        bundle=lambda w, input: f"--bundle {input.bundle}" if input else "",
        benchmark=f"{RESULTS}/benchmarks/{{paper}}/{{experiment}}/{{setting}}/sample-{{seed}}.jsonl",
    shell:
        "{STAGE} sample --setting {params.setting:q} --seed {wildcards.seed} {params.bundle}"
        " --out {output:q} --benchmark {params.benchmark:q} > {log:q} 2>&1"
