import type { JournalEntry } from '../../packages/sandbox/src/gateways/journal.ts';

/** What was approved under a reference, as the journal has it. */
export function executed(journal: string, reference: string): string[] {
  const entries = journal.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []));
  return entries
    .filter((entry: JournalEntry) => entry.reference === reference && entry.event === 'approved')
    .map(({ type, cents }) => `${type} ${cents}`);
}
