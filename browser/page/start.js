// The start page: presets, projects from files, and the last project.
"use strict";

const engine = new Engine("design");

function openStudio(project) {
  if (!store.write({ project, deck: null })) {
    return tell("This browser does not store projects here: allow the site to keep data.", true);
  }
  location.href = "studio.html";
}

const startNew = guarded(async (preset) => {
  const count = byId("count");
  if (!count.checkValidity()) {
    count.focus();
    return tell("A deck has 20 to 120 cards.", true);
  }
  const { head } = await engine.ask({ do: "new", preset, cards: count.value === "" ? null : count.valueAsNumber });
  openStudio(head.project);
});

const openFile = guarded(async (file) => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  const { head } = await engine.ask({ do: "unpack", file: btoa(text) });
  openStudio(head.project);
});

const begin = guarded(async () => {
  const last = store.read();
  if (last?.project) byId("last").hidden = false;
  byId("file").addEventListener("change", (event) => event.target.files[0] && openFile(event.target.files[0]));
  const { head } = await engine.ask({ do: "presets" });
  const pictures = head.presets.map(({ name, title, summary, cards }) => {
    const image = make("img", { alt: `A card of ${title}` });
    byId("presets").append(make("li", {}, make("button", { type: "button", onclick: () => startNew(name), "data-preset": name },
      image, make("strong", {}, title), make("span", {}, summary), make("small", {}, counted(cards, "card")))));
    return [name, image];
  });
  for (const [name, image] of pictures) {
    const { body } = await engine.ask({ do: "sample", preset: name });
    image.src = URL.createObjectURL(new Blob([body], { type: "image/svg+xml" }));
    await image.decode().catch(() => {});
    document.documentElement.dataset.ready ??= String(Math.round(performance.now()));
  }
  keepOffline();
});

begin();
