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
    const { place, begins } = await showLast(config, filters, print);
    if (filters.follow) await follow(config, filters, print, place);
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

/** How far a file was read; who renames it does not change its number. */
type Place = { readonly ino: number; readonly at: number };

/** Returns how far it read; where it found no line, also where the log begins. */
async function showLast(config: Config, filters: Filters, print: Print) {
  const found: string[] = [];
  const files = logFilesOf(config.dataFolder);
  let place: Place | undefined;
  let isThere = false;
  let oldest: string | undefined;
  for (const [i, file] of files.entries()) {
    const read = await readLines(file);
    if (read === undefined) continue;
    isThere = true;
    const { text } = read;
    if (i === 0) place = read.place;
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
  if (found.length > 0 || filters.lines === 0) return { place };
  const begins = oldest === undefined ? 'the log is empty' : `the log begins at ${oldest}`;
  return { place, begins };
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

/** Prints appended lines; a new file is read from its beginning, after the rest of the renamed one. */
async function follow(
  config: Config,
  filters: Filters,
  print: Print,
  from: Place | undefined,
): Promise<void> {
  const [file, older] = logFilesOf(config.dataFolder) as [string, string];
  const show = (text: string) => {
    for (const line of chosen(text, filters)) print(line);
  };
  let place = from;
  for (;;) {
    const newest = await readLines(file, place);
    if (place !== undefined && newest?.place.ino !== place.ino) {
      const renamed = await readLines(older, place);
      if (renamed?.place.ino === place.ino) show(renamed.text);
    }
    if (newest) show(newest.text);
    place = newest?.place;
    await pause(lookMs);
  }
}

/** The whole lines of a file, behind that place if it is one in this file; undefined: there is no such file. */
async function readLines(file: string, behind?: Place) {
  // A file of this name may be another one a moment later: all is asked of the one that was opened.
  const handle = await open(file, 'r').catch(unlessMissing);
  if (!handle) return undefined;
  try {
    const { ino, size } = await handle.stat();
    const at = behind?.ino === ino ? behind.at : 0;
    const bytes = Buffer.alloc(Math.max(0, size - at));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, at);
    const end = bytes.subarray(0, bytesRead).lastIndexOf(0x0a) + 1;
    return { place: { ino, at: at + end }, text: bytes.toString('utf8', 0, end) };
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
