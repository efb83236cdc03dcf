// Either form of the map shows the systems at these places alone.
let showMap = () => {};
// Of two systems: the difference with its interval and p-value, or why there is none.
const pairText = (first, second) => {
  const both = `${isolated(data.systems[first])} and ${isolated(data.systems[second])}`;
  if (data.outcomes[first][second] === "\u2261") return `${both}: identical.`;
  const { verdict, points, interval, p } = pairFacts(first, second);
  if (verdict === null) return `${both}: not compared.`;
  if (verdict === "untestable") return `${both}: ${points}${primary.points}, untestable.`;
  return `${both}: ${points}${primary.points}${interval}, ${p}, ${verdict === "tied" ? "not significant" : verdict}.`;
};

const smallMap = document.querySelector("table.map");
if (smallMap) {
  // The map is one tab stop: arrows move among its cells, Enter opens the two systems.
  const cellAt = (row, column) => smallMap.tBodies[0].rows[row]?.cells[column + 1];
  let stop = cellAt(0, 1);
  const stopAt = (cell) => {
    stop.tabIndex = -1;
    stop = cell;
    stop.tabIndex = 0;
  };
  showMap = (places) => {
    const shown = new Set(places);
    const headings = smallMap.tHead.rows[0].cells;
    [...smallMap.tBodies[0].rows].forEach((row, place) => {
      row.hidden = headings[place + 1].hidden = !shown.has(place);
      [...row.cells].slice(1).forEach((cell, column) => (cell.hidden = !shown.has(column)));
    });
    if (places.length && stop.closest("[hidden]")) stopAt(cellAt(places[0], places.at(1) ?? places[0]));
  };
  smallMap.classList.add("active");
  const told = document.getElementById("readout");
  const tell = (cell) => {
    const [first, second] = [cell.parentNode.sectionRowIndex, cell.cellIndex - 1];
    told.textContent = first === second ? "" : pairText(first, second);
  };
  smallMap.tBodies[0].addEventListener("pointerover", ({ target }) => target.closest("td") && tell(target.closest("td")));
  smallMap.tBodies[0].addEventListener("focusin", ({ target }) => target.closest("td") && tell(target.closest("td")));
  told.textContent = "Point at a cell to see the difference; click to compare the two systems.";
  smallMap.tBodies[0].addEventListener("click", ({ target }) => {
    const cell = target.closest("td");
    const [first, second] = cell ? [cell.parentNode.sectionRowIndex, cell.cellIndex - 1] : [0, 0];
    if (first !== second) openPair(first, second);
  });

  smallMap.setAttribute("role", "grid");
  stop.tabIndex = 0;
  smallMap.addEventListener("keydown", (event) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter") stop.click();
    if (!step) return;
    event.preventDefault();
    let [row, column] = [stop.parentNode.sectionRowIndex, stop.cellIndex - 1];
    do {
      row += step[0];
      column += step[1];
    } while (column >= 0 && cellAt(row, column)?.closest("[hidden]"));
    if (column < 0 || !cellAt(row, column)) return;
    stopAt(cellAt(row, column));
    stop.focus();
  });
}

