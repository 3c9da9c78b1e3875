// Filters and the large view.
const choice = (name) => document.getElementById("filter-" + name).value;

function filter() {
  const [verdict, basis] = ["verdict", "basis"].map(choice);
  let shown = 0;
  for (const figure of every("section.figure")) {
    let claims = 0;
    for (const row of every("tr.claim", figure)) {
      row.hidden = Boolean((verdict && row.dataset.verdict !== verdict) || (basis && row.dataset.basis !== basis));
      claims += !row.hidden;
    }
    figure.hidden = Boolean((verdict || basis) && !claims);
    shown += claims;
  }
  for (const thumb of every(".figures a")) {
    thumb.hidden = document.getElementById(thumb.getAttribute("href").slice(1)).closest("section.figure").hidden;
  }
  const checks = document.querySelector("details.checks");
  if (checks && (verdict || basis)) checks.open = true;
  document.getElementById("shown").textContent = shown + (shown === 1 ? " claim" : " claims");
  for (const link of every("nav.top a[data-kept]")) link.search = location.search;
}

// The large view: the figures that the filters leave, one after another, and the same figure of another run beside it.
const part = (name) => document.getElementById("zoom-" + name);
const shownLinks = () => every("figure > a").filter((link) => !link.closest("section.figure").hidden);
let current = null;

function zoom(link, other) {
  current = link;
  part("image").src = link.href;
  part("image").alt = part("title").textContent = link.closest("section.figure").querySelector("h3").dataset.title;
  part("caption").innerHTML = link.parentElement.querySelector("figcaption").innerHTML;
  compare("");
  offer(link, other);
  const dialog = document.getElementById("zoom");
  if (!dialog.open) dialog.showModal();
}

function go(step) {
  const links = shownLinks();
  zoom(links[(links.indexOf(current) + step + links.length) % links.length]);
}

// Other runs: other scales, master seeds, variants and styles beside this one, and the records. Only those that have
// this figure are offered. A page from the file system cannot list folders, so each is tried.
const others = () => [
  ...(typeof RUNS === "undefined" ? [] : RUNS).filter((run) => run !== OWN_RUN).map((run) => [run, RUNS_FROM + run]),
  ...RECORDS.map((name) => ["record/" + name, RUNS_FROM + "../record/" + name]),
];

// All are tried at once, and offered in their order, whichever answers first.
async function each(link, found) {
  const tried = others().map(([name, folder]) => new Promise((answer) => {
    const probe = new Image();
    probe.onload = () => answer([name, folder]);
    probe.onerror = () => answer(null);
    probe.src = `${folder}/${link.dataset.figure}.png`;
  }));
  for (const answer of tried) {
    const there = await answer;
    if (there) found(...there);
  }
}

function offer(link, chosen = "") {
  const select = part("other");
  select.length = 1;
  select.parentElement.hidden = true;
  each(link, (name, folder) => {
    if (current !== link || [...select.options].some((option) => option.text === name)) return;
    select.add(new Option(name, folder));
    select.parentElement.hidden = false;
    if (folder === chosen) compare((select.value = folder));
  });
}

// Below a figure that comes into view: the other runs that have it, each a click away from a comparison.
function showOthers(link) {
  const also = link.parentElement.querySelector(".also");
  each(link, (name, folder) => {
    const button = document.createElement("button");
    button.textContent = name;
    button.addEventListener("click", () => zoom(link, folder));
    also.append(" ", button);
    also.hidden = false;
  });
}
const watcher = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target } of seen) {
    if (!isIntersecting) continue;
    watcher.unobserve(target);
    showOthers(target);
  }
});
every("figure > a").forEach((link) => watcher.observe(link));

function compare(folder) {
  part("compared").hidden = part("split").hidden = !folder;
  if (folder) part("compared").src = `${folder}/${current.dataset.figure}.png`;
}

document.getElementById("filters").hidden = false;
for (const name of ["verdict", "basis"]) {
  const select = document.getElementById("filter-" + name);
  select.value = asked(name);
  if (select.selectedIndex < 0) select.value = "";
  select.addEventListener("change", () => {
    keep(name, select.value);
    filter();
  });
}
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
