"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const percent = (value) => (value / 100).toFixed(2);
const element = (name) => document.createElementNS("http://www.w3.org/2000/svg", name);

// Names run their own way, whatever stands around them.
const isolated = (name) => `\u2068${name}\u2069`;
const { compare } = new Intl.Collator("en", { numeric: true });

// What is not there stands last in either order.
const ordered = (one, other, sign, isText) => {
  if (one === "" || other === "") return (one === "") - (other === "");
  return sign * (isText ? compare(one, other) : one - other);
};

const watched = new ResizeObserver((all) => {
  for (const { target } of all) target.classList.toggle("wide", target.scrollWidth > target.clientWidth + 1);
});
for (const region of document.querySelectorAll(".scroll")) watched.observe(region);

for (const table of document.querySelectorAll("table.sortable")) {
  const headings = [...table.tHead.rows[0].cells];
  const ranked = [...table.tBodies[0].rows];
  headings.forEach((heading, place) => {
    heading.querySelector("button").addEventListener("click", () => {
      const isText = ["name", "text", "letters"].some((kind) => heading.classList.contains(kind));
      const scores = heading.classList.contains("percent") || heading.classList.contains("ranked");
      const before = heading.getAttribute("aria-sort");
      const first = scores ? "descending" : "ascending";
      const second = scores ? "ascending" : "descending";
      const order = before === first ? second : first;
      for (const other of headings) other.setAttribute("aria-sort", "none");
      heading.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      const value = (row) => row.cells[place].dataset.value;
      const sorted = [...ranked].sort((one, other) => ordered(value(one), value(other), sign, isText));
      table.tBodies[0].append(...sorted);
      table.classList.add("sorted");
    });
  });
}
