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

// The segments of the bars against what is behind them.
const fills = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".errors rect")].map((segment) => [
      segment.getAttribute("class"),
      getComputedStyle(segment).fill,
      getComputedStyle(document.documentElement).backgroundColor,
    ]),
  );

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

  const table = page.locator("table.sortable").first();
  const column = (place) =>
    table.locator("tbody tr").evaluateAll((all, at) => all.map((row) => Number(row.cells[at].dataset.value)), place);
  const score = table.locator("thead button").nth(3);
  await score.click();
  assert.equal(await table.locator("th[aria-sort=descending]").count(), 1);
  const down = await column(3);
  assert.deepEqual(down, [...down].sort((one, other) => other - one));
  await score.focus();
  await page.keyboard.press("Enter");
  assert.equal(await table.locator("th[aria-sort=ascending]").count(), 1);
  const up = await column(3);
  assert.deepEqual(up, [...up].sort((one, other) => one - other));
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
    assert.equal(other - one, change);
  }
  if (await second.count()) assert.ok(told.length > 0);

  const map = page.locator("svg.map");
  if (await map.count()) {
    await map.hover({ position: { x: 5, y: 60 } });
    assert.match(await page.locator("#readout").textContent(), /better|worse|differ/);
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
