import { useRef, useState } from 'react';
import type { WriteOptions } from '../../../clients/typescript/src/index.ts';
import { type Text, t } from '../words/language.ts';
import { useChange } from './change.tsx';

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

/**
 * The fields of a form that stays open after it is saved: as they `stood` in the object that it was filled from, what is
 * `typed` since, and both as they are `now`. What is typed stays for each `of` while another one is shown.
 */
export function useTyped<One, Fields extends object>(
  live: One,
  fieldsOf: (one: One) => Fields,
  of = '',
) {
  const [all, setAll] = useState<Readonly<Record<string, Partial<Fields>>>>({});
  const typed: Partial<Fields> = all[of] ?? {};
  const [one, hold] = useHeld(live, Object.keys(typed).length > 0, of);
  const stood = fieldsOf(one);
  const now: Fields = { ...stood, ...typed };
  const setTyped = (change: (before: Partial<Fields>) => object) =>
    setAll((all) => ({ ...all, [of]: change(all[of] ?? {}) }));
  return { one, stood, typed, now, hold, setTyped, forget: () => setTyped(() => ({})) };
}

export type Form<One, Fields extends object> = ReturnType<typeof useTyped<One, Fields>>;

type Saving<Fields> = {
  readonly done: Text;
  /** Told what stood in the fields when it was sent. */
  after?(sent: Fields): void;
  /** Reads anew what stands. */
  onReload(): void;
};

/**
 * Saves a form. From then on it is of what was saved, also where the first answer to it was lost; what was typed
 * meanwhile is saved next.
 */
export function useSave<One, Fields extends object, Saved extends One>(
  { stood, now, hold, setTyped, forget }: Form<One, Fields>,
  work: (options: WriteOptions) => Promise<Saved>,
  { done, after, onReload }: Saving<Fields>,
) {
  const keep = (saved: Saved, sent: Fields) => {
    hold(saved);
    setTyped((typed) =>
      Object.fromEntries(
        Object.entries(typed).filter(([name, value]) => value !== sent[name as keyof Fields]),
      ),
    );
    after?.(sent);
  };
  const change = useChange((_: Fields, options) => work(options), {
    done: () => ({ text: t(done) }),
    after: keep,
    firstDone: keep,
  });
  const { isPending, error } = change;
  return {
    isPending,
    error,
    save: () => change.mutate(now),
    /** Without a value it is as it stood. */
    type<Name extends keyof Fields>(name: Name, value?: Fields[Name]) {
      // While it is saved it is not known yet what stands.
      const isTyped = value !== undefined && (isPending || value !== stood[name]);
      setTyped(({ [name]: _, ...others }) => (isTyped ? { ...others, [name]: value } : others));
    },
    reload() {
      change.reset();
      forget();
      onReload();
    },
  };
}

/** What was written on while a text was sent; all of it where the text itself was changed. */
export function behind(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text;
}
