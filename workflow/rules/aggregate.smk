# Collect the runs of one experiment in one table, without averaging.


rule aggregate:
    input:
        lambda w: RULES.run_files(w.paper, w.experiment),
    output:
        out=f"{RESULTS}/metrics/{{paper}}/{{experiment}}.parquet",
    log:
        f"{RESULTS}/logs/{{paper}}/{{experiment}}/aggregate.log",
    priority: FIRST
    localrule: True
    threads: 1
    params:
        job=lambda w: RULES.aggregate(w.paper, w.experiment),
    shell:
        JOB
