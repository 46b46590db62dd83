import { formerEvents } from './former-events.ts';
import { factNames, withoutQuery } from './log-facts.ts';
import { scrub } from './scrub.ts';

type Facts = Record<string, unknown>;
type Write = (event: string, facts?: Facts) => void;

/** Events are named `noun.participle`; everything that varies is a fact whose name is in `log-facts.ts`. */
export type Log = Readonly<Record<LogLevel, Write>>;
export type LogLevel = (typeof levels)[number];

const levels = ['debug', 'info', 'warn', 'error'] as const;
const longestText = 2_000;
const longestStack = 8_000;
const mostItems = 50;
const deepestCause = 3;
const mostBuffered = 64 * 1024;

type LogOptions = {
  readonly level: LogLevel;
  readonly write: (lines: string) => void;
  readonly now: () => Date;
  /** Runs a function after the present turn of the event loop. */
  readonly defer?: (run: () => void) => void;
  /** Hears of each line that is written. */
  readonly count?: (level: LogLevel, event: string) => void;
};

/** One JSON line per event. The lines of one turn of the event loop are written together, errors at once. */
export function createLog(options: LogOptions): Log & { flush(): void } {
  const { level: least, write, now, defer = setImmediate, count } = options;
  let buffered = '';
  let deferred = false;

  return {
    debug: writer('debug'),
    info: writer('info'),
    warn: writer('warn'),
    error: writer('error'),
    flush,
  };

  function writer(level: LogLevel): Write {
    if (levels.indexOf(level) < levels.indexOf(least)) return () => {};
    return (event, facts = {}) => {
      count?.(level, event);
      add(level, line(now(), level, event, facts));
    };
  }

  function add(level: LogLevel, text: string): void {
    buffered += text;
    // After an error the process may not reach its next turn.
    if (level === 'error' || buffered.length > mostBuffered) flush();
    if (deferred || buffered === '') return;
    deferred = true;
    defer(() => {
      deferred = false;
      flush();
    });
  }

  function flush(): void {
    if (buffered === '') return;
    const lines = buffered;
    buffered = '';
    write(lines);
  }
}

function line(at: Date, level: LogLevel, event: string, facts: Facts): string {
  const was = formerEvents[event];
  const entry: Facts = {
    at: at.toISOString(),
    level,
    event: clean(event, longestText),
    ...(was && { was }),
  };
  let dropped = 0;
  for (const [name, fact] of Object.entries(facts)) {
    if (fact === undefined) continue;
    const value = factNames.has(name) ? loggable(name, fact, level) : undefined;
    if (value === undefined) dropped += 1;
    else entry[name] = value;
  }
  if (dropped > 0) entry.dropped = dropped;
  return `${JSON.stringify(entry)}\n`;
}

/** undefined for values that must not be logged: objects other than errors may contain anything. */
function loggable(name: string, fact: unknown, level: LogLevel): unknown {
  if (fact instanceof Error) return describeError(fact, level === 'error', deepestCause);
  if (!Array.isArray(fact)) return scalar(name, fact);
  return fact.slice(0, mostItems).map((item) => scalar(name, item) ?? null);
}

function scalar(name: string, fact: unknown): unknown {
  switch (typeof fact) {
    case 'string':
      return clean(withoutQuery.has(name) ? fact.replace(/[?#].*/s, '') : fact, longestText);
    case 'number':
    case 'bigint':
      return cleanNumber(fact);
    case 'boolean':
      return fact;
    default:
      if (fact instanceof Date) return Number.isNaN(fact.getTime()) ? null : fact.toISOString();
      return fact === null ? null : undefined;
  }
}

/** JSON has no bigint, and a card number may be one. */
function cleanNumber(fact: number | bigint): number | string {
  if (typeof fact === 'number' && Math.abs(fact) < 1e12) return fact;
  const text = String(fact);
  const safe = scrub(text);
  return typeof fact === 'number' && safe === text ? fact : safe;
}

function describeError(error: Error, withStack: boolean, deepest: number): Facts {
  const { name, message, stack, cause, code } = error as Error & { code?: unknown };
  return {
    name: clean(String(name), longestText),
    message: clean(String(message), longestText),
    // SQLSTATE, ECONNRESET or a code of ours; other properties of an error may contain values of a row.
    ...(typeof code === 'string' && { code: clean(code, longestText) }),
    ...(withStack && { stack: clean(String(stack), longestStack) }),
    ...(cause instanceof Error &&
      deepest > 0 && { cause: describeError(cause, withStack, deepest - 1) }),
  };
}

/** Cut only after scrubbing: half a card number would not be found. */
function clean(text: string, longest: number): string {
  const scrubbed = scrub(text);
  return scrubbed.length > longest ? `${scrubbed.slice(0, longest)}…` : scrubbed;
}
