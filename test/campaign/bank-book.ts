import { readFile } from 'node:fs/promises';

/**
 * What the bank's file says each reference costs its payer in the end. Read here a second time, by other
 * means than the auditor's: two readings that agree are worth more than one.
 */
export async function netCharges(path: string): Promise<Map<string, number>> {
  const first = new Map<string, { event: string; cents: number }>();
  const canceled = new Set<string>();
  for (const line of (await readFile(path, 'utf8')).split('\n')) {
    const entry = entryOf(line);
    if (!entry) continue;
    if (entry.event === 'canceled') canceled.add(entry.reference);
    // Whoever comes first is executed; after a tombstone nobody is.
    if (!first.has(entry.reference)) first.set(entry.reference, entry);
  }
  const net = new Map<string, number>();
  for (const [reference, { event, cents }] of first) {
    if (event === 'approved' && !canceled.has(reference)) net.set(reference, cents);
  }
  return net;
}

/** A process that was killed while it wrote leaves half a line, and the next one is glued to it. */
function entryOf(line: string): { reference: string; event: string; cents: number } | undefined {
  try {
    return JSON.parse(line.slice(line.lastIndexOf('{')));
  } catch {
    return undefined;
  }
}
