// Elements of the page: made, found, filled; and how the studio is asked.
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

/** Tells something to everybody. */
function tell(text, bad = false) {
  const news = byId("news");
  news.className = bad ? "bad" : "";
  news.textContent = text;
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => { news.textContent = ""; }, bad ? 12000 : 4000);
}

/** What the studio refused, in words. */
class Refused extends Error {
  constructor(status, answer) {
    const faults = answer?.faults ?? [];
    super(faults.map((fault) => fault.accepted ? `${fault.message}; accepted: ${fault.accepted}` : fault.message).join(". ") || `the studio answered ${status}`);
    this.status = status;
  }
}

async function answered(response) {
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
}
/** The address of a path of the studio: behind the token, which the address of the page has. */
const addressOf = (path) => `.${path}`;
const get = async (path) => answered(await fetch(addressOf(path)));
const post = async (path, body = {}) => answered(await fetch(addressOf(path), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }));

/** A number with so many decimals, a real minus sign, no minus before nothing. */
const shown = (number, places = 3) => {
  const text = Number(number).toFixed(places);
  return Number(text) === 0 ? (0).toFixed(places) : text.replace("-", "−");
};

const counted = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

/** An amount of the studio: exact as a fraction or a root, and as a number. */
const amount = (value) => typeof value === "number" ? value : Number(value?.value ?? value);

/** Replaces what an element holds only where it differs, so that focus stays. */
function keptFocus(element, children) {
  const at = document.activeElement;
  const key = element.contains(at) ? at.dataset.key : null;
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (key) element.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}
