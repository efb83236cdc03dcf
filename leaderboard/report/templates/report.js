"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
// Scores are whole numbers: as they are shown, without their point.
const primary = data.by[data.primary];
const scoreText = (value, { digits } = primary) => minus((value / 10 ** digits).toFixed(digits));
const element = (name) => document.createElementNS("http://www.w3.org/2000/svg", name);

// Names run their own way, whatever stands around them.
const isolated = (name) => `\u2068${name}\u2069`;
const { compare } = new Intl.Collator("en", { numeric: true });

// Minus signs are as wide as digits.
const minus = (text) => text.replace("-", "\u2212");
const grouped = (number) => number.toLocaleString("en");
const signed = (value, text) => (value > 0 ? "+" : "") + minus(text);

const contents = document.querySelector(".contents");
// A wide box says on which sides it goes on, and the head of its table goes down with the page.
const fit = (box) => {
  const rest = box.scrollWidth - box.clientWidth - box.scrollLeft;
  box.classList.toggle("first", box.scrollLeft < 1);
  box.classList.toggle("last", rest < 1);
  const head = box.querySelector("thead");
  if (!head) return;
  const top = head.getBoundingClientRect().top - (contents?.offsetHeight ?? 0);
  const room = box.getBoundingClientRect().bottom - head.getBoundingClientRect().top - 3 * head.offsetHeight;
  box.style.setProperty("--down", `${Math.max(0, Math.min(-top, room))}px`);
};
const measure = (box) => {
  box.classList.remove("wide");
  const within = box.firstElementChild;
  box.classList.toggle("wide", within.getBoundingClientRect().width > box.clientWidth + 1);
  fit(box);
};
// In the next frame: what an observer is told of must not change while it is told.
const watched = new ResizeObserver((all) => {
  requestAnimationFrame(() => new Set(all.map(({ target }) => target.closest(".scroll"))).forEach(measure));
});
const watch = (box) => {
  watched.observe(box);
  watched.observe(box.firstElementChild);
  box.addEventListener("scroll", () => fit(box), { passive: true });
};
document.querySelectorAll(".scroll").forEach(watch);
addEventListener("scroll", () => document.querySelectorAll(".scroll.wide").forEach(fit), { passive: true });

// The test of two systems, as the first is compared with the second.
const pairFacts = (first, second) => {
  const [low, high] = first < second ? [first, second] : [second, first];
  const [p, verdict, ends] = [data.p, data.verdicts, data.ends].map((table) => table?.[low][high - low - 1]);
  const apart = primary.factor * (data.f1[first] - data.f1[second]);
  const turned = ends && (first < second ? ends : [-ends[1], -ends[0]]);
  const [from, to] = (turned ?? []).map((end) => scoreText(end));
  const level = `${data.joint ? "joint " : ""}${data.level} interval`;
  return {
    verdict: verdict < 0 ? null : data.words[verdict],
    points: signed(apart, apart.toFixed(primary.digits)),
    isBetter: apart > 0 !== primary.lower,
    interval: turned ? `, ${level} ${from} to ${to}` : "",
    p: `${data.adjusted ? "adjusted " : ""}p ${p ? `= ${(p / 10000).toFixed(4)}` : "< 0.0001"}`,
  };
};
const pairLine = (first, second) => {
  const [one, other] = [first, second].map((system) => isolated(data.systems[system]));
  if (data.outcomes[first][second] === "\u2261") return `${one} and ${other} are identical by ${primary.label}.`;
  const { verdict, points, isBetter, interval, p } = pairFacts(first, second);
  const found = `${points} ${primary.label}${primary.points}`;
  if (verdict === null) return `${one} and ${other} were not compared: ${found}.`;
  if (verdict === "untestable") return `${one} and ${other} cannot be tested: ${data.untestable}; ${found}.`;
  if (verdict === "tied") return `No significant difference between ${one} and ${other}: ${found}${interval}, ${p}.`;
  if (verdict === "equivalent") return `${one} and ${other} are equivalent: ${found}${interval}.`;
  return `${one} is ${isBetter ? "better" : "worse"} than ${other}: ${found}${interval}, ${p} (significant).`;
};

// The prices of each kind of error, in points; none where either has none.
const costCaption = `What each kind of error costs, in points of ${primary.label}`;
const scoreTexts = (one, other) => [scoreText(one), scoreText(other), signed(one - other, scoreText(one - other))];
const costRows = (first, second) => {
  const [one, other] = [first, second].map((system) => entryOf(data.prices, data.systems[system]));
  if (!one || !other) return [];
  return data.kinds.map((kind, at) => [kind, ...scoreTexts(one[at], other[at])]);
};

// What a table has for a name, which may be "constructor".
const entryOf = (table, name) => (Object.hasOwn(table, name) ? table[name] : undefined);
const texts = (parent, tag, lines) =>
  parent.append(
    ...lines.map((line) => {
      const part = document.createElement(tag);
      part.textContent = line;
      return part;
    }),
  );
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const span = (low, high) => (low === high ? `${low}` : `${low}\u2013${high}`);
