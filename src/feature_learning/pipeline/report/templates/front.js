// The search of the front page: every word must occur, in any order; names count first.
const [field, list] = ["search", "found"].map((id) => document.getElementById(id));
const MOST = 50;
for (const one of ENTRIES) one.text = (one.name + " " + one.words).toLowerCase();

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  keep("q", field.value.trim());
  const named = (one) => words.some((word) => one.name.toLowerCase().includes(word));
  const found = words.length ? ENTRIES.filter((one) => words.every((word) => one.text.includes(word))) : [];
  found.sort((one, other) => named(other) - named(one));
  list.replaceChildren(
    ...found.slice(0, MOST).map((one) => {
      const [item, link, said] = ["li", "a", "small"].map((name) => document.createElement(name));
      link.href = one.at;
      link.textContent = one.name;
      said.textContent = ` ${one.what}: ${one.words.length > 220 ? one.words.slice(0, 220) + "…" : one.words}`;
      item.append(link, said);
      return item;
    }),
  );
  const count = document.getElementById("count");
  count.textContent = !words.length ? "" : found.length > MOST ? `${found.length} found, the first ${MOST}:` : `${found.length} found`;
}
for (const run of (typeof RUNS === "undefined" ? [] : RUNS).filter((name) => name !== OWN_RUN)) {
  const link = document.createElement("a");
  link.href = `../${run}/index.html`;
  link.textContent = run;
  document.getElementById("runs").append(" ", link);
  document.getElementById("runs").hidden = false;
}
document.querySelector(".searching").hidden = false;
field.value = asked("q");
field.addEventListener("input", search);
search();
