/** A line of the log, for a person. */

export type LogEntry = {
  readonly at: string;
  readonly level: string;
  readonly event: string;
} & Readonly<Record<string, unknown>>;

const colors: Readonly<Record<string, number>> = { debug: 90, info: 36, warn: 33, error: 31 };

/** Undefined for what is no line of the log. */
export function parseLogLine(line: string): LogEntry | undefined {
  if (!line.startsWith('{"at":')) return undefined;
  try {
    return JSON.parse(line) as LogEntry;
  } catch {
    return undefined;
  }
}

/** `10:41:07  info   server.listening  address=http://127.0.0.1:8080` */
export function readable(entry: LogEntry, isColored: boolean): string {
  const { at, level, event, ...facts } = entry;
  const told = Object.entries(facts).map(([name, fact]) => `${name}=${text(fact)}`);
  const color = isColored ? colors[String(level)] : undefined;
  const word = String(level).padEnd(5);
  const shown = color === undefined ? word : `\u001b[${color}m${word}\u001b[0m`;
  return [String(at).slice(11, 19), shown, String(event), ...told].join('  ');
}

function text(fact: unknown): string {
  if (typeof fact !== 'object' || fact === null) return String(fact);
  const { stack, message } = fact as { stack?: unknown; message?: unknown };
  return String(stack ?? message ?? JSON.stringify(fact));
}
