/*
 * What has the focus may go: a button whose act is done, an answer of a search, a row. The browser then puts the focus
 * nowhere, and whoever has a keyboard alone begins at the top of the page.
 */

/** An element, and what is around it within its screen or dialog, from the inside out. */
type Place = readonly Element[];

// No field: whoever is put into one types where keys of the screen were meant.
const reached = ':is(a[href], button, [tabindex]):not(:disabled, input, select, textarea)';

export function placeOf(element: Element | null): Place {
  if (element === document.body) return [];
  const within = element?.closest('main, dialog') ?? element;
  const place: Element[] = [];
  for (let one = element; one; one = one === within ? null : one.parentElement) place.push(one);
  return place;
}

/** Gives the focus to the element, or else to the nearest one that is still there. */
export function focusAt(place: Place): void {
  for (const one of place) {
    if (!one.isConnected) continue;
    const found = [one, ...one.querySelectorAll(reached)].find(
      (inner) => inner.matches(reached) && inner.checkVisibility(),
    );
    if (!(found instanceof HTMLElement)) continue;
    found.focus({ preventScroll: true });
    return;
  }
}

/** What was hidden is gone too. */
const isThere = (one: Element) => one.isConnected && one.checkVisibility();

let last: Place = [];
let isDue = false;

addEventListener('focusin', ({ target }) => {
  last = placeOf(target as Element);
});

// Who clicks on the bare page wants the focus nowhere. What goes with the focus is not there any more by then.
addEventListener('focusout', ({ target, relatedTarget }) => {
  if (relatedTarget) return;
  queueMicrotask(() => {
    if (isThere(target as Element) && document.activeElement === document.body) last = [];
  });
});

function isLost(): boolean {
  const [from] = last;
  const at = document.activeElement;
  return from !== undefined && !isThere(from) && (at === document.body || at === from);
}

// A frame later: a dialog that closes gives the focus back by itself.
new MutationObserver(() => {
  if (isDue || !isLost()) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    if (isLost()) focusAt(last);
  });
}).observe(document, { childList: true, subtree: true, attributeFilter: ['style'] });
