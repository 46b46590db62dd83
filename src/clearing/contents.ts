import { hash } from 'node:crypto';
import { entryDetail } from '../ach/nacha/entry-detail.ts';
import { writeRecord } from '../ach/nacha/record.ts';
import { writeAchFile } from '../ach/nacha/write-file.ts';
import { int8, rowSet } from '../base/rows.ts';
import { Secret } from '../base/secret.ts';
import type { Sql } from '../base/sql.ts';
import { numberField } from '../tokens/token.ts';
import type { World } from '../world.ts';
import { compose, entryOf, type Filling } from './compose.ts';
import { type Entry, takes } from './entry.ts';
import type { ClearingFile } from './file.ts';
import type { Originator } from './originator.ts';

/** Entries whose numbers are opened with one statement. */
const atOnce = 1000;

/** What is wrong with one record; anything else is wrong with the vault, and no file is made until it is well. */
const ownFaults: readonly string[] = ['record_missing', 'does_not_open', 'business_destroyed'];

export type Filled = {
  readonly good: readonly Filling[];
  /** What cannot stand in a file, and why; without what it is about. */
  readonly bad: readonly { readonly entry: Entry; readonly why: string }[];
};

/** What only the vault knows is added, and each entry held to what a file can carry: one must not spoil all. */
export async function fill(
  world: Pick<World, 'db' | 'vault'>,
  file: ClearingFile,
  originator: Originator,
  entries: readonly Entry[],
): Promise<Filled> {
  const names = await readNames(world.db, entries);
  const good: Filling[] = [];
  const bad: { entry: Entry; why: string }[] = [];
  for (let from = 0; from < entries.length; from += atOnce) {
    const part = entries.slice(from, from + atOnce);
    const records = part.map(({ businessId, numberOwner: owner }) => {
      return { businessId, owner, field: numberField.bank };
    });
    const numbers = await world.vault.openMany(world.db, records);
    const wishes = await readWishes(world.db, part);
    for (const [i, entry] of part.entries()) {
      const number = numbers[i]!;
      if (!(number instanceof Secret)) {
        if (!ownFaults.includes(number.code)) throw number;
        bad.push({ entry, why: `its account number: ${number.code}` });
        continue;
      }
      const filling: Filling = {
        entry,
        accountNumber: number.reveal(),
        businessName: names.get(entry.businessId) ?? '',
        ...(wishes.get(keyOf(entry)) ?? noWish),
      };
      const why = flawOf(file, originator, filling);
      if (why === undefined) good.push(filling);
      else bad.push({ entry, why });
    }
  }
  return { good, bad };
}

/** Says which field is wrong and never what is in it. */
function flawOf(file: ClearingFile, originator: Originator, filling: Filling): string | undefined {
  try {
    writeRecord(entryDetail, {
      ...entryOf(file, originator, { ...filling, place: 0 }),
      addendaIndicator: 0,
    });
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

export type Contents = {
  readonly text: string;
  readonly sha256: Buffer;
  readonly entryCount: number;
  readonly debitCents: bigint;
  readonly creditCents: bigint;
};

export function contentsOf(
  file: ClearingFile,
  originator: Originator,
  fillings: readonly Filling[],
): Contents {
  const text = writeAchFile(compose(file, originator, fillings));
  let [debitCents, creditCents] = [0n, 0n];
  for (const { entry } of fillings) {
    if (takes(entry)) debitCents += entry.amountCents;
    else creditCents += entry.amountCents;
  }
  const sha256 = hash('sha256', text, 'buffer');
  return { text, sha256, entryCount: fillings.length, debitCents, creditCents };
}

type Wish = Pick<Filling, 'statementDescriptor' | 'isRecurring'>;
const noWish: Wish = { statementDescriptor: undefined, isRecurring: false };

function keyOf({ businessId, paymentId }: Pick<Entry, 'businessId' | 'paymentId'>): string {
  return `${businessId} ${paymentId}`;
}

const payments = rowSet({ businessId: int8, paymentId: int8 });

/** What the payments of these entries say of it, where they say anything. */
async function readWishes(sql: Sql, entries: readonly Entry[]): Promise<Map<string, Wish>> {
  const rows = await sql.query<{
    businessId: bigint;
    paymentId: bigint;
    descriptor: string | null;
    isRecurring: boolean;
  }>(
    `select p.business_id as "businessId", p.id as "paymentId",
       v.details ->> 'statementDescriptor' as descriptor,
       v.details #>> '{period,attempt}' is not null as "isRecurring"
     from ${payments.sql}
     join payments p on p.business_id = r.business_id and p.id = r.payment_id
     join invoices v on v.business_id = p.business_id and v.id = p.invoice_id`,
    payments.encode(entries.filter(({ paymentId }) => paymentId !== undefined)),
  );
  return new Map(
    rows.map(({ descriptor, isRecurring, ...key }) => [
      keyOf(key),
      { statementDescriptor: descriptor ?? undefined, isRecurring },
    ]),
  );
}

const keys = rowSet({ businessId: int8 });

async function readNames(sql: Sql, entries: readonly Entry[]): Promise<Map<bigint, string>> {
  const ids = [...new Set(entries.map(({ businessId }) => businessId))];
  const rows = await sql.query<{ id: bigint; name: string }>(
    `select business_id as id, name from ${keys.sql} join businesses using (business_id)`,
    keys.encode(ids.map((businessId) => ({ businessId }))),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
