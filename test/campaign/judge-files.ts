import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sql } from '../../src/runtime/sql.ts';
import type { Installation } from './installation.ts';

type EntryRow = {
  readonly business_id: bigint;
  readonly id: bigint;
  readonly kind: string;
  readonly state: string;
  readonly amount_cents: bigint;
};

/**
 * What lies in the outboxes of the bank is what our tables say was sent: every entry once, with its amount. The
 * files are read by their columns, as the bank does.
 */
export async function judgeFiles({ env }: Installation, sql: Sql): Promise<string[]> {
  const sent = await readSent(join(env.QUITTANCE_DATA!, 'ach/sandbox'));
  const rows = await sql.query<EntryRow>(
    'select business_id, id, kind, state, amount_cents from ach_entries',
  );
  const findings: string[] = [];
  for (const { business_id, id, kind, state, amount_cents } of rows) {
    const name = individualName(business_id, id);
    const cents = sent.get(name) ?? [];
    sent.delete(name);
    const what = `the ${kind} ${business_id} ${id} that is ${state}`;
    if (cents.length > 1) findings.push(`${what} was sent ${cents.length} times`);
    const isToBeSent = ['queued', 'filed', 'canceled'].includes(state);
    // A file that is not delivered yet may lie there already, and one that was made may not.
    const isWrong = state === 'filed' ? false : isToBeSent === cents.length > 0;
    if (isWrong) findings.push(`${what} is in ${cents.length} files`);
    if (cents.some((one) => one !== amount_cents)) {
      findings.push(`${what} was sent with ${cents.join(', ')} cents in place of ${amount_cents}`);
    }
  }
  for (const [name, cents] of sent) {
    findings.push(`the bank was sent ${cents.join(', ')} cents for ${name}, which is nobody's`);
  }
  return findings;
}

/** The cents that were sent under the name of each entry. */
async function readSent(folder: string): Promise<Map<string, bigint[]>> {
  const sent = new Map<string, bigint[]>();
  const businesses = await readdir(folder).catch(() => []);
  for (const business of businesses.filter((name) => /^\d+$/.test(name))) {
    const outbox = join(folder, business, 'outbox');
    const names = await readdir(outbox).catch(() => []);
    // What begins with a dot was being written by somebody who died.
    for (const name of names.filter((one) => !one.startsWith('.'))) {
      for (const line of (await readFile(join(outbox, name), 'latin1')).split('\n')) {
        if (!line.startsWith('6')) continue;
        const who = line.slice(39, 54);
        sent.set(who, [...(sent.get(who) ?? []), BigInt(line.slice(29, 39))]);
      }
    }
  }
  return sent;
}

function individualName(businessId: bigint, id: bigint): string {
  const part = (number: bigint, width: number) => number.toString(36).padStart(width, '0');
  return (part(businessId, 6) + part(id, 9)).toUpperCase();
}
