// The view of a system: its scores and ranks, how it stands against the best, its errors and documents.
const systemView = document.getElementById("system");
const systemBody = systemView.querySelector(".body");
const mostDocuments = 3; // for each side

const grid = (caption, heads, rows) => {
  const table = document.createElement("table");
  texts(table.createCaption(), "span", [caption]);
  const head = table.createTHead().insertRow();
  texts(head, "th", heads);
  [...head.cells].forEach((cell, place) => {
    cell.scope = "col";
    cell.className = place ? "" : "text";
  });
  const body = table.createTBody();
  for (const [name, ...cells] of rows) {
    const row = body.insertRow();
    texts(row, "th", [name]);
    row.cells[0].scope = "row";
    texts(row, "td", cells);
  }
  const box = document.createElement("div");
  box.className = "scroll";
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", caption);
  box.append(table);
  watch(box);
  return box;
};

const paragraph = (text, kind = "") => {
  const made = document.createElement("p");
  made.textContent = text;
  made.className = kind;
  return made;
};

const placeIn = (entries, rows, system) => rows.find(([at]) => entries[at].includes(system));

const viewOf = (system) => {
  if (entryOf(data.reasons, system)) return [paragraph(data.reasons[system])];
  const entries = rankingRows.map((row) => (row.dataset.find ?? "").split("\n"));
  const metrics = data.metrics.map((metric) => {
    const by = data.by[metric];
    const [, number, score, low, high, , first, last, better] = placeIn(entries, by.rows, system);
    const ends = low === null ? "\u2013" : `[${[low, high].map((end) => scoreText(end, by)).join(", ")}]`;
    return [by.label, scoreText(score, by), ends, number, span(first, last), better];
  });
  const parts = [grid("By each metric", ["Metric", "Score", `${data.level} interval`, "#", data.rule ? "Possible ranks" : "Rank", "Better than"], metrics)];
  const at = data.systems.indexOf(system);
  const isCopy = (place) => data.outcomes[0][place] === "\u2261";
  if (at && isCopy(at)) parts.unshift(paragraph(pairLine(at, 0)));
  const rival = at === 0 || isCopy(at) ? data.systems.findIndex((_, place) => place && !isCopy(place)) : 0;
  if (rival >= 0) {
    parts.unshift(paragraph(pairLine(at, rival)));
    const costs = costRows(at, rival);
    if (costs.length) parts.push(grid(costCaption, ["Kind", system, data.systems[rival], "Difference"], costs));
    const units = data.units.map((name, place) => [name, data.scores[at][place], data.scores[rival][place]]);
    units.sort((one, other) => other[1] - other[2] - (one[1] - one[2]));
    const apart = [...units.slice(0, mostDocuments), ...units.slice(-mostDocuments)].filter(([, one, other]) => one !== other);
    const rows = [...new Set(apart)].map(([name, ...scores]) => [name, ...scoreTexts(...scores)]);
    if (rows.length) parts.push(grid(`${capital(data.many)} that differ most`, [capital(data.unit), system, data.systems[rival], "Difference"], rows));
  }
  const runs = entryOf(data.runs, system);
  if (runs) parts.push(paragraph(`Runs: ${runs.join(", ")}.`, "note"));
  for (const [name, value] of entryOf(data.cards, system) ?? []) parts.push(paragraph(`${name}: ${value}`, "note"));
  if (data.read?.includes(at)) {
    const link = document.createElement("a");
    link.href = "index.html";
    link.textContent = "Read its documents";
    parts.push(link);
  }
  return parts;
};

choice("system", (names) => {
  const known = names?.length === 1 && (data.systems.includes(names[0]) || Object.hasOwn(data.reasons, names[0]));
  systemView.hidden = !known;
  if (!known) {
    if (names) document.getElementById("sorted").textContent = `There is no system ${isolated(names.join())} here.`;
    return null;
  }
  document.getElementById("system-name").textContent = names[0];
  systemBody.replaceChildren(...viewOf(names[0]));
  systemView.focus({ preventScroll: true });
  systemView.scrollIntoView();
  return names;
});

// What else was chosen stays: another system is shown by the same metric.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='#system='], #system a[href='#ranking']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const name = link.getAttribute("href").slice("#system=".length);
  const isBack = link.getAttribute("href") === "#ranking";
  visit("system", takers.get("system")(isBack ? null : [decoded(name)]), isBack ? "ranking" : section);
  if (isBack) document.getElementById("ranking").scrollIntoView();
});
