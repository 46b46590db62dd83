import { dayMs } from '../../../kernel/duration.ts';
import {
  againWithinMs,
  type Family,
  families,
  freeGuesses,
  higher,
  type Level,
  lastsAgainMs,
  lastsMs,
  levelAt,
  limitsOf,
} from './limits.ts';
import type { SuspectKind } from './suspect.ts';

/*
 * A pure judge. Every group of tries has a score: a refused card adds one, a card that pays takes one away, and the
 * score never falls below zero. So it grows only while more cards are refused than pay, which no honest business sees
 * for long, and a good past is no shelter. Each card counts once. Scores halve in three days.
 */

/** One try of a card. */
export type Try = {
  /** Part of the fingerprint of the number. */
  readonly number: string;
  /** Empty if a gateway alone has the number. */
  readonly bin: string;
  /** YYYYMM. */
  readonly expiry: string;
  readonly isSmall: boolean;
  /** True for a token of some days. Renewals of saved cards are refused more often than other payments. */
  readonly isSaved: boolean;
};
export type Refused = Try & {
  /** The payment, if its processor named the security code as the reason. */
  readonly wrongCodeOf: string | undefined;
  readonly excuse: Excuse;
};

/**
 * The groups in which a refusal does not count. A bank outage excuses `all` groups, a gateway outage `all_but_bank`:
 * trying the numbers of one bank is still noticed. Dates, and the cards tried at one link, always count.
 */
export type Excuse = 'none' | 'all_but_bank' | 'all';

/** The stored history of a suspect: refused cards, and of the cards that paid only the last probes. */
export type Watched = {
  /** When the scores were last lowered, in milliseconds. */
  readonly at: number;
  readonly groups: Readonly<Record<string, Group>>;
  /** Dates and codes that were tried for a number. */
  readonly guesses: Readonly<Record<string, Guess>>;
  readonly raised: Readonly<Record<string, Raised>>;
  /** When a group was last stopped. */
  readonly stoppedAt: number | undefined;
};
type Group = { readonly score: number; readonly numbers: readonly string[] };
type Guess = { readonly at: number; readonly marks: readonly string[] };
export type Raised = {
  readonly level: Level;
  readonly until: number;
  /** Set for a stop. */
  readonly probe?: Probe;
};

export const unsuspected: Watched = {
  at: 0,
  groups: {},
  guesses: {},
  raised: {},
  stoppedAt: undefined,
};

/** Cards that paid since a card was last refused, by group. */
export type Credits = ReadonlyMap<string, number>;

/** More numbers would add nothing, and a row stays small. */
const mostNumbers = 64;
const mostGroups = 40;
const guessesLastMs = 7 * dayMs;
const halvesMs = 3 * dayMs;

/** The groups of a suspect in which a try counts. */
export function groupsOf(kind: SuspectKind, { bin, isSmall, isSaved }: Try): string[] {
  const of = limitsOf[kind];
  const names: (string | false | undefined)[] = isSaved
    ? [of.saved && 'saved']
    : [
        of.bin && bin !== '' && `bin:${bin}`,
        isSmall && of.small && 'small',
        of.any && 'any',
        'guesses',
      ];
  return names.filter((name) => typeof name === 'string');
}

export function familyOf(group: string): Family {
  return families.find((family) => group.split(':')[0] === family)!;
}

export function limitsIn(kind: SuspectKind, group: string) {
  return limitsOf[kind][familyOf(group)]!;
}

/** The level that applies to this try. */
export function levelFor({ raised }: Watched, kind: SuspectKind, attempt: Try, now: number): Level {
  return groupsOf(kind, attempt)
    .map((group) => lasting(raised[group], now)?.level ?? 'none')
    .reduce(higher, 'none');
}

/** The highest level of any group, for a page whose card is not known yet. */
export function highestLevel({ raised }: Watched, now: number): Level {
  return Object.values(raised)
    .map((one) => lasting(one, now)?.level ?? 'none')
    .reduce(higher, 'none');
}

/** Until when something follows for any try; undefined if nothing does. */
export function raisedUntil({ raised }: Watched, now: number): number | undefined {
  const ends = Object.values(raised).flatMap((one) => lasting(one, now)?.until ?? []);
  return ends.length > 0 ? Math.max(...ends) : undefined;
}

export function lasting(raised: Raised | undefined, now: number): Raised | undefined {
  return raised && raised.until > now ? raised : undefined;
}

export type Scored = {
  readonly watched: Watched;
  /** Groups whose level rose by this try. */
  readonly news: readonly { readonly group: string; readonly level: Level }[];
};

/** Counts a card that was refused, after the cards that paid before it. */
export function countRefused(
  before: Watched,
  kind: SuspectKind,
  attempt: Refused,
  { credits, now }: { readonly credits: Credits; readonly now: number },
): Scored {
  const raised = onlyLasting(before.raised, now);
  const groups = lowered(before, raised, { credits, now });
  const { guesses, isGuess } = withGuess(before.guesses, attempt, now);
  const news = [];
  let { stoppedAt } = before;
  for (const group of groupsOf(kind, attempt)) {
    if (kind !== 'link' && isExcused(group, attempt.excuse)) continue;
    const { score, numbers } = groups[group] ?? { score: 0, numbers: [] };
    const isNew = group === 'guesses' ? isGuess : !numbers.includes(attempt.number);
    if (!isNew) continue;
    const more = group === 'guesses' ? [] : [...numbers, attempt.number].slice(-mostNumbers);
    const risen = score + weightIn(group, attempt, raised);
    groups[group] = { score: risen, numbers: more };
    const level = levelAt(risen, limitsIn(kind, group));
    if (level === 'none') continue;
    const held = raised[group];
    // A stop ends when it was to end, whatever was still on its way.
    if (held?.level === 'stop') continue;
    const former = held?.level ?? 'none';
    const isRisen = higher(former, level) !== former;
    raised[group] = {
      level: higher(former, level),
      until: Math.max(held?.until ?? 0, now + lasts(level, now, before.stoppedAt)),
      ...(level === 'stop' && { probe: firstProbe(now) }),
    };
    if (isRisen) news.push({ group, level });
    if (isRisen && level === 'stop') stoppedAt = now;
  }
  return { watched: { at: now, groups: heaviest(groups), guesses, raised, stoppedAt }, news };
}

