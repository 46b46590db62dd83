import { hash } from 'node:crypto';
import { Secret } from '../../kernel/secret.ts';
import { numberField } from '../../payments/tokens/token.ts';
import { recordOpenings } from '../../records/audit-log.ts';
import { bool, int8, optional, text } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { rowSet, shape } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import { type Entry, takes } from '../entry.ts';
import { writeRecord } from '../nacha/record.ts';
import { entryDetail } from '../nacha/records.ts';
import { writeAchFile } from '../nacha/write-file.ts';
import { compose, entryOf, type Filling } from './compose.ts';
import type { ClearingFile } from './file.ts';
import type { Originator } from './originator.ts';

/** Entries whose numbers are opened with one statement. */
const atOnce = 1000;

/** Errors of one record; every other error is one of the vault, and no file is made until it is gone. */
const ownFaults: readonly string[] = ['record_missing', 'does_not_open', 'business_destroyed'];

export type Filled = {
  readonly good: readonly Filling[];
  /** Entries that cannot be in a file, and why, without the value. */
  readonly bad: readonly { readonly entry: Entry; readonly why: string }[];
};

/** Adds the account numbers, and checks that a file can carry each entry: a bad entry must not keep others back. */
export async function fill(
  world: Pick<World, 'db' | 'vault' | 'now'>,
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
    await noteOpenings(world, file, part); // committed
    const numbers = await world.vault.openMany(world.db, records);
    const termsOf = await readTerms(world.db, part);
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
        ...(termsOf.get(keyOf(entry)) ?? usualTerms),
      };
      const why = flawOf(file, originator, filling);
      if (why === undefined) good.push(filling);
      else bad.push({ entry, why });
    }
  }
  return { good, bad };
}

/** One row for each business whose numbers go into the file. */
/** Each business in a transaction of its own. */
async function noteOpenings(
  { db, now }: Pick<World, 'db' | 'now'>,
  file: ClearingFile,
  entries: readonly Entry[],
): Promise<void> {
  const at = now();
  const reason = 'written into a file for the bank';
  for (const [businessId, own] of Map.groupBy(entries, (entry) => entry.businessId)) {
    const charges = own.filter((entry) => entry.paymentId !== undefined && takes(entry)).length;
    const facts = { file: file.name, charges, others: own.length - charges };
    const opening = {
      businessId,
      actor: 'system',
      object: `ach_file:${file.id}`,
      reason,
      facts,
      at,
    };
    await db.begin((tx) => recordOpenings(tx, [opening]));
  }
}

/** Names the wrong field and never its value. */
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

type Terms = Pick<Filling, 'statementDescriptor' | 'isRecurring'>;
const usualTerms: Terms = { statementDescriptor: undefined, isRecurring: false };

type PaymentKey = Pick<Entry, 'businessId' | 'paymentId'>;

function keyOf({ businessId, paymentId }: PaymentKey): string {
  return `${businessId} ${paymentId}`;
}

const payments = rowSet({ businessId: int8, paymentId: int8 });
const terms = shape({
  businessId: int8,
  paymentId: int8,
  statementDescriptor: optional(text),
  isRecurring: bool,
});

/** The terms of the payments of these entries. */
async function readTerms(sql: Sql, entries: readonly Entry[]): Promise<Map<string, Terms>> {
  const rows = await terms.read(
    sql,
    `select p.business_id as "businessId", p.id as "paymentId",
       v.details ->> 'statementDescriptor' as "statementDescriptor",
       v.details #>> '{period,attempt}' is not null as "isRecurring"
     from ${payments.sql}
     join payments p on p.business_id = r.business_id and p.id = r.payment_id
     join invoices v on v.business_id = p.business_id and v.id = p.invoice_id`,
    payments.encode(entries.filter(({ paymentId }) => paymentId !== undefined)),
  );
  return new Map(
    rows.map(({ businessId, paymentId, ...own }) => [keyOf({ businessId, paymentId }), own]),
  );
}

const keys = rowSet({ businessId: int8 });
const named = shape({ businessId: int8, name: text });

async function readNames(sql: Sql, entries: readonly Entry[]): Promise<Map<bigint, string>> {
  const ids = [...new Set(entries.map(({ businessId }) => businessId))];
  const rows = await named.read(
    sql,
    `select ${named.columns} from ${keys.sql} join businesses using (business_id)`,
    keys.encode(ids.map((businessId) => ({ businessId }))),
  );
  return new Map(rows.map(({ businessId, name }) => [businessId, name]));
}
