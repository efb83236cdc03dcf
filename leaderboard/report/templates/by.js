// The ranking by any metric: order, ranks, intervals, answer and facts change together.
const picker = document.getElementById("by");
const rankingTable = document.querySelector("table.ranking");
let rankedBy = data.primary;
let showMetrics = () => {};

const linkTo = (name) => {
  const link = document.createElement("a");
  link.href = `#system=${encoded(name)}`;
  const inner = document.createElement("bdi");
  inner.textContent = name;
  link.append(inner);
  return link;
};

const showFacts = (facts) => {
  const strip = document.querySelector("dl.facts");
  strip.replaceChildren(
    ...facts.map(([term, value, details, names]) => {
      const fact = document.createElement("div");
      texts(fact, "dt", [term]);
      texts(fact, "dd", [value, ...details]);
      fact.querySelector("dd").className = "value";
      if (names.length) {
        const last = document.createElement("dd");
        names.forEach((name, place) => last.append(place ? ", " : "", linkTo(name)));
        fact.append(last);
      }
      return fact;
    }),
  );
};

const bar = ([low, high], score, ends, ticks) => {
  const drawing = element("svg");
  drawing.setAttribute("aria-hidden", "true");
  const at = (value) => `${(100 * (value - low)) / (high - low)}%`;
  const shape = (name, attributes) => {
    const made = element(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    drawing.append(made);
  };
  for (const tick of ticks) shape("line", { x1: at(tick), x2: at(tick), y2: "100%" });
  shape("line", { class: "reach", x1: at(ends[0]), x2: at(ends[1]), y1: "50%", y2: "50%" });
  shape("circle", { cx: at(score), cy: "50%", r: 3.5 });
  return drawing;
};

const ticksOf = ([low, high]) => {
  const step = [1, 2, 5, 10, 20].find((one) => (high - low) / one < 6) ?? 1 + Math.trunc((high - low) / 5);
  const ticks = [];
  for (let tick = step * Math.ceil(low / step); tick <= high; tick += step) ticks.push(tick);
  return ticks;
};

const rankingRows = rankingTable ? [...rankingTable.tBodies[0].rows] : [];

// The columns of two metrics change places, with all their cells.
const swap = (one, other) => {
  for (const row of rankingTable.rows) {
    const [first, second] = [row.cells[one], row.cells[other]];
    const mark = document.createComment("");
    first.replaceWith(mark);
    second.replaceWith(first);
    mark.replaceWith(second);
  }
};

const rankBy = (metric) => {
  if (metric === rankedBy) return;
  const by = data.by[metric];
  const { answer, facts, axis, open, rows, beside } = by;
  const headings = [...rankingTable.tHead.rows[0].cells];
  const place = (kind) => headings.findIndex((heading) => heading.classList.contains(kind));
  const column = (name) => headings.findIndex((heading) => heading.dataset.metric === name);
  swap(column(rankedBy), column(metric));
  const [bounds, drawn] = [place("bounds"), place("axis")];
  const rank = Math.max(drawn, bounds) + 1;
  const byRule = data.rule !== "";
  const letters = place(data.baseline ? "text" : "letters");
  const set = (cell, text, value) => {
    cell.textContent = text;
    cell.dataset.value = value;
  };
  const setBounds = (row, low, high) => {
    const ends = [low, high].map((end) => scoreText(end, by));
    if (bounds >= 0) set(row.cells[bounds], low === null ? "\u2013" : `[${ends.join(", ")}]`, low ?? "");
  };
  const setBetter = (row, better, of = "") => set(row.cells[rank + 1 + byRule], grouped(better) + of, better);
  const others = data.systems.length > 1 ? ` of ${grouped(data.systems.length - 1)}` : "";
  const ticks = axis ? ticksOf(axis) : [];
  const score = (value) => value / 10 ** by.digits;
  if (drawn >= 0) {
    const scale = element("svg");
    for (const tick of ticks) {
      const text = element("text");
      text.setAttribute("x", `${(100 * (tick - axis[0])) / (axis[1] - axis[0])}%`);
      text.setAttribute("y", 12);
      text.textContent = tick;
      scale.append(text);
    }
    headings[drawn].replaceChildren(scale);
  }
  const ordered = rows.map(([at, number, value, low, high, byTie, first, last, better, told]) => {
    const row = rankingRows[at];
    set(row.cells[0], number, number);
    row.classList.toggle("unbeaten", open.includes(at));
    setBounds(row, low, high);
    if (drawn >= 0) row.cells[drawn].replaceChildren(...(low === null ? [] : [bar(axis, score(value), [low, high].map(score), ticks)]));
    set(row.cells[rank], byRule ? byTie : span(first, last), byRule ? byTie : first);
    if (byRule) set(row.cells[rank + 1], span(first, last), first);
    setBetter(row, better, others);
    if (letters >= 0) set(row.cells[letters], told ?? "\u2013", told ?? "");
    return row;
  });
  const contrastive = beside.map(([at, low, high, better]) => {
    setBounds(rankingRows[at], low, high);
    setBetter(rankingRows[at], better);
    return rankingRows[at];
  });
  const next = contrastive.values();
  const outside = rankingRows.filter((row) => !ordered.includes(row));
  rankingTable.ranked = [...ordered, ...outside.map((row) => (contrastive.includes(row) ? next.next().value : row))];
  rankingTable.tBodies[0].append(...rankingTable.ranked);
  cutRows(rankingTable);
  rankingTable.caption.firstElementChild.textContent = by.heading;
  const [first, rest] = document.querySelectorAll("#answer p");
  [first.textContent, rest.textContent] = answer;
  showFacts(facts);
  picker.value = metric;
  rankedBy = metric;
  showMetrics();
  sayOrder();
};

// A click on a heading sorts the rows, and changes no rank.
const sayOrder = () => {
  const heading = rankingTable.querySelector("th[aria-sort=ascending], th[aria-sort=descending]");
  const { label } = data.by[rankedBy];
  document.getElementById("sorted").textContent = heading ? `Sorted by ${heading.textContent}; ranks are by ${label}.` : "";
};

if (picker && rankingTable) {
  picker.addEventListener("change", () => {
    rankingTable.unsort();
    rankBy(picker.value);
    choose("by", picker.value === data.primary ? null : [picker.value]);
  });
  choice("by", (texts) => {
    const known = texts?.length === 1 && Object.hasOwn(data.by, texts[0]) ? texts[0] : data.primary;
    rankBy(known);
    if (texts && known !== texts[0]) document.getElementById("sorted").textContent = `There is no metric ${isolated(texts.join())} here.`;
    return known === data.primary ? null : [known];
  });
}
