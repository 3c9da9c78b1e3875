# The page of each paper, then the front page, the pages of the documents, and the last lines in the terminal.


rule page:
    input:
        lambda w: RULES.paper_files(w.paper),
    output:
        out=f"{FIGURES}/papers/{{paper}}.html",
    log:
        f"{RESULTS}/logs/{{paper}}/page.log",
    priority: FIRST
    localrule: True
    threads: 1
    params:
        job=lambda w: RULES.page(w.paper),
    shell:
        JOB


rule gallery:
    input:
        [RULES.paper_files(paper) for paper in PAPERS],
    output:
        out=f"{FIGURES}/index.html",
        manifest=f"{FIGURES}/run.json",
        summary=f"{FIGURES}/summary.txt",
        documents=RULES.document_pages(),
        verdicts=RULES.verdict_files(),
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
    same = command_options(RULES.catalogue, GIVEN)
    for line in closing(Path(RESULTS), Path(FIGURES), STARTED, same):
        print(line)
