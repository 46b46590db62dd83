import type { Processor } from '../ports/processors/processor.ts';
import type { SettledAnswer } from '../ports/processors/settled-row.ts';

/** A report that is too long for so short a span is not read. */
const shortestMs = 60_000;

type Part = SettledAnswer & { readonly until: Date };

/**
 * A report in parts, the earliest first: if a processor reports more than one reading takes, it is asked for half the
 * time. There is no part after a part that is unknown.
 */
export async function* readParts(
  settledRows: NonNullable<Processor['settledRows']>,
  since: Date,
  until: Date,
): AsyncGenerator<Part> {
  let spanMs = until.getTime() - since.getTime();
  for (let from = since; from < until; ) {
    const to = new Date(Math.min(from.getTime() + spanMs, until.getTime()));
    const answer = await settledRows(from, to);
    if (answer.outcome === 'unknown' && answer.isTooLong && spanMs > shortestMs) {
      spanMs = Math.ceil(spanMs / 2);
      continue;
    }
    yield { ...answer, until: to };
    if (answer.outcome === 'unknown') return;
    from = to;
  }
}
