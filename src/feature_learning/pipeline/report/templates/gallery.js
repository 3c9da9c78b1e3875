// Filters, zoom and copying. Without scripts the page shows everything.
"use strict";
const every = (selector, within = document) => [...within.querySelectorAll(selector)];
const choice = (name) => document.getElementById("filter-" + name).value;

function filter() {
  const [paper, verdict, basis] = ["paper", "verdict", "basis"].map(choice);
  let shown = 0;
  for (const section of every("section.paper")) {
    let figures = 0;
    for (const figure of every("section.figure", section)) {
      let claims = 0;
      for (const row of every("tr.claim", figure)) {
        row.hidden = (verdict && row.dataset.verdict !== verdict) || (basis && row.dataset.basis !== basis);
        claims += !row.hidden;
      }
      figure.hidden = Boolean((verdict || basis) && !claims);
      figures += !figure.hidden;
      if (!paper || section.id === paper) shown += claims;
    }
    for (const thumb of every(".thumbs a", section)) {
      thumb.hidden = document.getElementById(thumb.getAttribute("href").slice(1)).closest("section.figure").hidden;
    }
    section.hidden = Boolean((paper && section.id !== paper) || !figures);
  }
  document.getElementById("shown").textContent = shown + (shown === 1 ? " claim" : " claims");
}

async function copy(button) {
  const text = document.getElementById(button.dataset.copy).textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages from the file system may have no clipboard: select the text instead.
    getSelection().selectAllChildren(document.getElementById(button.dataset.copy));
    document.execCommand("copy");
  }
  button.textContent = "copied";
  setTimeout(() => (button.textContent = "copy"), 1500);
}

function zoom(link) {
  const dialog = document.getElementById("zoom");
  const image = dialog.querySelector("img");
  image.src = link.href;
  image.alt = link.querySelector("img").alt;
  dialog.showModal();
}

document.getElementById("filters").hidden = false;
for (const select of every("#filters select")) select.addEventListener("change", filter);
document.getElementById("theme").addEventListener("click", () => {
  const dark = getComputedStyle(document.documentElement).getPropertyValue("--scheme").trim() === "dark";
  document.documentElement.dataset.theme = dark ? "light" : "dark";
});
for (const button of every("button[data-copy]")) button.addEventListener("click", () => copy(button));
for (const link of every("figure > a")) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    zoom(link);
  });
}
document.getElementById("zoom").addEventListener("click", (event) => event.currentTarget.close());
filter();
