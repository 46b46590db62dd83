import { printable, type Shell, type Sink } from './command.ts';

/** A line of the log, for a person. */

export type LogEntry = {
  readonly at: string;
  readonly level: string;
  readonly event: string;
} & Readonly<Record<string, unknown>>;

/** Ordinary lines have no color. */
const colors: Readonly<Record<string, number>> = { debug: 90, warn: 33, error: 31 };

/** Undefined for text that is no line of the log. */
export function parseLogLine(line: string): LogEntry | undefined {
  if (!line.startsWith('{"at":')) return undefined;
  try {
    return JSON.parse(line) as LogEntry;
  } catch {
    return undefined;
  }
}

/** True for a terminal whose owner does not say otherwise (no-color.org). */
export function mayColor({ isTTY }: Sink, env: Shell['env']): boolean {
  return isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
}

/** `10:41:07  info   server.listening  address=http://127.0.0.1:8080`, for `printable`. */
export function readable(entry: LogEntry): string {
  const { at, level, event, ...facts } = entry;
  const told = Object.entries(facts).map(([name, fact]) => `${name}=${text(fact)}`);
  return [String(at).slice(11, 19), String(level).padEnd(5), String(event), ...told].join('  ');
}

/** The same with its day, as it goes to a terminal: nothing in it is obeyed there but its color. */
export function readableLine(entry: LogEntry, isColored: boolean): string {
  const line = printable(`${String(entry.at).slice(0, 10)} ${readable(entry)}`);
  const color = isColored ? colors[String(entry.level)] : undefined;
  return color === undefined ? line : `\u001b[${color}m${line}\u001b[0m`;
}

function text(fact: unknown): string {
  if (typeof fact !== 'object' || fact === null) return String(fact);
  const { stack, message } = fact as { stack?: unknown; message?: unknown };
  return String(stack ?? message ?? JSON.stringify(fact));
}
