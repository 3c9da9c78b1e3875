# The front page, one page per paper and per document, and the last lines in the terminal.


rule gallery:
    input:
        [FLOW.paper_files(paper) for paper in FLOW.catalogue.papers],
        templates=FLOW.templates(),
    output:
        page=f"{FIGURES}/index.html",
        manifest=f"{FIGURES}/run.json",
        summary=f"{FIGURES}/summary.txt",
        papers=FLOW.paper_pages(),
        documents=FLOW.document_pages(),
        statements=FLOW.statements_file(),
    log:
        f"{RESULTS}/logs/gallery.log",
    priority: FIRST
    localrule: True
    threads: 1
    params:
        config=FLOW.config_text(),
        code=FLOW.code.pages(),
        declared=FLOW.catalogue_digest(),
        results=RESULTS,
        figures=FIGURES,
        benchmark=f"{RESULTS}/benchmarks/gallery.jsonl",
    shell:
        "{STAGE} gallery --config {params.config:q} --results {params.results:q} --figures {params.figures:q}"
        " --out {output.page:q} --benchmark {params.benchmark:q} > {log:q} 2>&1"


onsuccess:
    PROGRESS.stop()
    WARM.stop()
    for line in closing(Path(RESULTS), Path(FIGURES), STARTED):
        print(line)
