import { open } from 'node:fs/promises';
import { now, pause } from '../build-world.ts';
import type { Config } from '../config.ts';
import { type Command, ExpectedError, type Shell } from './command.ts';
import { logFilesOf } from './log-file.ts';
import { type LogEntry, mayColor, parseLogLine, readableLine } from './readable-log.ts';
import { id, oneOf, since, verbatim, wholeNumber } from './values.ts';
import { flag, option, readWords, type Typed, usageOf } from './words.ts';

const levels = ['debug', 'info', 'warn', 'error'] as const;

const usualLines = 20;
const mostLines = 100_000;

const words = {
  lines: { ...option('N', wholeNumber(0, mostLines)), short: 'n' },
  follow: { ...flag, short: 'f' },
  level: option('LEVEL', oneOf(levels)),
  event: option('EVENT', verbatim(100)),
  request: option('REQUEST', verbatim(100)),
  since: option('TIME|2h', since),
  business: option('N', id),
  payment: option('N', id),
  json: flag,
} as const;
type Filters = Omit<Typed<typeof words>, 'lines' | 'since'> & {
  readonly lines: number;
  /** As in the log; undefined: every moment. */
  readonly since: string | undefined;
};
type Print = (line: string) => void;

const lookMs = 250;

const tail: Command = {
  doc:
    `Shows the end of the log of the services of this data folder: the last ${usualLines} lines, or as many as -n says, or all ` +
    'since a moment (in UTC, as the log is) or for so long: --since 90m, 2h or 7d. --level shows those of a level and above it, ' +
    '--event those of an event or of all that begin with it, --request those of one request by its id, --business and ' +
    '--payment those that name that one by its number. --follow goes on until it is stopped; --json prints the lines as they are.',
  usage: usageOf(words),
  async run(config, given, shell) {
    const { lines, since: from, ...others } = readWords(words, given);
    const filters: Filters = {
      ...others,
      lines: lines ?? (from === undefined ? usualLines : mostLines),
      since: from?.(now(), 'UTC').toISOString(),
    };
    const print = printerOf(shell, filters);
    if (config.logFileMb === 0) {
      throw new ExpectedError('LOG_FILE_MB is 0: services write their log to standard error only');
    }
    const { places, begins } = await showLast(config, filters, print);
    if (filters.follow) await follow(config, filters, print, places);
    else if (begins !== undefined) shell.remark(`no line matches; ${begins}`);
    return undefined;
  },
};

/** Takes lines of the log as they are there. */
function printerOf({ print, out, env }: Shell, { json }: Filters): Print {
  if (json) return print;
  const isColored = mayColor(out, env);
  return (line) => {
    const entry = parseLogLine(line);
    if (entry) out.write(`${readableLine(entry, isColored)}\n`);
  };
}

export const logCommands = { 'logs tail': tail } as const;

/** How far each file was read, by its inode: who renames it does not change that. */
type Places = Map<number, number>;

/** Returns how far it read; where it found no line, also where the log begins. */
async function showLast(config: Config, filters: Filters, print: Print) {
  const found: string[] = [];
  const files = logFilesOf(config.dataFolder);
  const places: Places = new Map();
  let isThere = false;
  let oldest: string | undefined;
  for (const file of files) {
    // One that was read may have been renamed since.
    const read = await readLines(file, (ino) => (places.has(ino) ? undefined : 0));
    if (read === undefined) continue;
    isThere = true;
    const { ino, at, text } = read;
    places.set(ino, at);
    oldest = firstMoment(text) ?? oldest;
    const lines = chosen(text, filters);
    found.unshift(...lines.slice(Math.max(0, lines.length - (filters.lines - found.length))));
    if (found.length >= filters.lines) break;
  }
  if (!isThere && !filters.follow) {
    throw new ExpectedError(
      `there is no log in ${config.dataFolder}: is QUITTANCE_DATA right? A service writes it once it starts`,
    );
  }
  for (const line of found.slice(Math.max(0, found.length - filters.lines))) print(line);
  if (found.length > 0 || filters.lines === 0) return { places };
  const begins = oldest === undefined ? 'the log is empty' : `the log begins at ${oldest}`;
  return { places, begins };
}

function firstMoment(text: string): string | undefined {
  for (const line of text.split('\n')) {
    const entry = parseLogLine(line);
    if (entry) return entry.at;
  }
  return undefined;
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * Prints appended lines. A new file is read from its beginning, and a renamed one as long as it is there: a service that
 * writes little goes on with it for a while.
 */
async function follow(config: Config, filters: Filters, print: Print, from: Places): Promise<void> {
  const [newest, ...others] = logFilesOf(config.dataFolder) as [string, ...string[]];
  let places = from;
  for (;;) {
    const seen: Places = new Map();
    const texts: string[] = [];
    const read = async (file: string, isNewest = false) => {
      const found = await readLines(file, (ino, size) =>
        // What was renamed between is read on with the next look.
        seen.has(ino) ? undefined : (places.get(ino) ?? (isNewest ? 0 : size)),
      );
      if (!found) return;
      seen.set(found.ino, found.at);
      texts.unshift(found.text);
    };
    await read(newest, true);
    for (const file of others) await read(file);
    for (const line of texts.flatMap((text) => chosen(text, filters))) print(line);
    places = seen;
    await pause(lookMs);
  }
}

/** The whole lines of a file from a place in it, by its inode; undefined: there is no such file, or it has no place. */
async function readLines(file: string, placeOf: (ino: number, size: number) => number | undefined) {
  // A file of this name may be another one a moment later: all is asked of the one that was opened.
  const handle = await open(file, 'r').catch(unlessMissing);
  if (!handle) return undefined;
  try {
    const { ino, size } = await handle.stat();
    const from = placeOf(ino, size);
    if (from === undefined) return undefined;
    const bytes = Buffer.alloc(Math.max(0, size - from));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
    const end = bytes.subarray(0, bytesRead).lastIndexOf(0x0a) + 1;
    return { ino, at: from + end, text: bytes.toString('utf8', 0, end) };
  } finally {
    await handle.close();
  }
}

function chosen(text: string, filters: Filters): string[] {
  return text.split('\n').filter((line) => {
    const entry = parseLogLine(line);
    return entry !== undefined && isWanted(entry, filters);
  });
}

function isWanted(entry: LogEntry, filters: Filters): boolean {
  const { at, level, event, was, requestId, ...facts } = entry;
  const least = filters.level === undefined ? 0 : levels.indexOf(filters.level);
  return (
    levels.indexOf(level as (typeof levels)[number]) >= least &&
    (filters.event === undefined ||
      [event, was].some((name) => `${name}.`.startsWith(`${filters.event}.`))) &&
    (filters.request === undefined || requestId === filters.request) &&
    (filters.since === undefined || at >= filters.since) &&
    (filters.business === undefined || String(facts.businessId) === String(filters.business)) &&
    (filters.payment === undefined || String(facts.paymentId) === String(filters.payment))
  );
}
