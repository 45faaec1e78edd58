// Gestures: edits of one value that are one step, because they follow each other.
"use strict";

/** A pause between two keys that ends a gesture. */
const PAUSE_MS = 1000;

const gesture = { key: null, at: -Infinity };

/** Whether an edit of this value continues the gesture, so that proportions are those at its start. */
function continues(key, held = false) {
  const now = performance.now();
  const goesOn = gesture.key === key && (held || now - gesture.at < PAUSE_MS);
  Object.assign(gesture, { key, at: now });
  return goesOn;
}

function endGesture() {
  gesture.key = null;
}
