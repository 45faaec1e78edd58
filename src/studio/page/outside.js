// The bar for files that another program changed while edits are unsaved: theirs, mine, or the difference first.
"use strict";

const outside = { shown: null, followed: 0, isOpen: false };

/** Shows the bar as long as the change is neither loaded nor dismissed. */
function showOutside() {
  const { outside: number, followed, name } = app.state;
  if (followed > outside.followed) {
    tell(`${name} was changed by another program and read again. Undo returns to the earlier text.`);
    app.reference = app.settled;
  }
  outside.followed = followed;
  if (number === outside.shown) {
    if (outside.isOpen) showDifference();
    return;
  }
  outside.shown = number;
  outside.isOpen = false;
  const place = byId("outside");
  place.classList.toggle("filled", number !== null);
  byId("difference").replaceChildren();
  if (number === null) {
    const hadFocus = byId("outside-choices").contains(document.activeElement);
    byId("outside-news").textContent = "";
    byId("outside-choices").replaceChildren();
    if (hadFocus) byId("as-form").focus();
    return;
  }
  byId("outside-news").textContent = "Another program changed the files of this deck, and this page has unsaved edits.";
  byId("outside-choices").replaceChildren(
    button("Load theirs", () => decide("/reload", "Their text is loaded; Undo returns to yours."), { id: "theirs" }),
    button("Keep mine", () => decide("/keep-mine", "Your text stays. Save overwrites theirs."), { id: "mine" }),
    button("Show the difference", toggleDifference, { id: "show-difference", "aria-expanded": "false", "aria-controls": "difference" }));
}

async function decide(path, words) {
  if (await step(path)) tell(words);
}

function toggleDifference() {
  outside.isOpen = !outside.isOpen;
  byId("show-difference").setAttribute("aria-expanded", String(outside.isOpen));
  byId("show-difference").textContent = outside.isOpen ? "Hide the difference" : "Show the difference";
  if (outside.isOpen) showDifference();
  else byId("difference").replaceChildren();
}

const SIDES = { theirs: ["−", "Theirs"], mine: ["+", "Mine"], both: [" ", ""] };

/** The lines that differ: theirs as removed, mine as added. */
async function showDifference() {
  const { files } = await get("/outside");
  if (!outside.isOpen) return;
  const lineOf = ({ side, number, text }) => make("div", { class: `line ${side}` },
    make("span", { class: "number", "aria-hidden": "true" }, String(number)), make("span", { "aria-hidden": "true" }, SIDES[side][0]),
    SIDES[side][1] ? make("span", { class: "hearing" }, `${SIDES[side][1]}, line ${number}: `) : null, make("span", {}, text || " "));
  byId("difference").replaceChildren(make("div", { class: "difference", tabindex: 0, role: "region", "aria-label": "The difference: − theirs, + mine" },
    make("p", {}, make("span", { class: "line theirs" }, "− theirs, in the file"), " ", make("span", { class: "line mine" }, "+ mine, on this page")),
    files.length === 0 ? make("p", {}, "Both are the same.") : null,
    files.map((file) => [make("h3", {}, file.name), file.groups.map((lines) => make("div", { class: "group" }, lines.map(lineOf))), file.is_cut ? make("p", {}, "Further lines differ.") : null])));
}
