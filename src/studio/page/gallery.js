// All cards as small faces, which are loaded when they come into view. A click opens the card beside the form.
"use strict";

const gallery = { stamp: null, numbers: "", waiting: [], isLoading: false };

const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) if (isIntersecting && target.dataset.stamp !== gallery.stamp) gallery.waiting.push(target);
  loadFaces();
}, { rootMargin: "200px" });

/** Shows the faces of a settled deck; those of a preview would change at once. */
function showGallery() {
  const { figures } = app;
  if (figures.stage !== "settled" || figures.theme_faults) {
    if (gallery.stamp === null) byId("gallery").replaceChildren(make("p", { class: "quiet" }, "The cards appear here when the search is done."));
    return;
  }
  const stamp = `${figures.deck.digest}-${figures.look}`;
  if (stamp === gallery.stamp) return;
  gallery.stamp = stamp;
  gallery.waiting = [];
  const [first, last] = figures.numbers;
  if (gallery.numbers !== `${first} ${last}`) {
    gallery.numbers = `${first} ${last}`;
    seen.disconnect();
    const thumbs = Array.from({ length: last - first + 1 }, (_, at) => thumb(first + at));
    const list = make("div", { class: "thumbs", role: "group", "aria-label": "All cards; arrow keys move between them", onkeydown: moveFocus }, thumbs);
    byId("gallery").replaceChildren(make("p", { class: "quiet row" }, "A click opens the card beside the form. Arrow keys move between cards."), list);
  }
  markOpen();
  for (const one of thumbsNow()) {
    one.querySelector("img").alt = "";
    seen.unobserve(one);
    seen.observe(one);
  }
}

const thumbsNow = () => [...document.querySelectorAll("#gallery .thumbs button")];

function thumb(card) {
  const one = make("button", { type: "button", "data-card": card, onclick: () => openCard(card) }, trimmed(cards.size, make("img", { alt: "" })), make("span", {}, `Card ${card}`));
  return one;
}

/** Marks the card beside the form; Tab reaches only that one. */
function markOpen() {
  for (const one of thumbsNow()) {
    const isOpen = Number(one.dataset.card) === cards.open;
    one.setAttribute("aria-pressed", String(isOpen));
    one.tabIndex = isOpen ? 0 : -1;
  }
}

function moveFocus(event) {
  const thumbs = thumbsNow();
  const at = thumbs.indexOf(document.activeElement);
  const columns = thumbs.filter((one) => one.offsetTop === thumbs[0].offsetTop).length;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - columns, ArrowDown: at + columns, Home: 0, End: thumbs.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  thumbs[to]?.focus();
}

/** Loads the waiting faces one after the other, so that edits are answered in between. */
async function loadFaces() {
  if (gallery.isLoading) return;
  gallery.isLoading = true;
  while (gallery.waiting.length > 0) {
    const one = gallery.waiting.shift();
    const { stamp } = gallery;
    if (one.dataset.stamp === stamp || !one.isConnected) continue;
    await loadPicture(one.querySelector("img"), `/face?card=${one.dataset.card}&of=now&stamp=${stamp}`).catch(() => {});
    if (stamp === gallery.stamp) one.dataset.stamp = stamp;
  }
  gallery.isLoading = false;
}
