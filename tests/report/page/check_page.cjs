// What a reader does with the page of a report, in a real browser.
// Usage: node check_page.cjs CHROMIUM PAGE [FOLDER FOR SCREENSHOTS]; playwright-core must be on NODE_PATH.
"use strict";
const assert = require("node:assert/strict");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { chromium } = require("playwright-core");

const [executablePath, file, shots] = process.argv.slice(2);

// The contrast of two colours by the Web Content Accessibility Guidelines.
const contrast = (one, other) => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\d.]+/g).slice(0, 3).map((part) => {
      const value = Number(part) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
};

const colours = (page) =>
  page.evaluate(() => {
    const behind = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (!/, 0\)$|transparent/.test(backgroundColor)) return backgroundColor;
      }
      return getComputedStyle(document.documentElement).backgroundColor;
    };
    const found = document.querySelectorAll("h1, h2, p, a, th, td, button, li, figcaption, caption, option, .key");
    return [...found]
      .filter((element) => element.textContent.trim() && element.getClientRects().length)
      .map((element) => [element.tagName + "." + element.className, getComputedStyle(element).color, behind(element)]);
  });

// Bars and cells against what is behind them.
const fills = (page) =>
  page.evaluate(() => {
    const ground = (element) => element && getComputedStyle(element).backgroundColor;
    const track = document.querySelector(".ranges .track");
    const behind = {
      ".errors rect": ground(document.documentElement),
      "#differences rect": ground(document.getElementById("differences")),
      ".ranges .range": getComputedStyle(track).fill,
      "svg.map path:is(.better, .worse)": ground(document.querySelector("svg.map")),
    };
    return Object.entries(behind).flatMap(([which, paper]) =>
      [...document.querySelectorAll(which)].map((shape) => [
        `${which} ${shape.getAttribute("class")}`,
        getComputedStyle(shape).fill,
        paper,
      ]),
    );
  });

