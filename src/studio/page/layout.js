// The divider between the spec and the rest, and the height of the bars that stay at the top.
"use strict";

const KEPT_WIDTH = "actiondeck-studio/spec-width";
/** The width of the spec in percent of the page. */
const [LEAST_WIDTH, MOST_WIDTH] = [18, 65];

const root = document.documentElement;
/** Whether the page has one column, as in studio.css. */
const narrow = matchMedia("(max-width: 50rem)");

function setWidth(percent) {
  const width = Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, percent));
  root.style.setProperty("--spec", `${width.toFixed(1)}%`);
  localStorage.setItem(KEPT_WIDTH, width.toFixed(1));
  showWidth();
}

function resetWidth() {
  root.style.removeProperty("--spec");
  localStorage.removeItem(KEPT_WIDTH);
  showWidth();
}

const widthNow = () => 100 * byId("spec").offsetWidth / document.querySelector("main").clientWidth;

function showWidth() {
  const percent = Math.round(widthNow());
  byId("divider").setAttribute("aria-valuenow", String(percent));
  byId("divider").setAttribute("aria-valuetext", `${percent} % of the page`);
}

function beginLayout() {
  const divider = byId("divider");
  divider.setAttribute("aria-valuemin", String(LEAST_WIDTH));
  divider.setAttribute("aria-valuemax", String(MOST_WIDTH));
  const keys = { ArrowLeft: () => widthNow() - 2, ArrowRight: () => widthNow() + 2, Home: () => LEAST_WIDTH, End: () => MOST_WIDTH };
  divider.addEventListener("keydown", (event) => {
    if (event.key === "Enter") resetWidth();
    else if (keys[event.key]) setWidth(keys[event.key]());
    else return;
    event.preventDefault();
  });
  divider.addEventListener("dblclick", resetWidth);
  divider.addEventListener("pointerdown", (event) => {
    divider.setPointerCapture(event.pointerId);
    event.preventDefault();
    divider.focus();
  });
  divider.addEventListener("pointermove", (event) => {
    if (!divider.hasPointerCapture(event.pointerId)) return;
    const box = document.querySelector("main").getBoundingClientRect();
    setWidth(100 * (event.clientX - box.left) / box.width);
  });
  const kept = Number(localStorage.getItem(KEPT_WIDTH));
  if (kept > 0) setWidth(kept);
  // What stays at the top must not cover what is scrolled to.
  const [head, bar, beside] = ["head", "outside", "beside"].map(byId);
  const measure = () => {
    const isNarrow = narrow.matches;
    const top = isNarrow ? bar.offsetHeight : head.offsetHeight + bar.offsetHeight;
    const thumbnail = isNarrow && getComputedStyle(beside).position === "sticky" ? beside.offsetHeight : 0;
    root.style.setProperty("--top", `${top}px`);
    root.style.setProperty("--covered", `${top + thumbnail}px`);
    showWidth();
  };
  const observer = new ResizeObserver(measure);
  for (const one of [head, bar, beside, document.querySelector("main")]) observer.observe(one);
  byId("enlarge").addEventListener("click", () => {
    const isLarge = byId("beside").classList.toggle("large");
    byId("enlarge").setAttribute("aria-pressed", String(isLarge));
  });
}
