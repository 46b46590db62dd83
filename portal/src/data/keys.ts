import { useLayoutEffect, useRef } from 'react';

/* Keys of one letter. They rest while somebody types, while a dialog is open, and where they are switched off. */

/** `event`: the pressed key; undefined for an act that was chosen by its name. */
type Handlers = Readonly<Record<string, (event?: KeyboardEvent) => void>>;
/** From the last to the first: the newest part of a screen goes before the others, and the shell behind all of them. */
const stack: { current: Handlers }[] = [];

export function lettersAreOn(): boolean {
  return localStorage.getItem('letters') !== 'off';
}

export function switchLetters(isOn: boolean): void {
  localStorage.setItem('letters', isOn ? 'on' : 'off');
}

/** The keys that do something on this page now. */
export function keysOfPage(): ReadonlySet<string> {
  return new Set(stack.flatMap(({ current }) => Object.keys(current)));
}

/** Does what the key does on this page; false: nothing. */
export function press(name: string): boolean {
  return handle(name);
}

/** A key that a screen gets which is not shown yet; forgotten as soon as the person does something else. */
let awaited: { readonly name: string; readonly path: string } | undefined;

/** Does what the key does on the screen at that path, once it is there. */
export function pressAt(path: string, name: string): void {
  awaited = { name, path };
}

// Before anybody else hears of it: whoever handles it may ask for a key anew.
for (const kind of ['pointerdown', 'keydown'] as const) {
  addEventListener(kind, () => (awaited = undefined), { capture: true });
}

function handle(name: string, event?: KeyboardEvent): boolean {
  const act = stack.findLast(({ current }) => current[name])?.current[name];
  if (!act) return false;
  event?.preventDefault();
  act(event);
  return true;
}

/** Elements in front of the page, with keys of their own. */
const inFront = 'dialog, [role="dialog"], [role="menu"]';
const fields = 'textarea, select, input:not([type="checkbox"], [type="radio"])';

function isIn(target: EventTarget | null, places: string): boolean {
  return target instanceof Element && target.closest(places) !== null;
}

function isTyping(target: EventTarget | null): boolean {
  const isEditable = target instanceof HTMLElement && target.isContentEditable;
  return isEditable || isIn(target, `${fields}, ${inFront}`);
}

/** Shortcuts with Ctrl or the command key also work while somebody types. */
const commands: Readonly<Record<string, string>> = { k: 'Ctrl K', enter: 'Ctrl Enter' };

/** Between G and the letter of a place. */
const longestPauseMs = 1500;
let wentAt = Number.NEGATIVE_INFINITY;

addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, altKey, timeStamp } = event;
  if (altKey || key === 'Shift' || event.defaultPrevented) return;
  const isCommand = ctrlKey || metaKey;
  const command = isCommand ? commands[key.toLowerCase()] : undefined;
  if (isCommand && command === undefined) return;
  if (command === 'Ctrl Enter' && isIn(event.target, inFront)) return;
  if (!isCommand && isTyping(event.target)) return;
  if (!isCommand && key.length === 1 && !lettersAreOn()) return;
  const isGoing = timeStamp - wentAt < longestPauseMs;
  const plain = key.length === 1 ? key.toUpperCase() : key;
  const name = command ?? (isGoing ? `G ${key.toUpperCase()}` : plain);
  wentAt = name === 'G' ? timeStamp : Number.NEGATIVE_INFINITY;
  // Enter presses the focused element, not the row of a list.
  if (key === 'Enter' && isIn(event.target, 'a, button')) return;
  handle(name, event);
});

/** `{ R: refund, 'G P': goToPayments, Enter: open, 'Ctrl K': palette }` while the component is shown. */
export function useKeys(handlers: Handlers, { isOfShell = false } = {}): void {
  const ref = useRef(handlers);
  ref.current = handlers;
  // Before the browser paints: what is seen can be pressed.
  useLayoutEffect(() => {
    // The effects of a screen that is there at once come before those of the shell around it.
    if (isOfShell) stack.unshift(ref);
    else stack.push(ref);
    const { name, path } = awaited ?? {};
    if (name && ref.current[name] && path && location.pathname.endsWith(path)) {
      awaited = undefined;
      ref.current[name]();
    }
    return () => {
      stack.splice(stack.indexOf(ref), 1);
    };
  }, []);
}
