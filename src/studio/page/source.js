// The spec as text, with line numbers and marked faults. Long lines wrap unless the button is released.
"use strict";

let typedAt = 0;
let typing = 0;

function showText(state, first) {
  const source = byId("source");
  if (first) {
    source.addEventListener("input", () => {
      clearTimeout(typing);
      typing = setTimeout(() => {
        const now = performance.now();
        edit("text", { text: source.value }, now - typedAt < 1500);
        typedAt = now;
      }, 120);
      numberLines();
    });
    source.addEventListener("scroll", () => { byId("lines").scrollTop = source.scrollTop; });
    byId("wrap").addEventListener("click", () => setWrap(!isWrapped()));
    setWrap(localStorage.getItem("actiondeck-studio/wrap") !== "off");
    new ResizeObserver(numberLines).observe(source);
  }
  // The typed text is newer than the received one.
  if (source.value !== state.text && !(document.activeElement === source && edits.waiting.length > 0)) {
    if (document.activeElement !== source || performance.now() - typedAt > 1500) source.value = state.text;
  }
  numberLines();
}

const isWrapped = () => byId("wrap").getAttribute("aria-pressed") === "true";

function setWrap(wraps) {
  byId("wrap").setAttribute("aria-pressed", String(wraps));
  byId("source").wrap = wraps ? "soft" : "off";
  document.querySelector(".source").classList.toggle("wrapped", wraps);
  localStorage.setItem("actiondeck-studio/wrap", wraps ? "on" : "off");
  numberLines();
}

/** The height of each line of the text in pixels, measured in a hidden copy; `null` if lines do not wrap. */
function lineHeights(lines) {
  const [source, copy] = [byId("source"), byId("copy")];
  if (!isWrapped() || source.clientWidth === 0) return null;
  copy.style.width = `${source.clientWidth}px`;
  copy.replaceChildren(...lines.map((line) => make("div", {}, line || "\u200b")));
  const heights = [...copy.children].map((line) => line.getBoundingClientRect().height);
  copy.replaceChildren();
  return heights;
}

function numberLines() {
  if (!app.state || byId("text").hidden) return;
  const bad = new Set(app.state.faults.filter((fault) => fault.file === app.state.name).map((fault) => fault.line));
  const lines = byId("source").value.split("\n");
  const heights = lineHeights(lines);
  byId("lines").replaceChildren(...lines.map((_, at) => {
    const number = make("span", bad.has(at + 1) ? { class: "bad" } : {}, bad.has(at + 1) ? `✕ ${at + 1}` : String(at + 1));
    if (heights) number.style.height = `${heights[at]}px`;
    return number;
  }));
  byId("lines").scrollTop = byId("source").scrollTop;
}

function asText(text) {
  byId("text").hidden = !text;
  byId("form").hidden = text;
  byId("as-text").setAttribute("aria-pressed", text);
  byId("as-form").setAttribute("aria-pressed", !text);
  numberLines();
  const faulty = text ? null : document.querySelector("#form .faulty");
  if (faulty) reveal(faulty);
}

/** Selects a line of the text. */
function goTo(line) {
  asText(true);
  const source = byId("source");
  const lines = source.value.split("\n");
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  source.focus();
  source.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
  const number = byId("lines").children[Math.max(0, line - 6)];
  source.scrollTop = number ? number.offsetTop - byId("lines").firstChild.offsetTop : 0;
}