function isExcused(group: string, excuse: Excuse): boolean {
  const family = familyOf(group);
  if (family === 'guesses') return false;
  return excuse === 'all' || (excuse === 'all_but_bank' && family !== 'bin');
}

/** While one bank is stopped, a suspect may move on to the next bank. */
function weightIn(group: string, { bin }: Try, raised: Watched['raised']): number {
  if (group !== 'any') return 1;
  const isOther = ([name, { level }]: [string, Raised]) =>
    level === 'stop' && familyOf(name) === 'bin' && name !== `bin:${bin}`;
  return Object.entries(raised).some(isOther) ? 2 : 1;
}

/** A stop after another one has ended lasts longer. */
function lasts(level: Level, now: number, stoppedAt: number | undefined): number {
  const sinceMs = now - (stoppedAt ?? Number.NEGATIVE_INFINITY);
  const isAgain = level === 'stop' && sinceMs >= lastsMs.stop && sinceMs < againWithinMs;
  return isAgain ? lastsAgainMs : lastsMs[level];
}

function onlyLasting(raised: Watched['raised'], now: number): Record<string, Raised> {
  return Object.fromEntries(Object.entries(raised).filter(([, one]) => lasting(one, now)));
}

/** Scores fall with time and with the cards that paid. A group whose stop has ended begins anew. */
function lowered(
  before: Watched,
  raised: Watched['raised'],
  { credits, now }: { readonly credits: Credits; readonly now: number },
): Record<string, Group> {
  const share = 0.5 ** (Math.max(0, now - before.at) / halvesMs);
  return Object.fromEntries(
    Object.entries(before.groups).flatMap(([name, { score, numbers }]): [string, Group][] => {
      const hasEnded = before.raised[name]?.level === 'stop' && raised[name] === undefined;
      const left = score * share - (credits.get(name) ?? 0);
      return hasEnded || left <= 0.1 ? [] : [[name, { score: left, numbers }]];
    }),
  );
}

function heaviest(groups: Readonly<Record<string, Group>>): Record<string, Group> {
  const all = Object.entries(groups);
  if (all.length <= mostGroups) return { ...groups };
  return Object.fromEntries(all.sort(([, a], [, b]) => b.score - a.score).slice(0, mostGroups));
}

/** A new date is a guess; so is the same date if the code was wrong. The security code itself is not remembered. */
function withGuess(
  before: Watched['guesses'],
  { number, expiry, wrongCodeOf, isSaved }: Refused,
  now: number,
): { readonly guesses: Record<string, Guess>; readonly isGuess: boolean } {
  const recent = Object.entries(before).filter(([, { at }]) => now - at < guessesLastMs);
  const guesses = Object.fromEntries(recent.slice(-mostNumbers));
  const marks = guesses[number]?.marks ?? [];
  const fresh = [expiry, wrongCodeOf && `code ${wrongCodeOf}`].find(
    (mark) => mark && !marks.includes(mark),
  );
  if (isSaved || !fresh) return { guesses, isGuess: false };
  delete guesses[number];
  guesses[number] = { at: now, marks: [...marks, fresh].slice(-mostNumbers) };
  return { guesses, isGuess: marks.length >= freeGuesses };
}

/*
 * A stop lets single tries through: the first after a minute, then after pauses that double, to four hours at most. They
 * are twelve on the first day and six on each further one, and each that pays lets one more pass at once. When the cards of
 * three in a row pay, the stop ends.
 */

/** The probe of a stopped group. */
export type Probe = {
  /** When the next try may pass, in milliseconds. */
  readonly at: number;
  /** The pause after it. */
  readonly pauseMs: number;
  /** Parts of the fingerprints of the last ones, which paid. */
  readonly paid: readonly string[];
};

const minute = 60_000;
const longestPauseMs = 4 * 60 * minute;
const paidToEnd = 3;

export function firstProbe(now: number): Probe {
  return { at: now + minute, pauseMs: 2 * minute, paid: [] };
}

/** The probe after a try passed, before its answer is known. */
export function afterTry({ pauseMs, paid }: Probe, now: number): Probe {
  return { at: now + pauseMs, pauseMs: Math.min(2 * pauseMs, longestPauseMs), paid };
}

/** Undefined if the stop ends: once one card paid, the next is let through at once. */
export function afterPaid(probe: Probe, number: string, now: number): Probe | undefined {
  if (probe.paid.includes(number)) return probe;
  const paid = [...probe.paid, number];
  return paid.length < paidToEnd
    ? { at: now, pauseMs: Math.max(2 * minute, probe.pauseMs / 2), paid }
    : undefined;
}

export function afterRefused(probe: Probe): Probe {
  return { ...probe, paid: [] };
}
