# The front page, one page per paper and per document, and the last lines in the terminal.


rule gallery:
    input:
        [RULES.paper_files(paper) for paper in RULES.catalogue.papers],
        templates=RULES.templates(),
    output:
        out=f"{FIGURES}/index.html",
        manifest=f"{FIGURES}/run.json",
        summary=f"{FIGURES}/summary.txt",
        papers=RULES.paper_pages(),
        documents=RULES.document_pages(),
        statements=RULES.statements_file(),
    log:
        f"{RESULTS}/logs/gallery.log",
    priority: FIRST
    localrule: True
    threads: 1
    params:
        job=lambda w: RULES.gallery(),
    shell:
        JOB


onsuccess:
    PROGRESS.stop()
    WARM.stop()
    for line in closing(Path(RESULTS), Path(FIGURES), STARTED):
        print(line)
