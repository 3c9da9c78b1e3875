// Filters, the large view and copying. Without scripts the page shows everything.
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
    section.hidden = Boolean((paper && section.id !== paper) || !figures);
  }
  for (const row of every(".papers section")) {
    row.hidden = document.getElementById(row.dataset.paper).hidden;
    for (const thumb of every(".thumbs a", row)) {
      thumb.hidden = document.getElementById(thumb.getAttribute("href").slice(1)).closest("section.figure").hidden;
    }
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

// The large view: the figures that the filters leave, one after another, and the same figure of another run beside it.
const part = (name) => document.getElementById("zoom-" + name);
const shownLinks = () => every("figure > a").filter((link) => !link.closest("section.figure").hidden && !link.closest("section.paper").hidden);
let current = null;

function zoom(link) {
  current = link;
  part("image").src = link.href;
  part("image").alt = part("title").textContent = link.closest("section.figure").querySelector("h3").textContent.trim();
  part("caption").innerHTML = link.parentElement.querySelector("figcaption").innerHTML;
  compare("");
  offer(link);
  const dialog = document.getElementById("zoom");
  if (!dialog.open) dialog.showModal();
}

function go(step) {
  const links = shownLinks();
  zoom(links[(links.indexOf(current) + step + links.length) % links.length]);
}

// Only runs that have this figure are offered. A page from the file system cannot list folders, so each is tried.
function offer(link) {
  const select = part("other");
  select.length = 1;
  select.parentElement.hidden = true;
  for (const run of OTHER_RUNS) {
    const probe = new Image();
    probe.onload = () => {
      if (current !== link || [...select.options].some((option) => option.value === run)) return;
      select.add(new Option(run));
      select.parentElement.hidden = false;
    };
    probe.src = `../${run}/${link.dataset.figure}.png`;
  }
}

function compare(run) {
  part("compared").hidden = part("split").hidden = !run;
  if (run) part("compared").src = `../${run}/${current.dataset.figure}.svg`;
}

// A link to a figure opens what it is folded in.
function unfold() {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  for (let fold = target && target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  if (target) target.scrollIntoView();
}
addEventListener("hashchange", unfold);
unfold();

document.getElementById("filters").hidden = false;
for (const select of every("#filters select")) select.addEventListener("change", filter);
document.getElementById("theme").addEventListener("click", () => {
  const chosen = document.documentElement.dataset.theme;
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
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
document.querySelector("#zoom .stage").addEventListener("click", () => document.getElementById("zoom").close());
part("close").addEventListener("click", () => document.getElementById("zoom").close());
for (const button of every("#zoom [data-go]")) button.addEventListener("click", () => go(Number(button.dataset.go)));
part("other").addEventListener("change", (event) => compare(event.target.value));
part("split").addEventListener("input", (event) => part("compared").style.setProperty("--split", event.target.value + "%"));
document.getElementById("zoom").addEventListener("keydown", (event) => {
  if (event.target.matches("input, select")) return;
  if (event.key === "ArrowLeft") go(-1);
  if (event.key === "ArrowRight") go(1);
});
filter();
