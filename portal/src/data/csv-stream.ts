import { rowsOfCsv } from './csv.ts';

/** Ends of lines that are not inside of quotes, in a CSV that comes in pieces. */
function countLines(): (piece: string) => number {
  let isQuoted = false;
  return (piece) => {
    let lines = 0;
    for (const [sign] of piece.matchAll(/["\n]/g)) {
      if (sign === '"') isQuoted = !isQuoted;
      else if (!isQuoted) lines += 1;
    }
    return lines;
  };
}

export type Form = 'csv' | 'ndjson';

type Reading = {
  readonly form: Form;
  /** Rows so far, without the head. */
  onRows(rows: number): void;
  readonly signal: AbortSignal;
};

/** Reads a file as it comes. A connection that breaks off is an error: half a file is none. */
export async function readLines(
  body: ReadableStream<Uint8Array>,
  { form, onRows, signal }: Reading,
): Promise<string[]> {
  const reader = body.getReader();
  const stop = () => void reader.cancel();
  signal.addEventListener('abort', stop);
  const decoder = new TextDecoder();
  // No line of NDJSON breaks inside of quotes, and no head is before it.
  const count = form === 'csv' ? countLines() : (piece: string) => piece.split('\n').length - 1;
  const heads = form === 'csv' ? 1 : 0;
  const pieces: string[] = [];
  let lines = 0;
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      const piece = decoder.decode(value, { stream: !done });
      pieces.push(piece);
      lines += count(piece);
      onRows(Math.max(0, lines - heads));
      if (done) return pieces;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await reader.cancel().catch(() => {});
  }
}

/** The head and the rows with one of these ids, as they are. */
export function onlyRows(csv: string, ids: ReadonlySet<string>): string {
  const records = csv.match(/(?:"[^"]*"|[^"\n])*\n/g) ?? [];
  const place = rowsOfCsv(records[0] ?? '')[0]?.indexOf('id') ?? -1;
  return records
    .filter((record, i) => i === 0 || ids.has(rowsOfCsv(record)[0]?.[place] ?? ''))
    .join('');
}
