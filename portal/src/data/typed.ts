import { useRef } from 'react';

/* What somebody types, while others change the same and requests are under way. */

type Held<T> = {
  readonly value: T;
  /** What was read before the value was saved. */
  readonly older?: { readonly live: T };
};

/**
 * What a form was filled from. As long as that is held, it stays as it was, whatever is read anew behind it: else what
 * somebody else changed meanwhile would count as seen, and be overwritten by what stands in the fields. Where one form
 * is for several objects, `of` says which one it is. `hold` is told what was saved, which is what the form has from then on.
 */
export function useHeld<T>(
  live: T,
  isHeld = true,
  of = '',
): readonly [held: T, hold: (saved: T) => void] {
  const all = useRef(new Map<string, Held<T>>());
  const known = all.current.get(of);
  const isNewer = known?.older === undefined || known.older.live !== live;
  const value = known && (isHeld || !isNewer) ? known.value : live;
  if (!known || value !== known.value) all.current.set(of, { value });
  return [value, (saved) => void all.current.set(of, { value: saved, older: { live } })];
}

/** With what stands in a field now; as it stood there, nobody typed it. */
export function filledIn<T extends object, Name extends keyof T>(
  typed: T,
  name: Name,
  now: T[Name],
  stood: T[Name] | undefined,
): T {
  const { [name]: _, ...others } = typed;
  return (now === stood ? others : { ...typed, [name]: now }) as T;
}

/** What was typed while the rest was saved. */
export function without<T extends object>(typed: T, saved: T): T {
  const later = Object.entries(typed).filter(([name, value]) => value !== saved[name as keyof T]);
  return Object.fromEntries(later) as T;
}

/** What was written on while a text was sent; all of it where the text itself was changed. */
export function behind(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
}
