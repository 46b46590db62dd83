import { useEffect, useRef } from 'react';

/* Keys of one letter. They rest while somebody types, while a dialog is open, and where they are switched off. */

type Handlers = Readonly<Record<string, (event: KeyboardEvent) => void>>;
/** The newest screen goes first. */
const stack: { current: Handlers }[] = [];

export function lettersAreOn(): boolean {
  return localStorage.getItem('letters') !== 'off';
}

export function switchLetters(isOn: boolean): void {
  localStorage.setItem('letters', isOn ? 'on' : 'off');
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable ||
    target.closest(
      'textarea, select, dialog, [role="dialog"], [role="menu"], input:not([type="checkbox"], [type="radio"])',
    ) !== null
  );
}

let isGoing = false;

addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (altKey || event.defaultPrevented) return;
  const isCommand = ctrlKey || metaKey;
  if (isCommand && key.toLowerCase() !== 'k') return;
  if (!isCommand && isTyping(event.target)) return;
  if (!isCommand && key.length === 1 && !lettersAreOn()) return;
  const name = isCommand
    ? 'Ctrl K'
    : isGoing
      ? `G ${key.toUpperCase()}`
      : key.length === 1
        ? key.toUpperCase()
        : key;
  isGoing = !isCommand && !isGoing && name === 'G';
  // What has the focus is pressed by Enter, not the row of a list.
  const focused = event.target instanceof Element ? event.target.closest('a, button') : null;
  if (name === 'Enter' && focused) return;
  for (const { current } of [...stack].reverse()) {
    const handler = current[name];
    if (!handler) continue;
    event.preventDefault();
    handler(event);
    return;
  }
});

/** `{ R: refund, 'G P': goToPayments, Enter: open, 'Ctrl K': palette }` while the component is shown. */
export function useKeys(handlers: Handlers): void {
  const ref = useRef(handlers);
  ref.current = handlers;
  useEffect(() => {
    stack.push(ref);
    return () => {
      stack.splice(stack.indexOf(ref), 1);
    };
  }, []);
}
