# Generate what the seeds of one setting draw before training: teacher, initial weights and, if they are small, data.
# The number of seeds is a resource, which starts no job again: a seed that is added draws for itself.


rule sample:
    output:
        out=f"{RESULTS}/data/{{paper}}/{{experiment}}/{{setting}}/drawn.json",
    log:
        f"{RESULTS}/logs/{{paper}}/{{experiment}}/{{setting}}/sample.log",
    priority: lambda w: RULES.costs.priority(w.paper, w.experiment, w.setting)
    threads: 1
    resources:
        mem_mb=lambda w, attempt: RULES.costs.memory(
            "sample", w.paper, w.experiment, w.setting, attempt=attempt
        ),
        runtime=lambda w, attempt: RULES.costs.runtime(
            "sample", w.paper, w.experiment, w.setting, attempt=attempt
        ),
        seeds=lambda w: RULES.seeds(w.paper, w.experiment),
    params:
        job=lambda w: RULES.sample(w.paper, w.experiment, w.setting),
    shell:
        "{STAGE} {params.job:q} {output.out:q} {log:q} {RULES.device} --seeds {resources.seeds} > {log:q} 2>&1"
