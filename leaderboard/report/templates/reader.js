"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const make = (tag, name, ...content) => {
    const node = document.createElement(tag);
    if (name) node.className = name;
    node.append(...content);
    return node;
  };
  const makeButton = (...content) => Object.assign(make("button", "", ...content), { type: "button" });
  const press = (button, isPressed) => (button.ariaPressed = isPressed);
  const counted = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
  const letter = (n) => (n < 26 ? "" : letter(Math.floor(n / 26) - 1)) + String.fromCharCode(97 + (n % 26));

  const data = JSON.parse(byId("data").textContent);
  const sentences = [...byId("words").children].map((line) => line.textContent.split("\n"));
  byId("words").remove();
  const words = sentences.flat();
  const zeros = new Set(data.zeros);
  const shown = (at) => (zeros.has(at) ? "∅" : "") + words[at];
  const origins = [];
  sentences.reduce((at, sentence) => (origins.push(at), at + sentence.length), 0);
  const sentenceOf = sentences.flatMap((sentence, number) => sentence.map(() => number));
  const mentions = data.mentions.map((_, m) => m);
  const kinds = new Map(
    all("[data-kind]").map((button) => {
      const [mark, label] = [...button.children].map((part) => part.textContent);
      return [button.dataset.kind, { button, mark, label }];
    }),
  );

  // The words of a mention, of long pieces and texts the beginning.
  const wordsOf = (m) => {
    const pieces = data.mentions[m].at.map(([first, last]) =>
      words.slice(first, Math.min(last + 1, first + 40)).map((_, i) => shown(first + i)).join(" "),
    );
    const text = pieces.join(" … ");
    return text.length > 90 ? `${text.slice(0, 90)}…` : text;
  };
  const quoted = (m) => make("b", "", "“", make("bdi", "", wordsOf(m)), "”");

  // -- panes ---------------------------------------------------------------------------------------------------------
  const pane = ({ name, entities, sizes = {}, wrong = {}, spans = {} }) => ({
    name,
    entities,
    sizes,
    wrong,
    spans,
    of: new Map(Object.entries(entities).flatMap(([entity, chain]) => chain.map((m) => [m, Number(entity)]))),
    nodes: mentions.map(() => []),
    heads: [],
    words: [],
  });
  const panes = [{ name: "Key", entities: data.key, sizes: data.sizes }, ...data.systems].map(pane);
  const [key, ...systems] = panes;
  const errors = (system, m) => system.wrong[m] ?? [];
  // Mentions that are apart from the rest of their entity together bear one error.
  const errorOf = (system, m, kind) => [systems.indexOf(system), kind, /span|mention/.test(kind) ? m : [key.of.get(m), system.of.get(m)]].join();
  // The pane whose entity counts: what is missing in a pane has that of the key.
  const owner = (side, m) => (side.of.has(m) ? side : key);
  const chain = (side, m) => owner(side, m).entities[owner(side, m).of.get(m)];
  const isAlone = (side, m) => (owner(side, m).sizes[owner(side, m).of.get(m)] ?? chain(side, m).length) === 1;

  // Pieces of mentions by sentence: what is discontinuous or goes on in another sentence has several.
  const pieces = (side) => {
    const found = sentences.map(() => []);
    for (const m of mentions) {
      if (!side.of.has(m) && (side === key || !key.of.has(m))) continue;
      const spans = side.spans[m] ?? data.mentions[m].at;
      spans.forEach(([first, last], number) => {
        for (let s = sentenceOf[first]; s <= sentenceOf[last]; s += 1) {
          const from = Math.max(first, origins[s]);
          const to = Math.min(last, origins[s] + sentences[s].length - 1);
          const begins = !number && from === first;
          found[s].push({ m, from, to, begins, ends: number === spans.length - 1 && to === last });
        }
      });
    }
    for (const some of found) some.sort((one, other) => one.from - other.from || other.to - one.to || one.m - other.m);
    return found;
  };

  const box = (side, { m, begins, ends }, isCut) => {
    const names = ["m", key.of.has(m) ? `c${key.of.get(m) % 8}` : "extra"];
    if (!side.of.has(m)) names.push("missing");
    if (isCut || !begins) names.push("open-start");
    if (!ends) names.push("open-end");
    if (isAlone(side, m)) names.push("alone");
    const node = make("span", names.join(" "));
    node.dataset.m = data.first + m;
    node.where = [side, m];
    if (!side.nodes[m].length) side.heads.push(node);
    side.nodes[m].push(node);
    return node;
  };

  // Number, letter and a mark for each error stay on the line of the last word.
  const label = (side, m, node) => {
    const number = key.of.has(m) ? key.of.get(m) + 1 : "";
    const own = side !== key && side.of.has(m) ? letter(side.of.get(m)) : "";
    node.append("\u2060", make("bdi", "tag", number + own));
    for (const kind of errors(side, m)) {
      const mark = make("bdi", "mark", kinds.get(kind).mark);
      mark.role = "img";
      mark.title = mark.ariaLabel = kinds.get(kind).label;
      node.append("\u2060", mark);
    }
  };

  // Boxes that nest deeper stand behind their last word; of very many, only the one that is looked at is shown.
  const DEEPEST = 16;
  const MOST_DEEP = 100;

  const drawSentence = (side, s, some) => {
    const line = make("p", "s");
    const stack = [{ node: line, height: 0 }];
    const deep = {};
    let carried = [];
    let buried = 0;
    const add = (node) => stack.at(-1).node.append(node);
    const open = (piece, isCut) => {
      if (stack.length > DEEPEST) {
        if (piece.ends) (deep[piece.to] ??= []).push(piece);
        return;
      }
      const node = box(side, piece, isCut);
      add(node);
      stack.push({ ...piece, node, height: 0 });
    };
    // What ends here is closed; what crosses it is cut in two.
    const close = (at) => {
      carried = [];
      while (stack.some((piece) => piece.to === at)) {
        const piece = stack.pop();
        stack.at(-1).height = Math.max(stack.at(-1).height, piece.height + 1);
        if (piece.height) piece.node.classList.add(`h${Math.min(3, piece.height)}`);
        if (piece.to > at) {
          piece.node.classList.add("open-end");
          carried.unshift(piece);
        } else if (piece.ends) label(side, piece.m, piece.node);
      }
      for (const piece of deep[at] ?? []) {
        const node = box(side, piece, true);
        if ((buried += 1) > MOST_DEEP) node.classList.add("deep");
        label(side, piece.m, node);
        add(node);
      }
    };
    let next = 0;
    sentences[s].forEach((_, i) => {
      const at = origins[s] + i;
      if (i) add(" ");
      for (const piece of carried) open(piece, true);
      for (; some[next]?.from === at; next += 1) open(some[next], false);
      side.words[at] = zeros.has(at) ? make("i", "zero", shown(at)) : document.createTextNode(words[at]);
      add(side.words[at]);
      close(at);
    });
    // At the end: a direction that is found again after each word costs the square of the words.
    line.dir = "auto";
    return { line, height: stack[0].height };
  };

  const draw = () => {
    const drawn = panes.map((side) => pieces(side).map((some, s) => drawSentence(side, s, some)));
    const part = (s) => (data.parts?.includes(s) ? " part" : "");
    const numbers = make("div", "pane", ...sentences.map((_, s) => make("div", `no${part(s)}`, s + 1)));
    numbers.ariaHidden = true;
    byId("text").append(numbers);
    byId("text").style.gridTemplateRows = `repeat(${sentences.length}, auto)`;
    byId("main").style.setProperty("--sides", panes.length);
    panes.forEach((side, place) => {
      drawn[place].forEach(({ line }, s) => {
        const height = Math.min(4, Math.max(...drawn.map((lines) => lines[s].height)));
        line.className += ` n${height}${part(s)}`;
      });
      const region = make("section", "pane", ...drawn[place].map(({ line }) => line));
      region.ariaLabel = side.name;
      byId("text").append(region);
      byId("names").append(make("div", "name", make("bdi", "", side.name)));
      const button = makeButton(make("bdi", "", side.name));
      button.addEventListener("click", () => showPane(place));
      byId("choice").append(button);
    });
  };

  // -- filters -------------------------------------------------------------------------------------------------------
  const start = () => ({ who: "all", kinds: new Set(), entity: null, now: null, side: key });
  const state = { ...start(), pair: [0, 1] };
  let fitting = mentions;
  let steps = [];
  let at = -1;
  let hidesAlone = false;
  let preview = null;
  let lit = new Set();

  const isRight = (system, m) => system && !errors(system, m).length;
  const who = {
    all: () => true,
    a: (m, [a, b]) => isRight(a, m) && !isRight(b, m),
    b: (m, [a, b]) => !isRight(a, m) && isRight(b, m),
    neither: (m, [a, b]) => !isRight(a, m) && !isRight(b, m),
  };
  const pair = () => state.pair.map((number) => systems[number]);
  const isDrawn = (side, m) => side.nodes[m].length > 0 && !(hidesAlone && isAlone(side, m));
  const fits = (m) =>
    who[state.who](m, pair()) &&
    (!state.kinds.size || systems.some((system) => errors(system, m).some((kind) => state.kinds.has(kind)))) &&
    (state.entity === null || key.of.get(m) === state.entity) &&
    panes.some((side) => isDrawn(side, m));
  // Where next and previous go: to each mention or, of chosen kinds, to the first mention of each error.
  const stepsOf = () => {
    const seen = new Set();
    const isNew = (error) => !seen.has(error) && seen.add(error);
    const begun = (system, m) => errors(system, m).filter((kind) => state.kinds.has(kind) && isNew(errorOf(system, m, kind)));
    return fitting.flatMap((m) => (state.kinds.size ? systems.flatMap((system) => begun(system, m).map(() => [system, m])) : [[null, m]]));
  };
  const isFiltered = () => state.who !== "all" || state.kinds.size > 0 || state.entity !== null;

  const fileOf = (page) => `${String(data.number).padStart(4, "0")}${page > 1 ? `-${page}` : ""}.html`;
  const describeEntity = (entity) => {
    const links = (data.elsewhere?.[entity] ?? []).flatMap((page) => {
      if (!page) return [" …"];
      const link = make("a", "", page);
      link.href = `${fileOf(page)}#e${entity + 1}`;
      return [" ", link];
    });
    return [` · entity ${entity + 1} of the key, ${counted(data.sizes[entity], "mention")}`, ...(links.length ? [", also on page", ...links] : [])];
  };
  const describe = (m) => [
    quoted(m),
    ...(key.of.has(m) ? describeEntity(key.of.get(m)) : [" · not in the key"]),
    ...systems.flatMap((system) => {
      const wrong = errors(system, m).map((kind) => kinds.get(kind).label.toLowerCase());
      return [" · ", make("bdi", "", system.name), `: ${wrong.join(", ") || "right"}`];
    }),
  ];
  const status = (looked) => {
    if (looked) return describe(looked[1]);
    if (!fitting.length) return ["No mention fits the filters."];
    if (state.entity !== null) return [quoted(data.key[state.entity][0]), ...describeEntity(state.entity)];
    return ["Click a mention, or press n."];
  };

  const each = (some, act) => some.forEach((m) => panes.forEach((side) => side.nodes[m].forEach(act)));
  const paint = (some) => {
    document.body.classList.toggle("dim", some !== null);
    each(lit, (node) => node.classList.remove("on"));
    lit = new Set(some);
    each(lit, (node) => node.classList.add("on"));
  };
  const show = () => {
    const looked = preview ?? (state.now === null ? null : [state.side, state.now]);
    paint(looked ? chain(...looked) : isFiltered() ? fitting : null);
    for (const node of all(".now")) node.classList.remove("now");
    if (state.now !== null) each([state.now], (node) => node.classList.add("now"));
    byId("count").textContent = at < 0 ? counted(steps.length, state.kinds.size ? "error" : "mention") : `${at + 1} of ${steps.length}`;
    byId("status").replaceChildren(...status(looked));
  };
  const stepTo = (side, m) => {
    const places = steps.flatMap(([, one], place) => (one === m ? [place] : []));
    return places.find((place) => steps[place][0] === side) ?? places[0] ?? -1;
  };
  const refresh = () => {
    preview = null;
    fitting = mentions.filter(fits);
    steps = stepsOf();
    at = stepTo(state.side, state.now);
    for (const button of all("[data-who]")) press(button, button.dataset.who === state.who);
    for (const [kind, { button }] of kinds) press(button, state.kinds.has(kind));
    for (const button of all("[data-entity]")) press(button, Number(button.dataset.entity) === state.entity);
    show();
    remember();
  };
  const choose = (change) => {
    Object.assign(state, { now: null, side: key }, change);
    refresh();
  };
  const isWho = (name) => Object.hasOwn(who, name) && (name !== "b" || systems.length > 1);
  const chooseWho = (name) => isWho(name) && choose({ who: name });
  const chooseKind = (kind) => {
    const chosen = new Set(state.kinds);
    if (!chosen.delete(kind)) chosen.add(kind);
    choose({ kinds: chosen });
  };
  const clear = () => {
    byId("find").value = "";
    find();
    choose(start());
  };

  // -- the address ---------------------------------------------------------------------------------------------------
  let timer = 0;
  const filters = () => [
    ...(state.pair.join() === "0,1" ? [] : [`pair=${state.pair.map((number) => number + 1)}`]),
    ...(state.who === "all" ? [] : [`who=${state.who}`]),
    ...(state.kinds.size ? [`kind=${[...state.kinds]}`] : []),
  ];
  // Browsers allow a few changes a second, and the reader may have typed another address by then.
  const remember = () => {
    const [before, hash] = [location.hash, filters().join("&")];
    for (const link of all("[rel]")) {
      link.setAttribute("href", link.getAttribute("href").replace(/#.*|$/, hash && `#${hash}`));
    }
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (location.hash !== before) return;
      const parts = filters();
      if (state.entity !== null) parts.unshift(`e${state.entity + 1}`);
      if (state.now !== null) parts.unshift(`m${data.first + state.now}`);
      history.replaceState(null, "", parts.length ? `#${parts.join("&")}` : location.pathname + location.search);
    }, 100);
  };
  const recall = () => {
    Object.assign(state, start(), { pair: [0, 1] });
    for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
      const [, type, digits] = /^([me])(\d{1,9})$/.exec(name) ?? [];
      const numbers = value.split(",").map((number) => number - 1);
      if (type === "m" && mentions.includes(digits - data.first)) state.now = digits - data.first;
      if (type === "e" && Object.hasOwn(data.key, digits - 1)) state.entity = digits - 1;
      if (name === "who" && isWho(value)) state.who = value;
      if (name === "kind") state.kinds = new Set(value.split(",").filter((kind) => kinds.has(kind)));
      if (name === "pair" && new Set(numbers).size === 2 && numbers.every((number) => systems[number])) state.pair = numbers;
    }
    nameWho();
    refresh();
    if (state.now !== null) move(at < 0 ? [null, state.now] : steps[at]);
  };

  // -- mentions ------------------------------------------------------------------------------------------------------
  const isNarrow = matchMedia("(max-width: 46rem)");
  let open = 1;
  let stop = null;
  // The one mention that the Tab key reaches.
  const rove = (node, focuses) => {
    const before = stop;
    stop = node;
    if (node) node.tabIndex = 0;
    if (node && focuses) node.focus({ preventScroll: true });
    if (before && before !== node) before.removeAttribute("tabindex");
  };
  const showPane = (place) => {
    open = place;
    all("section.pane").forEach((region, other) => region.classList.toggle("off", other !== place));
    [...byId("choice").children].forEach((button, other) => press(button, other === place));
    rove(panes[place].heads[0]);
  };
  const reveal = (node) => {
    const range = document.createRange();
    range.selectNode(node);
    const { top, bottom } = range.getBoundingClientRect();
    if (top < 90 || bottom > innerHeight - 130) scrollBy(0, (top + bottom - innerHeight) / 2);
  };
  const pick = (side, m, place = stepTo(side, m)) => {
    Object.assign(state, { now: m, side });
    at = place;
    const node = side.nodes[m]?.[0];
    if (node) rove(node);
    preview = null;
    show();
    remember();
    return node;
  };
  const move = ([system, m], place) => {
    const side = [system ?? (isNarrow.matches ? panes[open] : state.side), ...panes].find((one) => isDrawn(one, m)) ?? key;
    if (isNarrow.matches) showPane(panes.indexOf(side));
    const node = pick(side, m, place);
    if (node) reveal(node);
    return node;
  };
  const step = (by, focuses) => {
    const beyond = steps.findIndex(([, m]) => m > (state.now ?? -1));
    const from = at < 0 ? (beyond < 0 ? steps.length : beyond) - (by > 0) : at;
    const to = (from + by + steps.length) % steps.length;
    const node = steps.length && move(steps[to], to);
    if (node && focuses) rove(node, true);
  };
  const toggle = (side, m) => pick(side, state.now === m && state.side === side ? null : m);

  // Left and right: along the text of a pane. Up and down: the same mention of the pane beside it, or the one before.
  const walk = (node, name) => {
    const [side, m] = node.where;
    const headsOf = (one) => one.heads.filter((head) => isDrawn(one, head.where[1]));
    if (name === "ArrowLeft" || name === "ArrowRight") {
      const isBack = (name === "ArrowLeft") !== (getComputedStyle(node.closest(".s")).direction === "rtl");
      const heads = headsOf(side);
      return heads[heads.indexOf(side.nodes[m][0]) + (isBack ? -1 : 1)];
    }
    const place = panes.indexOf(side) + (name === "ArrowUp" ? -1 : 1);
    const heads = panes[place] ? headsOf(panes[place]) : [];
    if (heads.length && isNarrow.matches) showPane(place);
    return heads.findLast((head) => head.where[1] <= m) ?? heads[0];
  };

  // -- words ---------------------------------------------------------------------------------------------------------
  const folded = (text) => text.normalize("NFKC").toLowerCase();
  let running = "";
  const wordAt = [];
  words.forEach((word, at) => {
    if (word) running += `${folded(word)} `;
    while (wordAt.length < running.length) wordAt.push(at);
  });
  let hits = [];
  let hit = -1;
  // Marks that leave the text as it is: a letter has thousands of hits.
  const mark = (name, some) => {
    if (!CSS.highlights) return;
    const found = new Highlight();
    for (const [first, last] of some) {
      for (const node of panes.flatMap((side) => side.words.slice(first, last + 1))) {
        found.add(new StaticRange({ startContainer: node, startOffset: 0, endContainer: node, endOffset: node.length ?? 1 }));
      }
    }
    CSS.highlights.set(name, found);
  };
  const find = () => {
    const wanted = folded(byId("find").value).trim().replace(/\s+/g, " ");
    hits = [];
    hit = -1;
    for (let at = wanted ? running.indexOf(wanted) : -1; at >= 0; at = running.indexOf(wanted, at + wanted.length)) {
      hits.push([wordAt[at], wordAt[at + wanted.length - 1]]);
    }
    mark("hit", hits);
    mark("here", []);
    byId("hits").textContent = wanted ? counted(hits.length, "hit") : "";
  };
  const nextHit = (by) => {
    if (!hits.length) return;
    hit = hit < 0 && by < 0 ? hits.length - 1 : (hit + by + hits.length) % hits.length;
    mark("here", [hits[hit]]);
    reveal((isNarrow.matches ? panes[open] : key).words[hits[hit][0]]);
    byId("hits").textContent = `${hit + 1} of ${counted(hits.length, "hit")}`;
  };

  // -- controls ------------------------------------------------------------------------------------------------------
  const nameWho = () => {
    const [a, b] = pair();
    const texts = b ? { all: ["All"], a: ["Only ", a.name], b: ["Only ", b.name], neither: ["Neither"] } : { all: ["All"], a: ["Right"], neither: ["Wrong"] };
    const buttons = Object.entries(texts).map(([name, [text, system = ""]]) => {
      const count = name === "all" ? "" : ` ${mentions.filter((m) => who[name](m, pair())).length}`;
      const button = makeButton(text, make("bdi", "", system), make("span", "n", count));
      button.dataset.who = name;
      button.addEventListener("click", () => chooseWho(name));
      return button;
    });
    byId("who").replaceChildren(...buttons);
    all("#pair select").forEach((select, place) => (select.value = state.pair[place]));
  };
  const offerPairs = () => {
    byId("pair").hidden = systems.length < 3;
    ["First", "Second"].forEach((text, place) => {
      const options = systems.map(({ name }, number) => Object.assign(make("option", "", name), { value: number }));
      const select = make("select", "", ...options);
      // The other one gives way.
      select.addEventListener("change", () => {
        const chosen = Number(select.value);
        state.pair = state.pair.map((number, other) => (other === place ? chosen : number === chosen ? state.pair[place] : number));
        nameWho();
        choose({});
      });
      byId("pair").append(make("label", "", text, select));
    });
  };
  const listEntities = () => {
    for (const [entity, [first]] of Object.entries(data.key)) {
      const tag = make("span", `m c${entity % 8}`, make("bdi", "tag", Number(entity) + 1));
      const button = makeButton(tag, make("bdi", "name", wordsOf(first)), make("span", "n", data.sizes[entity]));
      button.dataset.entity = entity;
      button.addEventListener("click", () => choose({ entity: state.entity === Number(entity) ? null : Number(entity) }));
      byId("entities").append(make("li", "", button));
    }
    byId("alone").hidden = !document.querySelector("#text .alone");
  };
  const openFilters = (isOpen) => {
    document.body.classList.toggle("filters", isOpen);
    byId("open-filters").ariaExpanded = isOpen;
  };
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
    "?": () => byId("help").showModal(),
    Escape: () => {
      openFilters(false);
      clear();
    },
  };
  [...kinds.keys()].forEach((kind, place) => (actions[place + 1] = () => chooseKind(kind)));

  const listen = () => {
    const on = (id, name, act) => byId(id).addEventListener(name, act);
    on("next", "click", () => step(1));
    on("previous", "click", () => step(-1));
    on("clear", "click", clear);
    on("open-help", "click", actions["?"]);
    on("close-help", "click", () => byId("help").close());
    on("open-filters", "click", () => openFilters(!document.body.classList.contains("filters")));
    on("next-hit", "click", () => nextHit(1));
    on("find", "input", find);
    on("find", "keydown", (event) => event.key === "Enter" && nextHit(event.shiftKey ? -1 : 1));
    on("alone", "click", () => {
      hidesAlone = byId("text").classList.toggle("hides-alone");
      press(byId("alone"), hidesAlone);
      refresh();
    });
    for (const [kind, { button }] of kinds) button.addEventListener("click", () => chooseKind(kind));
    const near = (event) => {
      const where = event.target.closest(".m")?.where;
      return where && isDrawn(...where) ? where : null;
    };
    const glance = (where) => {
      if (where === preview) return;
      preview = where;
      show();
    };
    // Text that moves under a mouse at rest shows nothing.
    on("text", "mousemove", (event) => (event.movementX || event.movementY) && glance(near(event)));
    on("text", "mouseleave", () => glance(null));
    on("text", "focusin", (event) => glance(near(event)));
    on("text", "focusout", () => glance(null));
    on("text", "click", (event) => {
      if (getSelection().isCollapsed) near(event) ? toggle(...near(event)) : pick(key, null);
    });
    document.addEventListener("keydown", (event) => {
      const { key: name, target } = event;
      if (byId("help").open || event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea")) return;
      let act = Object.hasOwn(actions, name) && actions[name];
      if (target.where && (name === "Enter" || name === " ")) act = () => toggle(...target.where);
      if (target.where && name.startsWith("Arrow")) {
        act = () => {
          const node = walk(target, name);
          if (node) rove(node, true);
          if (node) reveal(node);
        };
      }
      if (!act) return;
      event.preventDefault();
      act();
    });
    addEventListener("hashchange", recall);
  };

  draw();
  offerPairs();
  listEntities();
  listen();
  byId("reader").hidden = false;
  showPane(1);
  if (!isNarrow.matches) rove(key.heads[0]);
  recall();
})();
