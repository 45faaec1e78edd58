// Answers: what is known before a draw, and the reply to a question.

const percent = (chance) => `${chance.percent} %`;

/** The target number with its reasons and the odds, before the draw. */
function beforeBox(reply) {
  if (reply.errors) return make("div", { class: "before bad" }, reply.errors.map((error) => make("p", {}, error)));
  if (!reply.tn && !reply.odds) return make("div");
  const odds = reply.odds?.lines[0];
  const bar = (name, chance) => {
    const filled = make("div");
    filled.style.width = `${Number(chance.percent)}%`;
    return make("div", { class: "odds" }, make("span", {}, name), make("div", { class: "bar", "aria-hidden": "true" }, filled), make("b", {}, percent(chance)));
  };
  return make("div", { class: "before" }, reply.tn ? make("p", { class: "tn" }, reply.tn) : null,
    odds ? [bar(say("one_card"), odds.one_card), bar(say("with_follow_ups"), odds.with_follow_ups),
      odds.true_dice ? bar(say("true_dice"), odds.true_dice) : null,
      make("small", {}, say("pile", { cards: reply.odds.cards, chance: percent(reply.odds.critical_failure) }))] : null);
}

/** An answer: the result, `next`, and the explanation, which is always in English. */
function answerBox(reply, next = null) {
  if (reply.errors) return make("div", { class: "answer bad" }, reply.errors.map((error) => make("p", {}, error)));
  const lines = (reply.explanation.length > 0 ? reply.explanation : (reply.text ?? "").split("\n").filter(Boolean)).filter((text) => text !== reply.tn);
  const first = reply.verdict ?? lines[0];
  return make("div", { class: "answer" }, make("p", { class: "verdict", lang: reply.verdict ? null : "en" }, reply.verdict ? verdictSaid(reply.verdict) : first), next,
    reply.tn ? make("p", { lang: "en" }, reply.tn) : null,
    (reply.verdict ? lines.filter((line) => line !== reply.verdict) : lines.slice(1)).map((text) => make("p", { lang: "en" }, text)),
    (reply.notes ?? []).map((text) => make("p", { class: "quiet", lang: "en" }, text)));
}
