const findForm = document.getElementById("find");
if (findForm) {
  const field = findForm.querySelector("input[type=search]");
  const boxes = [...findForm.querySelectorAll("input[type=checkbox]")];
  const found = findForm.querySelector("output");
  const rows = [...document.querySelectorAll("tr[data-find]")];
  const drawn = [...document.querySelectorAll("g[data-find]")];
  const columns = [...document.querySelectorAll("th[data-metric]")];
  const plain = (text) => text.normalize("NFC").toLowerCase();

  const showSystems = () => {
    const wanted = plain(field.value.trim());
    const fits = (names) => plain(names).includes(wanted);
    document.body.classList.toggle("finding", Boolean(wanted));
    for (const row of rows) row.hidden = !fits(row.dataset.find);
    for (const row of drawn) row.classList.toggle("missed", !fits(row.dataset.find));
    const places = data.systems.flatMap((name, place) => (fits(name) ? [place] : []));
    found.textContent = wanted ? `${places.length} of ${data.systems.length} systems` : "";
    showMap(places);
  };

  // A table of metrics that are all left out is left out with its notes.
  const showTable = (table) => {
    const metrics = columns.filter((heading) => heading.closest("table") === table);
    const region = table.closest(".scroll");
    region.hidden = metrics.every((heading) => heading.hidden);
    for (let next = region.nextElementSibling; next?.matches(".note, button.all"); next = next.nextElementSibling) next.hidden = region.hidden;
  };
  // The metric that the table is ranked by is always shown.
  showMetrics = () => {
    for (const box of boxes) box.disabled = box.value === rankedBy;
    const without = new Set(boxes.filter((box) => !box.checked && !box.disabled).map((box) => box.value));
    for (const heading of columns) {
      heading.hidden = without.has(heading.dataset.metric);
      for (const row of heading.closest("table").tBodies[0].rows) row.cells[heading.cellIndex].hidden = heading.hidden;
    }
    new Set(columns.map((heading) => heading.closest("table"))).forEach(showTable);
  };

  field.addEventListener("input", () => {
    showSystems();
    choose("find", field.value.trim() ? [field.value.trim()] : null);
  });
  for (const box of boxes) {
    box.addEventListener("change", () => {
      showMetrics();
      const shown = boxes.filter((one) => one.checked).map((one) => one.value);
      choose("metrics", shown.length < boxes.length ? shown : null);
    });
  }
  choice("find", (texts) => {
    field.value = (texts ?? []).join(",");
    showSystems();
    return field.value.trim() ? [field.value] : null;
  });
  choice("metrics", (texts) => {
    const known = (texts ?? []).filter((name) => boxes.some((box) => box.value === name));
    const isValid = known.length > 0 || texts?.join() === "";
    for (const box of boxes) box.checked = !isValid || known.includes(box.value);
    showMetrics();
    return isValid && known.length < boxes.length ? known : null;
  });
  // On a phone the ranking comes before the choice of its columns.
  const folded = findForm.querySelector("details");
  if (folded) folded.open = window.innerWidth > 640;
  findForm.hidden = false;
}
