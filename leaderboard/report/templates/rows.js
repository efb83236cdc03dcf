// Of a long table the first rows and the last are shown until all are asked for.
const MOST_ROWS = 20;
const FIRST_ROWS = 15;
const cutRows = (table) => {
  const rows = [...table.tBodies[0].rows];
  const isCut = rows.length > MOST_ROWS && !table.dataset.full;
  rows.forEach((row, place) => row.classList.toggle("cut", isCut && place >= FIRST_ROWS && place < rows.length - 1));
};
for (const table of document.querySelectorAll("main table:not(.map)")) {
  const number = table.tBodies[0].rows.length;
  if (number <= MOST_ROWS) continue;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "all";
  const say = () => (button.textContent = table.dataset.full ? `Show ${FIRST_ROWS + 1}` : `Show all ${number}`);
  button.addEventListener("click", () => {
    if (table.dataset.full) delete table.dataset.full;
    else table.dataset.full = "yes";
    cutRows(table);
    say();
  });
  say();
  cutRows(table);
  table.closest(".scroll").after(button);
}

const copier = document.getElementById("copy");
if (copier && navigator.clipboard) {
  copier.hidden = false;
  copier.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById("signature").textContent);
    copier.textContent = "Copied";
  });
}
