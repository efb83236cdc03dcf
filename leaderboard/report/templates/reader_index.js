"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("data").textContent);
  const table = document.querySelector("table");
  const headings = [...table.tHead.rows[0].cells];
  const rows = [...table.tBodies[0].rows];
  const systems = data.names.length;
  const compared = systems > 1 ? 2 : 0;
  const firstErrors = 2 + systems + compared;
  const { compare } = new Intl.Collator("en", { numeric: true });

  // Values to sort by, in the order of the columns.
  const values = data.rows.map((row) => [row.name, row.words, ...row.f1, ...(compared ? [row.difference, row.effect && Math.abs(row.effect)] : [])]);
  const ordered = (one, other) => (typeof one === "string" ? compare(one, other) : (one ?? -Infinity) - (other ?? -Infinity));
  const sort = (column, order) => {
    headings.forEach((heading, other) => heading.setAttribute("aria-sort", other === column ? order : "none"));
    const sign = order === "ascending" ? 1 : -1;
    const places = rows.map((_, place) => place);
    places.sort((one, other) => sign * ordered(values[one][column], values[other][column]) || one - other);
    table.tBodies[0].append(...places.map((place) => rows[place]));
  };

  const count = (kind) => {
    rows.forEach((row, place) => {
      data.rows[place].errors.forEach((errors, system) => {
        const number = kind ? (errors[kind] ?? 0) : Object.values(errors).reduce((sum, one) => sum + one, 0);
        values[place][firstErrors + system] = number;
        row.cells[firstErrors + system].textContent = number.toLocaleString("en");
      });
      row.querySelector("a").setAttribute("href", `documents/${data.rows[place].file}${kind ? `#kind=${kind}` : ""}`);
    });
  };

  const find = () => {
    const folded = (text) => text.normalize("NFKC").toLowerCase();
    const wanted = folded(byId("find").value.trim());
    rows.forEach((row, place) => (row.hidden = !folded(data.rows[place].name).includes(wanted)));
    byId("hits").textContent = wanted ? `${rows.filter((row) => !row.hidden).length} of ${rows.length}` : "";
  };

  const remember = (system) => {
    const asked = new URLSearchParams();
    if (byId("kind").value) asked.set("kind", byId("kind").value);
    if (system !== undefined) asked.set("system", data.names[system]);
    history.replaceState(null, "", asked.size ? `#${asked}` : location.pathname + location.search);
  };
  const recall = () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    byId("kind").value = data.kinds.includes(asked.get("kind")) ? asked.get("kind") : "";
    count(byId("kind").value);
    const system = data.names.indexOf(asked.get("system"));
    if (system >= 0) sort(firstErrors + system, "descending");
    else if (compared) sort(firstErrors - 1, "descending");
  };

  headings.forEach((heading, column) => {
    const button = heading.querySelector("button");
    button.disabled = false;
    button.addEventListener("click", () => {
      const [first, second] = column ? ["descending", "ascending"] : ["ascending", "descending"];
      sort(column, heading.getAttribute("aria-sort") === first ? second : first);
      remember(column >= firstErrors ? column - firstErrors : undefined);
    });
  });
  byId("find").addEventListener("input", find);
  byId("kind").addEventListener("change", () => {
    count(byId("kind").value);
    const column = headings.findIndex((heading) => heading.getAttribute("aria-sort") !== "none");
    if (column >= firstErrors) sort(column, headings[column].getAttribute("aria-sort"));
    remember(column >= firstErrors ? column - firstErrors : undefined);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
    event.preventDefault();
    byId("find").focus();
  });
  addEventListener("hashchange", recall);
  document.querySelector(".search").hidden = false;
  recall();
})();