const largeMap = document.querySelector("svg.map");
if (largeMap) {
  const widest = 24;
  const mostWide = 760; // of the whole, which should fit a screen
  const smallest = 10; // beside smaller cells, names would be less than 9 pixels high
  const largest = 11; // of the names
  const finest = 4; // of cells that have lines between them
  const region = largeMap.closest(".scroll");
  const tip = document.querySelector(".tip");
  const readout = document.getElementById("readout");
  const cells = largeMap.querySelector(".cells");
  const cross = largeMap.querySelector(".cross");
  const [rowNames, columnNames] = [".row", ".column"].map((which) => [...largeMap.querySelectorAll(which)]);
  const lengths = rowNames.map((name) => name.getComputedTextLength());
  const kinds = { ">": "better", "<": "worse", "≈": "equivalent", "≡": "identical", "?": "untestable", " ": "not-compared", "": "itself" };
  let shown = data.systems.map((_, place) => place);
  let [side, margin] = [0, 0];
  let at = null;

  const mark = (row, column) => (row === column ? "" : data.outcomes[shown[row]][shown[column]]);

  // Runs of equal cells in a row are one rectangle.
  const outline = (wanted) => {
    let path = "";
    for (let row = 0; row < shown.length; row += 1) {
      for (let start = 0, stop; start < shown.length; start = stop) {
        stop = start + 1;
        if (mark(row, start) !== wanted) continue;
        while (stop < shown.length && mark(row, stop) === wanted) stop += 1;
        path += `M${start} ${row}h${stop - start}v1h${start - stop}z`;
      }
    }
    return path;
  };

  const write = (shape, attributes) => {
    for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
  };

  const layOut = () => {
    const number = Math.max(1, shown.length);
    const beside = Math.max(0, ...shown.map((place) => lengths[place] ?? 0)) + 8;
    const room = Math.min(region.clientWidth, mostWide);
    const isNamed = rowNames.length > 0 && (room - beside) / number >= smallest;
    margin = isNamed ? beside : 0;
    side = Math.min(widest, (room - margin) / number);
    const all = margin + side * number;
    write(largeMap, { width: all, height: all, viewBox: `0 0 ${all} ${all}` });
    write(largeMap.querySelector(".ground"), { width: shown.length, height: shown.length });
    const lines = shown.map((_, line) => `M0 ${line}h${number}M${line} 0v${number}`);
    write(largeMap.querySelector(".grid"), { d: side < finest ? "" : lines.join("") });
    write(cells, { transform: `translate(${margin} ${margin}) scale(${side})` });
    write(largeMap.querySelector(".names"), { "font-size": Math.min(largest, side - 1) });
    for (const names of [rowNames, columnNames]) for (const name of names) name.classList.add("left-out");
    shown.forEach((place, number) => {
      const middle = margin + side * (number + 0.5);
      if (!isNamed) return;
      write(rowNames[place], { x: margin - 4, y: middle });
      write(columnNames[place], { transform: `translate(${middle} ${margin - 4}) rotate(-90)` });
      for (const name of [rowNames[place], columnNames[place]]) name.classList.remove("left-out");
    });
  };

  const sentence = ([row, column]) => {
    return row === column ? `${isolated(data.systems[shown[row]])}.` : pairText(shown[row], shown[column]);
  };

  const leave = () => {
    at = null;
    tip.hidden = true;
    cross.setAttribute("d", "");
  };

  const point = (row, column) => {
    at = [row, column];
    const size = shown.length;
    cross.setAttribute("d", `M0 ${row}h${size}v1h${-size}zM${column} 0v${size}h1v${-size}z`);
    tip.hidden = false;
    tip.textContent = readout.textContent = sentence(at);
    const [frame, drawn] = [tip.offsetParent, largeMap].map((box) => box.getBoundingClientRect());
    const x = drawn.left - frame.left + margin + side * (column + 1) + 10;
    const y = drawn.top - frame.top + margin + side * (row + 1) + 10;
    tip.style.left = `${Math.max(0, Math.min(x, frame.width - tip.offsetWidth))}px`;
    tip.style.top = `${y}px`;
  };

  const cellAt = (event) => {
    const box = largeMap.getBoundingClientRect();
    const places = [event.clientY - box.top, event.clientX - box.left].map((offset) => Math.floor((offset - margin) / side));
    return places.every((place) => place >= 0 && place < shown.length) ? places : null;
  };
  const open = () => at && at[0] !== at[1] && openPair(...at.map((place) => shown[place]));

  showMap = (places) => {
    shown = places;
    leave();
    for (const [wanted, kind] of Object.entries(kinds)) largeMap.querySelector(`path.${kind}`)?.setAttribute("d", outline(wanted));
    layOut();
  };

  largeMap.addEventListener("pointermove", (event) => {
    const cell = cellAt(event);
    if (event.pointerType === "touch") return;
    if (cell) point(...cell);
    else leave();
  });
  largeMap.addEventListener("pointerleave", (event) => event.pointerType === "touch" || leave());
  // A first tap on a cell names the two systems, a second one opens them.
  largeMap.addEventListener("click", (event) => {
    const [cell, before] = [cellAt(event), String(at)];
    if (!cell) return;
    point(...cell);
    if (event.pointerType !== "touch" || before === String(cell)) open();
  });
  region.addEventListener("focus", () => at || (shown.length && point(0, Math.min(1, shown.length - 1))));
  region.addEventListener("blur", leave);
  region.addEventListener("keydown", (event) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey || !at) return;
    if (event.key === "Escape") leave();
    if (event.key === "Enter") open();
    if (!step) return;
    event.preventDefault();
    point(...at.map((place, axis) => Math.max(0, Math.min(shown.length - 1, place + step[axis]))));
  });

  region.setAttribute("role", "application");
  region.setAttribute("aria-label", `${region.getAttribute("aria-label")}: the arrow keys move, Enter opens the two systems`);
  readout.textContent = "Point at a cell to see the two systems; click to compare them.";
  new ResizeObserver(layOut).observe(region);
  layOut();
}
