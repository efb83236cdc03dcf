let openPair = () => {};
const widest = 5; // of a bar, in per cent
const most = 10; // units in the table before all of them are asked for
// Bars go up where the first score is higher.
const isAhead = (apart) => (primary.lower ? apart < 0 : apart > 0);
const showPair = (form) => {
  const selects = ["first", "second"].map((name) => document.getElementById(name));
  const plot = document.getElementById("differences");
  const scale = document.querySelector("#plot .scale");
  const body = document.querySelector("#units tbody");

  const draw = (apart) => {
    const largest = Math.max(1, ...apart.map(Math.abs));
    const width = 100 / apart.length;
    const broad = Math.min(0.9 * width, widest);
    const levels = [1, 0.5, 0, -0.5, -1];
    scale.replaceChildren(
      ...levels.map((level) => {
        const text = document.createElement("span");
        text.textContent = signed(level, scoreText(level * largest));
        return text;
      }),
    );
    document.querySelector("#plot .across span:last-child").textContent = apart.length > 1 ? apart.length.toLocaleString("en") : "";
    plot.replaceChildren(
      ...levels.map((level) => {
        const line = element("line");
        if (level === 0) line.setAttribute("class", "level");
        for (const [name, value] of [["x2", 100], ["y1", 20 - 20 * level], ["y2", 20 - 20 * level]]) line.setAttribute(name, value);
        return line;
      }),
      ...apart.map((value, place) => {
        const bar = element("rect");
        const height = (20 * Math.abs(value)) / largest;
        bar.setAttribute("class", isAhead(value) ? "better" : "worse");
        bar.setAttribute("x", (place + 0.5) * width - broad / 2);
        bar.setAttribute("y", value > 0 ? 20 - height : 20);
        bar.setAttribute("width", broad);
        bar.setAttribute("height", height);
        return bar;
      }),
    );
  };

  const tested = ([first, second]) => (first === second ? "" : pairLine(first, second));

  // A document leads to its page in the reader, to the mentions that only the better system has right.
  const named = ({ name, file, apart }) => {
    const sides = selects.map((one) => (data.read ?? []).indexOf(Number(one.value)) + 1);
    if (!file || sides.includes(0) || sides[0] === sides[1]) return name;
    const link = document.createElement("a");
    link.textContent = name;
    const filters = [
      ...(sides.join() === "1,2" ? [] : [`pair=${sides}`]),
      ...(apart > 0 ? ["who=a"] : apart < 0 ? ["who=b"] : []),
    ];
    link.href = [file, ...(filters.length ? [filters.join("&")] : [])].join("#");
    return link;
  };
  const quoted = (name) => (/^[\w.@-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`);
  const command = (places) => {
    const isShown = places.every((place) => data.read?.includes(place));
    const names = places.map((place) => quoted(data.systems[place])).join(",");
    document.querySelector("#command code").textContent = `leaderboard rank --reader-systems ${names}`;
    document.getElementById("command").hidden = isShown || !data.readable || places[0] === places[1];
  };

  const more = document.querySelector("#more button");
  let isFull = false;
  more.addEventListener("click", () => {
    isFull = !isFull;
    show();
  });

  const list = (units) => {
    more.parentNode.hidden = units.length <= most;
    const [shown, all] = [isFull ? units.length : most, units.length].map((number) => number.toLocaleString("en"));
    more.previousElementSibling.textContent = `${shown} of ${all} ${more.dataset.units}.`;
    more.textContent = isFull ? `Show the first ${most}` : "Show all";
    body.replaceChildren(
      ...(isFull ? units : units.slice(0, most)).map((unit) => {
        const row = document.createElement("tr");
        const name = document.createElement("th");
        name.scope = "row";
        name.append(named(unit));
        row.append(name);
        for (const text of scoreTexts(unit.one, unit.other)) {
          row.insertCell().textContent = text;
        }
        return row;
      }),
    );
  };

  const change = ([first, second]) => {
    const changes = document.getElementById("changes");
    const cells = changes.querySelectorAll("thead th");
    changes.querySelector("caption span").textContent = `Error counts, ${isolated(data.systems[first])} and ${isolated(data.systems[second])} (not tested)`;
    cells[2].textContent = data.systems[first];
    cells[3].textContent = data.systems[second];
    const rows = data.counts.map(([count, ofClass, good], place) => {
      const [one, other] = [first, second].map((system) => data.errors[system][place]);
      return { count, ofClass, one, other, apart: one - other, verdict: one > other === good ? "better" : "worse" };
    });
    const differing = rows.filter((row) => row.apart && row.one !== null && row.other !== null);
    differing.sort((one, other) => compare(one.verdict, other.verdict) || Math.abs(other.apart) - Math.abs(one.apart));
    changes.hidden = document.getElementById("counts").hidden = !differing.length;
    changes.querySelector("tbody").replaceChildren(
      ...differing.map((row) => {
        const line = document.createElement("tr");
        const name = document.createElement("th");
        name.scope = "row";
        name.textContent = row.count;
        line.append(name);
        const [before, after, apart] = [row.one, row.other, row.apart].map((value) => value.toLocaleString("en"));
        const change = signed(row.apart, apart);
        for (const [text, kind] of [[row.ofClass, "text"], [before], [after], [change], [row.verdict, "text"]]) {
          const cell = line.insertCell();
          cell.textContent = text;
          cell.className = kind ?? "count";
        }
        return line;
      }),
    );
  };

  const show = () => {
    const [first, second] = selects.map((select) => Number(select.value));
    const names = [isolated(data.systems[first]), isolated(data.systems[second])];
    document.getElementById("tested").textContent = tested([first, second]);
    const units = data.units.map((name, place) => {
      const one = data.scores[first][place];
      const other = data.scores[second][place];
      return { name, file: data.files?.[place], one, other, apart: one - other };
    });
    command([first, second]);
    units.sort((one, other) => other.apart - one.apart);
    draw(units.map((unit) => unit.apart));
    const wins = units.filter(({ apart }) => isAhead(apart)).length;
    const losses = units.filter(({ apart }) => isAhead(-apart)).length;
    document.getElementById("outcome").textContent =
      `${names[0]} is ahead on ${wins}, level on ${units.length - wins - losses}, behind ${names[1]} on ${losses} ` +
      `of ${units.length}. Bars upward favour ${names[Number(primary.lower)]}, downward ${names[Number(!primary.lower)]}.`;
    document.getElementById("first-name").textContent = data.systems[first];
    document.getElementById("second-name").textContent = data.systems[second];
    list(units.sort((one, other) => Math.abs(other.apart) - Math.abs(one.apart)));
    change([first, second]);
    cost(first, second);
  };

  const cost = (first, second) => {
    const costs = document.getElementById("costs");
    const rows = costRows(first, second);
    costs.hidden = !rows.length;
    const cells = costs.querySelectorAll("thead th");
    [cells[1].textContent, cells[2].textContent] = [data.systems[first], data.systems[second]];
    costs.querySelector("tbody").replaceChildren(
      ...rows.map(([kind, ...values]) => {
        const row = document.createElement("tr");
        texts(row, "th", [kind]);
        row.cells[0].scope = "row";
        texts(row, "td", values);
        return row;
      }),
    );
  };

  const select = (places) => {
    places.forEach((place, at) => (selects[at].selectedIndex = place));
    show();
  };
  openPair = (first, second) => {
    select([first, second]);
    keepPair("documents");
    document.getElementById("documents").scrollIntoView();
    selects[0].focus({ preventScroll: true });
  };
  const keepPair = (at) => choose("pair", selects.map((one) => data.systems[one.value]), at);

  choice("pair", (names) => {
    const places = (names ?? []).map((name) => data.systems.indexOf(name));
    const isKnown = places.length === 2 && !places.includes(-1);
    select(isKnown ? places : data.pair);
    return isKnown ? names : null;
  });
  for (const one of selects) {
    one.addEventListener("change", () => {
      show();
      keepPair();
    });
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const part of [form, document.getElementById("plot"), document.getElementById("units")]) part.removeAttribute("hidden");
};

const pairForm = document.querySelector("form.pair");
if (pairForm) showPair(pairForm);
