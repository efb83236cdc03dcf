// What the reader chose stands in the address, as #errors&find=merger&pair=a,b: a section, then choices.
const takers = new Map();
const chosen = new Map();
let section = "";

const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
};
const encoded = (text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));

const readAddress = () => {
  const parts = location.hash.slice(1).split("&");
  section = parts.find((part) => part && document.getElementById(part)) ?? "";
  const choices = parts.filter((part) => part.includes("=")).map((part) => part.split("="));
  return new Map(choices.map(([key, ...rest]) => [key, rest.join("=").split(",").map(decoded)]));
};

// An address that the page wrote is whole; with a link to a section, what was chosen before stays.
const writeAddress = (isNew = false) => {
  const choices = [...chosen].map(([key, texts]) => `${key}=${texts.map(encoded).join(",")}`);
  const parts = [section, ...choices].filter(Boolean);
  const address = location.href.split("#")[0] + (parts.length ? `#${parts.join("&")}` : "");
  if (isNew) history.pushState("whole", "", address);
  else history.replaceState("whole", "", address);
};

const keep = (key, texts) => (texts ? chosen.set(key, texts) : chosen.delete(key));

// A taker shows the texts of the address, the default for null, and returns those that are valid.
const choice = (key, taker) => {
  takers.set(key, taker);
  keep(key, taker(readAddress().get(key) ?? null));
};

const choose = (key, texts, at = section) => {
  section = at;
  keep(key, texts);
  writeAddress();
};
// The same, and the button Back undoes it.
const visit = (key, texts, at) => {
  writeAddress();
  section = at;
  keep(key, texts);
  writeAddress(true);
};

window.addEventListener("hashchange", () => {
  const choices = readAddress();
  if (choices.size || history.state === "whole") for (const [key, taker] of takers) keep(key, taker(choices.get(key) ?? null));
  else writeAddress();
});
// A fold that is linked to opens.
const unfold = () => {
  const fold = document.getElementById(location.hash.slice(1));
  if (fold?.matches("details")) fold.open = true;
};
window.addEventListener("hashchange", unfold);
window.addEventListener("load", unfold);
// With choices behind it, a browser does not find the section.
window.addEventListener("load", () => {
  const wanted = section || (chosen.has("pair") ? "documents" : "");
  if (chosen.size && wanted) document.getElementById(wanted).scrollIntoView();
});
