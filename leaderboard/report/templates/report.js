"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const percent = (value) => (value / 100).toFixed(2);
const element = (name) => document.createElementNS("http://www.w3.org/2000/svg", name);

// Names run their own way, whatever stands around them.
const isolated = (name) => `\u2068${name}\u2069`;
const { compare } = new Intl.Collator("en", { numeric: true });

const watched = new ResizeObserver((all) => {
  for (const { target } of all) target.classList.toggle("wide", target.scrollWidth > target.clientWidth + 1);
});
for (const region of document.querySelectorAll(".scroll")) watched.observe(region);
