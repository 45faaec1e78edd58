// Helpers for elements of the page and for requests to the studio, which the transport carries.
"use strict";

const byId = (id) => document.getElementById(id);
const NAMESPACE = "http://www.w3.org/2000/svg";

/** Fills an element with properties and children. `on…` are listeners, others attributes. */
function filled(element, properties, children) {
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}
const make = (name, properties = {}, ...children) => filled(document.createElement(name), properties, children);
const drawn = (name, properties = {}, ...children) => filled(document.createElementNS(NAMESPACE, name), properties, children);
const button = (text, onclick, properties = {}) => make("button", { type: "button", onclick, ...properties }, text);

let ids = 0;
const freshId = () => `e${++ids}`;

/** Shows a message, for screen readers too. */
function tell(text, bad = false) {
  const news = byId("news");
  news.className = bad ? "bad" : "";
  news.textContent = text;
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => { news.textContent = ""; }, bad ? 12000 : 4000);
}

const describedFault = (fault) => fault.accepted ? `${fault.message}; accepted: ${fault.accepted}` : fault.message;

/** The message of a refused request. */
class Refused extends Error {
  constructor(status, answer) {
    const faults = answer?.faults ?? [];
    super(faults.map(describedFault).join(". ") || `the studio answered ${status}`);
    this.status = status;
  }
}

async function answered(method, path, body) {
  const { status, answer } = await transport.send(method, path, body);
  if (status < 200 || status > 299) throw new Refused(status, answer);
  return answer;
}
const get = (path) => answered("GET", path);
const post = (path, body = {}) => answered("POST", path, JSON.stringify(body));

/** A number with fixed decimals, a typographic minus, and no minus before zero. */
const shown = (number, places = 3) => {
  const text = Number(number).toFixed(places);
  return Number(text) === 0 ? (0).toFixed(places) : text.replace("-", "−");
};

/** Loads a picture into an image. An address in the memory of the browser is released then. */
async function loadPicture(image, path) {
  const address = await transport.picture(path);
  image.src = address;
  try {
    await image.decode();
  } finally {
    if (address.startsWith("blob:")) URL.revokeObjectURL(address);
  }
}

/** A table that scrolls sideways; `rows` are its lines. */
const scrollTable = (label, heads, rows) => make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, make("table", {},
  make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col" }, head)))),
  make("tbody", {}, rows)));

const counted = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

/** The numeric value of an amount, which the studio sends exactly as well. */
const amount = (value) => typeof value === "number" ? value : Number(value?.value ?? value);

/** Replaces only differing children of an element, to keep the focus. */
function keptFocus(element, children) {
  const at = document.activeElement;
  const key = element.contains(at) ? at.dataset.key : null;
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (key) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}
