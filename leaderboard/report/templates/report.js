"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const percent = (value) => minus((value / 100).toFixed(2));
const element = (name) => document.createElementNS("http://www.w3.org/2000/svg", name);

// Names run their own way, whatever stands around them.
const isolated = (name) => `\u2068${name}\u2069`;
const { compare } = new Intl.Collator("en", { numeric: true });

// Minus signs are as wide as digits.
const minus = (text) => text.replace("-", "\u2212");
const signed = (value, text) => (value > 0 ? "+" : "") + minus(text);

// A wide box says on which sides it goes on, and the head of its table goes down with the page.
const fit = (box) => {
  const rest = box.scrollWidth - box.clientWidth - box.scrollLeft;
  box.classList.toggle("first", box.scrollLeft < 1);
  box.classList.toggle("last", rest < 1);
  const head = box.querySelector("thead");
  if (!head) return;
  const top = head.getBoundingClientRect().top;
  const room = box.getBoundingClientRect().bottom - top - 3 * head.offsetHeight;
  box.style.setProperty("--down", `${Math.max(0, Math.min(-top, room))}px`);
};
const boxes = document.querySelectorAll(".scroll");
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
for (const box of boxes) {
  watched.observe(box);
  watched.observe(box.firstElementChild);
  box.addEventListener("scroll", () => fit(box), { passive: true });
}
addEventListener("scroll", () => document.querySelectorAll(".scroll.wide").forEach(fit), { passive: true });
