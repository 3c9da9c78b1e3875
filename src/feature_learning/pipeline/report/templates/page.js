// What every page does: its theme, copying, opening what a link points into, and print. Without scripts pages show everything.
"use strict";
const every = (selector, within = document) => [...within.querySelectorAll(selector)];

// What was chosen is kept in the address, so that it can be sent, and goes along to the other pages.
const asked = (name) => new URLSearchParams(location.search).get(name) || "";
function keep(name, value) {
  const chosen = new URLSearchParams(location.search);
  if (value) chosen.set(name, value);
  else chosen.delete(name);
  const query = String(chosen);
  history.replaceState(null, "", (query ? "?" + query : location.pathname) + location.hash);
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
for (const button of every("button[data-copy]")) button.addEventListener("click", () => copy(button));

// A link to a figure or a claim opens what it is folded in.
function unfold() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let fold = target && target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  if (target) target.scrollIntoView();
}
addEventListener("hashchange", unfold);
unfold();

let folded = [];
addEventListener("beforeprint", () => {
  folded = every("details:not([open])");
  for (const fold of folded) fold.open = true;
});
addEventListener("afterprint", () => folded.forEach((fold) => (fold.open = false)));

const root = document.documentElement;
try {
  root.dataset.theme = localStorage.getItem("theme") || "";
} catch {}
const theme = document.getElementById("theme");
theme.hidden = false;
theme.addEventListener("click", () => {
  const chosen = root.dataset.theme;
  const dark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try {
    localStorage.setItem("theme", root.dataset.theme);
  } catch {}
});
