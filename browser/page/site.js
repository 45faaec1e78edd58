// What the site adds to the studio's page: the report, the companion, links and archives.
"use strict";

/** Pages that the service worker serves from its cache, so that they run under their own security policy. */
const MADE = { report: "made/report.html", companion: "made/companion.html" };

const pageNames = { report: "the report", companion: "the companion page" };

async function makePage(kind) {
  const place = byId("made");
  place.replaceChildren(make("p", { class: "row" }, make("progress", { "aria-label": `Making ${pageNames[kind]}` }), button("Cancel", transport.cancel)));
  try {
    const { body } = await printed(kind);
    const links = [button(`Save ${pageNames[kind]}`, () => download(`${kind}.html`, body, "text/html"), { class: "go" })];
    if (navigator.serviceWorker?.controller) {
      const cache = await caches.open("actiondeck-made");
      await cache.put(new URL(MADE[kind], location.href), new Response(body, { headers: { "Content-Type": "text/html; charset=utf-8" } }));
      links.unshift(make("a", { href: MADE[kind], target: "_blank", id: `open-${kind}` }, `Open ${pageNames[kind]}`));
    }
    place.replaceChildren(make("p", { class: "row" }, links));
  } catch (error) {
    place.replaceChildren(make("p", { class: "worse" }, `Nothing was made: ${error.message}`));
  }
}

const fileName = () => `${(app.state?.name ?? "deck").replace(/\.toml$/, "")}.zip`;

async function saveProject() {
  const { body } = await designer.ask({ do: "pack", project: site.project });
  download(fileName(), body, "application/zip");
}

async function copyLink() {
  const { head } = await designer.ask({ do: "link", project: site.project });
  const link = new URL(`studio.html#project=${head.link}`, location.href).href;
  byId("link").value = link;
  byId("link-field").hidden = false;
  byId("link").select();
  await navigator.clipboard?.writeText(link).then(() => tell("The link is copied."), () => tell("The link is below the buttons."));
}

function addSite() {
  document.querySelector(".tools").prepend(make("a", { href: "index.html", id: "start" }, "Start"));
  byId("result").append(make("section", { class: "part", "aria-labelledby": "site-head" },
    make("h2", { id: "site-head" }, "Judge, play and share"),
    make("div", { class: "row" }, button("Make the report", () => makePage("report"), { id: "make-report" }), button("Make the companion page", () => makePage("companion"), { id: "make-companion" })),
    make("div", { id: "made", role: "status", "aria-live": "polite" }),
    make("div", { class: "row" }, button("Save the project", guarded(saveProject), { id: "save-project" }), button("Copy a link", guarded(copyLink), { id: "copy-link" })),
    make("p", { class: "quiet" }, "The browser keeps the last project. A saved project is a zip archive: unpacked, actiondeck build makes the same files of it."),
    make("div", { class: "row", id: "link-field", hidden: true }, make("label", { for: "link" }, "Link"), make("input", { id: "link", type: "text", readonly: true }))));
}

addSite();
opened.then(keepOffline, (error) => { byId("stage").textContent = `The project cannot be opened: ${error.message}`; });