const check = async (browser, width, colorScheme) => {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  const faults = [];
  page.on("console", (message) => faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith("data:") && request.url() !== pathToFileURL(file).href) faults.push(request.url());
  });
  page.on("dialog", (dialog) => faults.push(dialog.message()));
  await page.goto(pathToFileURL(file).href);

  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(overflow <= 0, `the page is ${overflow} pixels too wide at ${width}`);
  for (const [name, ink, paper] of await colours(page)) {
    assert.ok(contrast(ink, paper) >= 4.5, `${name} has a contrast of ${contrast(ink, paper)} in ${colorScheme}`);
  }

  const levels = await page.$$eval("h1, h2, h3", (all) => all.map((heading) => Number(heading.tagName[1])));
  assert.equal(levels.filter((level) => level === 1).length, 1);
  levels.slice(1).forEach((level, place) => assert.ok(level <= levels[place] + 1, "a level of headings is skipped"));
  const unnamed = await page.$$eval(
    "img:not([alt]), svg[role=img]:not([aria-label]):not([aria-labelledby]), [role=region]:not([aria-label])",
    (all) => all.map((element) => element.outerHTML),
  );
  assert.deepEqual(unnamed, []);
  assert.ok((await page.$$eval("img", (all) => all.every((image) => image.naturalWidth > 0))), "an image is not shown");
  assert.ok(await page.$$eval("select", (all) => all.every((select) => select.labels.length === 1)));

  const nameless = await page.$$eval("table", (all) =>
    all.filter((one) => !one.caption?.textContent.trim() && !one.closest("[hidden]")).map((one) => one.className),
  );
  assert.deepEqual(nameless, [], "a table has no caption");
  const unread = await page.$$eval("table.map td:not([class=''])", (all) =>
    all.filter((cell) => cell.cellIndex && !/better|worse|different|identical|untestable|compared/.test(cell.textContent)).length,
  );
  assert.equal(unread, 0, "a cell of the map is not read as a word");
  const arrows = await page.$$eval("th button", (all) => all.map((button) => getComputedStyle(button, "::after").content));
  for (const arrow of arrows) assert.match(arrow, /\/ ""$/, "an arrow is read aloud");
  const regions = await page.$$eval(".scroll", (all) =>
    all.map((one) => [one.classList.contains("wide"), one.scrollWidth > one.clientWidth + 1]),
  );
  for (const [hinted, isWide] of regions) assert.equal(hinted, isWide, "a table scrolls and does not say so");

  const table = page.locator("table.sortable").first();
  const scroller = table.locator("..");
  await scroller.evaluate((one) => one.scrollTo(one.scrollWidth, 0));
  const [heading, name] = await Promise.all(
    ["thead th.name", "tbody th"].map((which) => table.locator(which).first().boundingBox()),
  );
  assert.ok(Math.abs(heading.x - name.x) < 1, "names stand under a heading of another column");
  await scroller.evaluate((one) => one.scrollTo(0, 0));
  // Rank, system and score are what a ranking is for.
  for (const place of [0, 1, 2]) {
    const box = await table.locator("tbody tr").first().locator("th, td").nth(place).boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= width, `column ${place} ends at ${box.x + box.width} of ${width}`);
  }
  const column = (place) =>
    table.locator("tbody tr").evaluateAll((all, at) => all.map((row) => Number(row.cells[at].dataset.value)), place);
  const score = table.locator("thead button").nth(2);
  await score.click();
  assert.equal(await table.locator("th[aria-sort=descending]").count(), 1);
  const down = await column(2);
  assert.deepEqual(down, [...down].sort((one, other) => other - one));
  await score.focus();
  await page.keyboard.press("Enter");
  assert.equal(await table.locator("th[aria-sort=ascending]").count(), 1);
  const up = await column(2);
  assert.deepEqual(up, [...up].sort((one, other) => one - other));
  await table.locator("thead button").nth(1).click();
  const names = await table.locator("tbody th").allTextContents();
  assert.deepEqual(names, [...names].sort(new Intl.Collator("en", { numeric: true }).compare));
  await table.locator("thead button").first().click();

  const order = [];
  await page.evaluate(() => document.activeElement.blur());
  await page.evaluate(() => window.scrollTo(0, 0));
  for (let key = 0; key < 12; key += 1) {
    await page.keyboard.press("Tab");
    order.push(await page.evaluate(() => document.activeElement.getBoundingClientRect().top + window.scrollY));
  }
  const others = order.filter((top) => top > 0);
  assert.deepEqual(others, [...others].sort((one, other) => one - other), "the keyboard jumps about");

  const second = page.locator("#second");
  if (await second.count()) {
    const said = () => page.locator("#outcome").textContent();
    const before = await said();
    await second.selectOption({ index: (await second.locator("option").count()) - 1 });
    assert.notEqual(await said(), "");
    if ((await second.locator("option").count()) > 2) assert.notEqual(await said(), before);
    assert.match(await page.locator("#tested").textContent(), /difference [+-]?[\d.]+; (adjusted )?p [=<] 0\.\d{4}, [a-z]+\.$/);
    const levels = (await page.locator("#plot .scale span").allTextContents()).map(Number);
    const largest = await page.$$eval("#units tbody tr", (all) =>
      Math.max(0.01, ...all.map((row) => Math.abs(Number(row.cells[3].textContent)))),
    );
    assert.deepEqual([levels[0], levels[2], levels[4]], [largest, 0, -largest]);
    assert.ok((await page.locator("#units tbody tr").count()) > 0);
    assert.equal(await page.locator("#differences rect").count(), await page.locator("#units tbody tr").count());
  }
  const bars = await page.$$eval(".errors svg", (all) => all.map((bar) => bar.getAttribute("aria-label")));
  assert.equal(bars.length, await page.locator(".errors tbody tr").count());
  for (const text of bars) assert.match(text, /^[\d,]+ correct, [\d,]+ incorrect, [\d,]+ missing, [\d,]+ spurious$/);
  for (const [name, ink, paper] of await fills(page)) {
    assert.ok(contrast(ink, paper) >= 3, `${name} has a contrast of ${contrast(ink, paper)} in ${colorScheme}`);
  }
  const told = await page.$$eval("#changes tbody tr", (all) =>
    all.map((row) => [...row.cells].map((cell) => cell.textContent)),
  );
  for (const counts of told) {
    const [one, other, change] = counts.slice(2, 5).map((text) => Number(text.replaceAll(",", "")));
    assert.equal(one - other, change);
  }
  if (await second.count()) assert.ok(told.length > 0);

  const map = page.locator("svg.map");
  if (await map.count()) {
    await map.hover({ position: { x: 5, y: 60 } });
    assert.match(await page.locator("#readout").textContent(), /better|worse|differ|identical|told from|compared/);
    assert.equal(await page.locator("#significance ~ p a[href='#documents']").count(), 1);
  }
  if (shots) await page.screenshot({ path: path.join(shots, `${colorScheme}-${width}.png`), fullPage: true });
  assert.deepEqual(faults, []);
  await page.close();
};

const main = async () => {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    for (const width of [400, 1400]) for (const colorScheme of ["light", "dark"]) await check(browser, width, colorScheme);
  } finally {
    await browser.close();
  }
};

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
