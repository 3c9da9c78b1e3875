# Run one (setting, seed) of an experiment.


rule train:
    input:
        lambda w: RULES.draws(w.paper, w.experiment, w.setting),
    output:
        out=f"{RESULTS}/runs/{{paper}}/{{experiment}}/{{setting}}/seed-{{seed}}.parquet",
    log:
        f"{RESULTS}/logs/{{paper}}/{{experiment}}/{{setting}}/train-{{seed}}.log",
    priority: lambda w: RULES.costs.priority(w.paper, w.experiment, w.setting)
    threads: 1
    resources:
        mem_mb=lambda w, attempt: RULES.costs.memory(
            "train", w.paper, w.experiment, w.setting, attempt=attempt
        ),
        runtime=lambda w, attempt: RULES.costs.runtime(
            "train", w.paper, w.experiment, w.setting, attempt=attempt
        ),
        gpu=lambda w: RULES.costs.gpus(w.paper, w.experiment),
    params:
        job=lambda w: RULES.train(w.paper, w.experiment, w.setting, w.seed),
    shell:
        JOB
