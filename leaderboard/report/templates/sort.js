{
  // What is not there stands last in either order.
  const ordered = (one, other, sign, isText) => {
    if (one === "" || other === "") return (one === "") - (other === "");
    return sign * (isText ? compare(one, other) : one - other);
  };
  // Rows outside of the ranking stay below it, as they are.
  const isOutside = (row) => row.matches(".outside");
  const signs = { up: 1, down: -1 };
  const states = { up: "ascending", down: "descending" };
  const tables = new Map();

  // A table is named for its section, a column by its heading: "ranking.CoNLL.down". The next of a name is "CoNLL-2".
  const unused = (name, others) => {
    let found = name;
    for (let number = 2; others.has(found); number += 1) found = `${name}-${number}`;
    return found;
  };

  const sorter = (table) => {
    const headings = [...table.tHead.rows[0].cells];
    const ranked = [...table.tBodies[0].rows];
    return (heading, order) => {
      for (const other of headings) other.setAttribute("aria-sort", other === heading ? states[order] : "none");
      const place = heading?.cellIndex;
      const isText = ["name", "text", "letters"].some((kind) => heading?.classList.contains(kind));
      const value = (row) => row.cells[place].dataset.value;
      const follows = (one, other) =>
        isOutside(one) || isOutside(other)
          ? isOutside(one) - isOutside(other)
          : ordered(value(one), value(other), signs[order], isText);
      const rows = heading ? [...(table.ranked ?? ranked)].sort(follows) : (table.ranked ?? ranked);
      table.tBodies[0].append(...rows);
      cutRows(table);
      if (table.matches(".ranking")) sayOrder();
      table.classList.toggle("sorted", Boolean(heading));
    };
  };

  const orders = new Map();
  const keepOrders = () => choose("sort", orders.size ? [...orders.values()] : null);

  for (const table of document.querySelectorAll("table.sortable")) {
    const name = unused(table.closest("section").getAttribute("aria-labelledby"), tables);
    const headings = new Map();
    for (const heading of table.tHead.rows[0].cells) headings.set(unused(heading.textContent, headings), heading);
    const sort = sorter(table);
    tables.set(name, { headings, sort });
    table.unsort = () => {
      sort(null);
      if (orders.delete(name)) keepOrders();
    };
    for (const [label, heading] of headings) {
      if (heading.classList.contains("axis")) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      heading.append(button);
      heading.setAttribute("aria-sort", "none");
      button.addEventListener("click", () => {
        const scores = heading.classList.contains("percent") || heading.classList.contains("ranked");
        const first = scores ? "down" : "up";
        const order = heading.getAttribute("aria-sort") === states[first] ? { up: "down", down: "up" }[first] : first;
        sort(heading, order);
        orders.set(name, `${name}.${label}.${order}`);
        keepOrders();
      });
    }
  }

  choice("sort", (texts) => {
    for (const name of orders.keys()) tables.get(name).sort(null);
    orders.clear();
    for (const text of texts ?? []) {
      const [, name, label, order] = text.match(/^([^.]+)\.(.*)\.(up|down)$/su) ?? [];
      const table = tables.get(name);
      if (!table?.headings.has(label)) continue;
      table.sort(table.headings.get(label), order);
      orders.set(name, text);
    }
    return orders.size ? [...orders.values()] : null;
  });
}
