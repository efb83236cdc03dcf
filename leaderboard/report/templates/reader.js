"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const data = JSON.parse(byId("data").textContent);
  const make = (tag, name, ...content) => {
    const node = document.createElement(tag);
    if (name) node.className = name;
    node.append(...content);
    return node;
  };
  const letter = (n) => (n < 26 ? "" : letter(Math.floor(n / 26) - 1)) + String.fromCharCode(97 + (n % 26));
  const kinds = new Map(
    all("[data-kind]").map((button) => [
      button.dataset.kind,
      { button, mark: button.querySelector(".mark").textContent, label: button.querySelector(".label").textContent },
    ]),
  );

  // Characters that control the terminal or turn the line around are shown, not obeyed.
  const plain = (word) =>
    word.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const words = data.words.flat().map(plain);
  const zeros = new Set(data.zeros);
  const shown = (at) => (zeros.has(at) ? "∅" : "") + words[at];
  const origins = [];
  data.words.reduce((at, sentence) => (origins.push(at), at + sentence.length), 0);
  const sentenceOf = data.words.flatMap((sentence, number) => sentence.map(() => number));
  const mentions = data.mentions.map((_, m) => m);

  const clipped = (text, most = 90) => (text.length > most ? `${[...text.slice(0, 2 * most)].slice(0, most).join("")}…` : text);
  const wordsOf = (m) =>
    clipped(
      data.mentions[m].at.map(([first, last]) => mentions.length && words.slice(first, Math.min(last + 1, first + 50)).map((_, i) => shown(first + i)).join(" ")).join(" … "),
    );

  // -- panes ---------------------------------------------------------------------------------------------------------
  const pane = (name, entities, wrong, spans) => ({
    name,
    entities,
    wrong,
    spans,
    of: new Map(Object.entries(entities).flatMap(([entity, chain]) => chain.map((m) => [m, Number(entity)]))),
    sizes: {},
    nodes: mentions.map(() => []),
    heads: [],
    words: [],
  });
  const panes = [
    pane("Key", data.key, {}, {}),
    ...data.systems.map((system) => pane(system.name, system.entities, system.wrong, system.spans)),
  ];
  panes.forEach((side, place) => (side.sizes = (place ? data.systems[place - 1].sizes : data.sizes) ?? {}));
  const [key, ...systems] = panes;
  const entityOf = (m) => key.of.get(m);
  const errors = (system, m) => system.wrong[m] ?? [];
  const isAlone = (side, m) => {
    const own = side.of.has(m) ? side : key;
    const entity = own.of.get(m);
    return (own.sizes[entity] ?? own.entities[entity].length) === 1;
  };

  // Pieces of the mentions of a pane by sentence: a mention that is discontinuous, or goes on in another
  // sentence, has several.
  const pieces = (side) => {
    const found = data.words.map(() => []);
    for (const m of mentions) {
      if (!side.of.has(m) && (side === key || !key.of.has(m))) continue;
      const spans = side.spans[m] ?? data.mentions[m].at;
      spans.forEach(([first, last], number) => {
        for (let s = sentenceOf[first]; s <= sentenceOf[last]; s += 1) {
          const from = Math.max(first, origins[s]);
          const to = Math.min(last, origins[s] + data.words[s].length - 1);
          if (from > to) continue;
          found[s].push({ m, from, to, begins: number === 0 && from === first, ends: number === spans.length - 1 && to === last });
        }
      });
    }
    for (const some of found) some.sort((one, other) => one.from - other.from || other.to - one.to || one.m - other.m);
    return found;
  };

  const box = (side, { m, begins, ends }, isCut) => {
    const names = ["m", key.of.has(m) ? `c${entityOf(m) % 8}` : "extra"];
    if (!side.of.has(m)) names.push("missing");
    if (isCut || !begins) names.push("open-start");
    if (!ends) names.push("open-end");
    if (isAlone(side, m)) names.push("alone");
    const node = make("span", names.join(" "));
    node.dataset.m = data.first + m;
    node.where = [m, side];
    if (!side.nodes[m].length) side.heads.push(node);
    side.nodes[m].push(node);
    return node;
  };

  // Number and letter, and a mark for each error; they stay on the line of the last word.
  const label = (side, m, node) => {
    const number = key.of.has(m) ? entityOf(m) + 1 : "";
    const own = side !== key && side.of.has(m) ? letter(side.of.get(m)) : "";
    node.append("\u2060", make("bdi", "tag", `${number}${own}`));
    for (const kind of errors(side, m)) {
      const mark = make("bdi", "mark", kinds.get(kind).mark);
      mark.title = kinds.get(kind).label;
      mark.setAttribute("role", "img");
      mark.setAttribute("aria-label", mark.title);
      node.append("\u2060", mark);
    }
  };

  // Boxes that nest deeper than this are drawn behind their last word, without the words before it.
  const DEEPEST = 16;

  const drawSentence = (side, s, some) => {
    const line = make("p", "s");
    line.dir = "auto";
    const stack = [{ node: line, to: Infinity, height: 0 }];
    const deep = new Map();
    let carried = [];
    let next = 0;
    const open = (piece, isCut) => {
      if (stack.length > DEEPEST) {
        if (piece.ends && !isCut) deep.set(piece.to, [...(deep.get(piece.to) ?? []), piece]);
        return;
      }
      const node = box(side, piece, isCut);
      stack.at(-1).node.append(node);
      stack.push({ ...piece, node, height: 0 });
    };
    // What ends here is closed, and what crosses it is cut in two.
    const close = (at) => {
      carried = [];
      while (stack.some((piece) => piece.to === at)) {
        const piece = stack.pop();
        const outer = stack.at(-1);
        outer.height = Math.max(outer.height, piece.height + 1);
        if (piece.height) piece.node.classList.add(`h${Math.min(3, piece.height)}`);
        if (piece.to > at) {
          piece.node.classList.add("open-end");
          carried.unshift(piece);
        } else if (piece.ends) label(side, piece.m, piece.node);
      }
      for (const piece of deep.get(at) ?? []) {
        const node = box(side, piece, true);
        label(side, piece.m, node);
        stack.at(-1).node.append(node);
      }
    };
    data.words[s].forEach((_, i) => {
      const at = origins[s] + i;
      if (i) stack.at(-1).node.append(" ");
      for (const piece of carried) open({ ...piece, from: at }, true);
      for (; next < some.length && some[next].from === at; next += 1) open(some[next], false);
      const word = zeros.has(at) ? make("i", "zero", shown(at)) : document.createTextNode(words[at]);
      side.words[at] = word;
      stack.at(-1).node.append(word);
      close(at);
    });
    return { line, height: stack[0].height };
  };

  const draw = () => {
    const grid = byId("text");
    const parts = new Set(data.parts);
    const drawn = panes.map((side) => pieces(side).map((some, s) => drawSentence(side, s, some)));
    const heights = data.words.map((_, s) => Math.min(4, Math.max(...drawn.map((lines) => lines[s].height))));
    grid.style.gridTemplateRows = `repeat(${heights.length}, auto)`;
    const numbers = make("div", "pane", ...heights.map((_, s) => make("div", parts.has(s) ? "no part" : "no", `${s + 1}`)));
    numbers.setAttribute("aria-hidden", "true");
    grid.append(numbers);
    byId("text").parentNode.style.setProperty("--sides", panes.length);
    panes.forEach((side, place) => {
      drawn[place].forEach(({ line }, s) => line.classList.add(`n${heights[s]}`, `side${place}`, ...(parts.has(s) ? ["part"] : [])));
      side.region = make("section", "pane", ...drawn[place].map(({ line }) => line));
      side.region.setAttribute("aria-label", side.name);
      grid.append(side.region);
      const score = place ? make("small", "", data.systems[place - 1].f1 ?? "") : "";
      document.querySelector(".names").append(make("div", "name", make("bdi", "", side.name), score));
      const button = make("button", "", make("bdi", "", side.name));
      button.type = "button";
      button.addEventListener("click", () => showPane(place));
      document.querySelector(".choice").append(button);
    });
  };

  // -- filters -------------------------------------------------------------------------------------------------------
  const state = { who: "all", pair: [0, 1], kinds: new Set(), entity: null, now: null, side: key };
  let narrow = 1;
  let hidesAlone = false;
  let preview = null;
  let fitting = mentions;
  let lit = new Set();
  let stop = null;

  const isRight = (system, m) => Boolean(system) && !errors(system, m).length;
  const who = {
    all: () => true,
    a: (m, [a, b]) => isRight(a, m) && !isRight(b, m),
    b: (m, [a, b]) => !isRight(a, m) && isRight(b, m),
    neither: (m, [a, b]) => !isRight(a, m) && !isRight(b, m),
  };
  const isHidden = (side, m) => hidesAlone && isAlone(side, m);
  const isDrawn = (side, m) => side.nodes[m].length > 0 && !isHidden(side, m);
  const pair = () => state.pair.map((number) => systems[number]);
  const fits = (m) =>
    who[state.who](m, pair()) &&
    (!state.kinds.size || systems.some((system) => errors(system, m).some((kind) => state.kinds.has(kind)))) &&
    (state.entity === null || entityOf(m) === state.entity) &&
    panes.some((side) => isDrawn(side, m));
  const isFiltered = () => state.who !== "all" || state.kinds.size > 0 || state.entity !== null;

  /** The mentions of the chain of a pane; a mention that is missing there has the chain of the key. */
  const chain = (m, side) => {
    const own = side.of.has(m) ? side : key;
    return own.entities[own.of.get(m)];
  };

  const paint = (some) => {
    document.body.classList.toggle("dim", some !== null);
    const turn = (isOn) => lit.forEach((m) => panes.forEach((side) => side.nodes[m].forEach((node) => node.classList.toggle("on", isOn))));
    turn(false);
    lit = new Set(some);
    turn(true);
  };

  const fileOf = (page) => `${String(data.number).padStart(4, "0")}${page > 1 ? `-${page}` : ""}.html`;
  const counted = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

  const describeEntity = (entity) => {
    const pages = data.elsewhere?.[entity] ?? [];
    const links = pages.flatMap((page, i) => {
      const link = make("a", "", `${page}`);
      link.href = `${fileOf(page)}#e${entity + 1}`;
      return [i ? ", " : "", link];
    });
    const size = counted(data.sizes[entity] ?? data.key[entity].length, "mention");
    const also = links.length ? make("span", "", ` (also on ${pages.length > 1 ? "pages" : "page"} `, ...links, ")") : "";
    return [`entity ${entity + 1} of the key, ${size}`, also];
  };

  const describe = (m) => {
    const parts = [make("b", "", "“", make("bdi", "", wordsOf(m)), "”"), " · "];
    parts.push(...(key.of.has(m) ? describeEntity(entityOf(m)) : ["not in the key"]));
    for (const system of systems) {
      const wrong = errors(system, m).map((kind) => kinds.get(kind).label.toLowerCase());
      parts.push(" · ", make("bdi", "", system.name), `: ${wrong.join(", ") || "right"}`);
    }
    return parts;
  };

  const status = () => {
    if (preview ?? state.now !== null) return describe(preview ? preview[0] : state.now);
    if (!fitting.length) return ["No mention fits the filter."];
    if (state.entity !== null) {
      const [first] = data.key[state.entity];
      return [make("b", "", "“", make("bdi", "", wordsOf(first)), "”"), " · ", ...describeEntity(state.entity)];
    }
    return ["Choose a mention, or go to the next one."];
  };

  const show = () => {
    const looked = preview ?? (state.now === null ? null : [state.now, state.side]);
    paint(looked ? chain(...looked) : isFiltered() ? fitting : null);
    for (const node of all(".now")) node.classList.remove("now");
    if (state.now !== null) panes.forEach((side) => side.nodes[state.now].forEach((node) => node.classList.add("now")));
    const at = fitting.indexOf(state.now);
    byId("count").textContent = at < 0 ? counted(fitting.length, "mention") : `${at + 1} of ${fitting.length}`;
    byId("status").replaceChildren(...status());
  };

  const press = (button, isPressed) => button.setAttribute("aria-pressed", isPressed);
  const refresh = () => {
    fitting = mentions.filter(fits);
    for (const button of all("#who button")) press(button, button.dataset.who === state.who);
    for (const [kind, { button }] of kinds) press(button, state.kinds.has(kind));
    for (const button of all("#entities button")) press(button, Number(button.dataset.entity) === state.entity);
    show();
    remember();
  };
  const choose = (change) => {
    Object.assign(state, { now: null, side: key }, change);
    refresh();
  };
  const chooseWho = (name) => byId("who").querySelector(`[data-who="${name}"]`) && choose({ who: name });
  const chooseKind = (kind) => {
    const chosen = new Set(state.kinds);
    if (!chosen.delete(kind)) chosen.add(kind);
    choose({ kinds: chosen });
  };
  const clear = () => {
    byId("find").value = "";
    find();
    choose({ who: "all", kinds: new Set(), entity: null });
  };

  // -- the address ---------------------------------------------------------------------------------------------------
  let timer = 0;
  const filters = () => [
    ...(state.pair.join() === "0,1" ? [] : [`pair=${state.pair.map((number) => number + 1).join()}`]),
    ...(state.who === "all" ? [] : [`who=${state.who}`]),
    ...(state.kinds.size ? [`kind=${[...kinds.keys()].filter((kind) => state.kinds.has(kind)).join()}`] : []),
  ];
  // Browsers allow a few changes a second.
  const remember = () => {
    for (const link of all("[rel=prev], [rel=next]")) link.hash = filters().join("&");
    clearTimeout(timer);
    timer = setTimeout(() => {
      const parts = [
        ...(state.now === null ? [] : [`m${data.first + state.now}`]),
        ...(state.entity === null ? [] : [`e${state.entity + 1}`]),
        ...filters(),
      ];
      history.replaceState(null, "", parts.length ? `#${parts.join("&")}` : location.pathname + location.search);
    }, 100);
  };

  const recall = () => {
    const found = { who: "all", pair: [0, 1], kinds: new Set(), entity: null, now: null, side: key };
    for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
      const [, type, digits] = /^([me])(\d{1,9})$/.exec(name) ?? [];
      if (type === "m" && mentions.includes(digits - data.first)) found.now = digits - data.first;
      if (type === "e" && Object.hasOwn(data.key, digits - 1)) found.entity = digits - 1;
      if (name === "who" && all("#who button").some((button) => button.dataset.who === value)) found.who = value;
      if (name === "kind") found.kinds = new Set(value.split(",").filter((kind) => kinds.has(kind)));
      const numbers = value.split(",").map((number) => number - 1);
      if (name === "pair" && numbers.length === 2 && numbers[0] !== numbers[1] && numbers.every((number) => systems[number])) found.pair = numbers;
    }
    Object.assign(state, found);
    nameWho();
    refresh();
    if (state.now !== null) pick(state.now, key, true);
  };

  // -- mentions ------------------------------------------------------------------------------------------------------
  const isNarrow = matchMedia("(max-width: 46rem)");
  const showPane = (place) => {
    narrow = place;
    byId("text").dataset.pane = place;
    all(".choice button").forEach((button, other) => press(button, other === place));
    rove(panes[place].heads[0] ?? null);
  };
  const reveal = (node) => {
    const { top, bottom } = node.getBoundingClientRect();
    if (top < 90 || bottom > innerHeight - 130) node.scrollIntoView({ block: "center" });
  };
  // The one mention that the Tab key reaches.
  const rove = (node) => {
    if (stop) stop.removeAttribute("tabindex");
    stop = node;
    if (stop) stop.tabIndex = 0;
  };
  const go = (node) => {
    const before = stop;
    node.tabIndex = 0;
    node.focus({ preventScroll: true });
    stop = node;
    if (before && before !== node) before.removeAttribute("tabindex");
    reveal(node);
  };

  const pick = (m, side, moves = false, focuses = false) => {
    preview = null;
    if (m !== null && moves) {
      const wanted = isNarrow.matches ? panes[narrow] : side;
      side = [wanted, ...panes].find((one) => isDrawn(one, m)) ?? key;
      if (isNarrow.matches) showPane(panes.indexOf(side));
    }
    Object.assign(state, { now: m, side });
    const [node] = m === null ? [] : side.nodes[m];
    if (node && focuses) go(node);
    else if (node) {
      rove(node);
      if (moves) reveal(node);
    }
    preview = null;
    show();
    remember();
  };
  const step = (by, focuses) => {
    if (!fitting.length) return;
    const at = fitting.indexOf(state.now);
    const to = at < 0 ? (by > 0 ? 0 : fitting.length - 1) : (at + by + fitting.length) % fitting.length;
    pick(fitting[to], state.side, true, focuses);
  };
  const toggle = ([m, side]) => pick(state.now === m && state.side === side ? null : m, side);

  // Arrows: along the text of a pane, or to the same mention, or else the nearest, of the pane beside it.
  const walk = (node, name) => {
    const [m, side] = node.where;
    const heads = side.heads.filter((head) => !isHidden(side, head.where[0]));
    const isLeft = name === "ArrowLeft";
    if (isLeft || name === "ArrowRight") {
      const isBack = isLeft !== (getComputedStyle(node.closest(".s")).direction === "rtl");
      return heads[heads.indexOf(side.nodes[m][0]) + (isBack ? -1 : 1)];
    }
    const place = panes.indexOf(side) + (name === "ArrowUp" ? -1 : 1);
    const beside = panes[place];
    const others = (beside?.heads ?? []).filter((head) => !isHidden(beside, head.where[0]));
    const near = others.findLast((head) => head.where[0] <= m) ?? others[0];
    if (near && isNarrow.matches) showPane(place);
    return near;
  };

  // -- words ---------------------------------------------------------------------------------------------------------
  const folded = (text) => text.normalize("NFKC").toLowerCase();
  let searched = null;
  let hits = [];
  let hit = -1;
  const search = () => {
    const owners = [];
    let text = "";
    words.forEach((word, at) => {
      if (!word) return;
      text += `${folded(word)} `;
      while (owners.length < text.length) owners.push(at);
    });
    return { text, owners };
  };
  const markHit = ([first, last]) =>
    panes.flatMap((side) =>
      side.words.slice(first, last + 1).map((node) => {
        if (node.parentNode.tagName === "MARK") return node.parentNode;
        const mark = make("mark");
        node.replaceWith(mark);
        mark.append(node);
        return mark;
      }),
    );
  const find = () => {
    for (const mark of all("mark")) mark.replaceWith(...mark.childNodes);
    const wanted = folded(byId("find").value).trim().replace(/\s+/g, " ");
    searched ??= search();
    hits = [];
    hit = -1;
    for (let at = wanted ? searched.text.indexOf(wanted) : -1; at >= 0; at = searched.text.indexOf(wanted, at + wanted.length)) {
      hits.push(markHit([searched.owners[at], searched.owners[at + wanted.length - 1]]));
    }
    byId("hits").textContent = wanted ? counted(hits.length, "hit") : "";
  };
  const nextHit = (by) => {
    if (!hits.length) return;
    hits[hit]?.forEach((mark) => mark.classList.remove("here"));
    hit = hit < 0 && by < 0 ? hits.length - 1 : (hit + by + hits.length) % hits.length;
    for (const mark of hits[hit]) mark.classList.add("here");
    reveal(hits[hit].find((mark) => mark.getClientRects().length));
    byId("hits").textContent = `${hit + 1} of ${counted(hits.length, "hit")}`;
  };

  // -- controls ------------------------------------------------------------------------------------------------------
  const nameWho = () => {
    const [a, b] = pair();
    const texts = b
      ? { all: ["All"], a: ["Only ", a.name], b: ["Only ", b.name], neither: ["Neither"] }
      : { all: ["All"], a: ["Right"], neither: ["Wrong"] };
    byId("who").replaceChildren(
      ...Object.entries(texts).map(([name, [text, system]]) => {
        const count = name === "all" ? "" : make("span", "n", ` ${mentions.filter((m) => who[name](m, pair())).length}`);
        const button = make("button", "", text, system === undefined ? "" : make("bdi", "", system), count);
        button.type = "button";
        button.dataset.who = name;
        button.addEventListener("click", () => choose({ who: name }));
        return button;
      }),
    );
    all(".pair select").forEach((select, place) => (select.value = state.pair[place]));
  };
  const offerPairs = () => {
    const box = document.querySelector(".pair");
    box.hidden = systems.length < 3;
    ["First", "Second"].forEach((text, place) => {
      const select = make("select", "", ...systems.map((system, number) => Object.assign(make("option", "", system.name), { value: number })));
      select.addEventListener("change", () => {
        const pair = [...state.pair];
        const [chosen, other] = [Number(select.value), 1 - place];
        if (pair[other] === chosen) pair[other] = pair[place];
        pair[place] = chosen;
        state.pair = pair;
        nameWho();
        choose({});
      });
      box.append(make("label", "", text, " ", select));
    });
  };
  const listEntities = () => {
    const items = Object.entries(data.key).map(([entity, [first]]) => {
      const tag = make("span", `m c${entity % 8}`, make("bdi", "tag", `${Number(entity) + 1}`));
      const button = make("button", "", tag, make("bdi", "name", wordsOf(first)), make("span", "n", `${data.sizes[entity]}`));
      button.type = "button";
      button.dataset.entity = entity;
      return make("li", "", button);
    });
    byId("entities").append(...items);
    byId("entities").addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      const entity = Number(button?.dataset.entity);
      if (button) choose({ entity: state.entity === entity ? null : entity });
    });
    byId("alone").hidden = !document.querySelector("#text .alone");
  };
  const openFilters = (isOpen) => {
    document.body.classList.toggle("filters", isOpen);
    byId("open-filters").setAttribute("aria-expanded", isOpen);
  };
  const help = byId("help");
  const follow = (rel) => document.querySelector(`[rel=${rel}]`)?.click();
  const actions = {
    n: () => step(1, true),
    p: () => step(-1, true),
    a: () => chooseWho("a"),
    b: () => chooseWho("b"),
    w: () => chooseWho("neither"),
    "/": () => {
      openFilters(true);
      byId("find").focus();
    },
    "[": () => follow("prev"),
    "]": () => follow("next"),
    "?": () => help.showModal(),
    Escape: () => {
      openFilters(false);
      clear();
    },
    ...Object.fromEntries([...kinds.keys()].map((kind, place) => [place + 1, () => chooseKind(kind)])),
  };

  const listen = () => {
    const on = (id, name, act) => byId(id).addEventListener(name, act);
    on("next", "click", () => step(1));
    on("previous", "click", () => step(-1));
    on("clear", "click", clear);
    on("open-help", "click", actions["?"]);
    on("close-help", "click", () => help.close());
    on("open-filters", "click", () => openFilters(!document.body.classList.contains("filters")));
    on("next-hit", "click", () => nextHit(1));
    on("find", "input", find);
    on("find", "keydown", (event) => {
      if (event.key === "Enter") nextHit(event.shiftKey ? -1 : 1);
    });
    on("alone", "click", () => {
      hidesAlone = !hidesAlone;
      press(byId("alone"), hidesAlone);
      byId("text").classList.toggle("hides-alone", hidesAlone);
      refresh();
    });
    for (const [kind, { button }] of kinds) button.addEventListener("click", () => chooseKind(kind));
    const near = ({ target }) => target.closest?.(".m")?.where ?? null;
    const glance = (where) => {
      if (where?.[0] === preview?.[0] && where?.[1] === preview?.[1]) return;
      preview = where;
      show();
    };
    on("text", "mouseover", (event) => glance(near(event)));
    on("text", "mouseleave", () => glance(null));
    on("text", "focusin", (event) => glance(near(event)));
    on("text", "focusout", () => glance(null));
    on("text", "click", (event) => {
      if (!getSelection().isCollapsed) return;
      const where = near(event);
      if (where) toggle(where);
      else pick(null, key);
    });
    on("text", "keydown", (event) => {
      const { key: name, target } = event;
      if (!target.where || event.ctrlKey || event.metaKey || event.altKey) return;
      const node = name.startsWith("Arrow") ? walk(target, name) : null;
      if (node) go(node);
      else if (name === "Enter" || name === " ") toggle(target.where);
      else if (!name.startsWith("Arrow")) return;
      event.preventDefault();
    });
    document.addEventListener("keydown", (event) => {
      if (help.open || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.matches("input, select, textarea") || !Object.hasOwn(actions, event.key)) return;
      event.preventDefault();
      actions[event.key]();
    });
    addEventListener("hashchange", recall);
  };

  draw();
  offerPairs();
  listEntities();
  listen();
  document.querySelector(".reader").hidden = false;
  showPane(1);
  if (!isNarrow.matches) rove(key.heads[0] ?? null);
  recall();
})();
