import { strict as assert } from 'node:assert';
import { int8, text, timestamptz } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { rowSet } from '../runtime/table.ts';
import { accountNow } from './account-now.ts';
import { type Entry, type EntryState, entries, entryMayBecome } from './entry.ts';

/* The only file that changes the state of an entry; `entryMoves` lists the legal changes. */

const moved = entries.pick('id');

/** Fields that may change with a move; the others stay. */
type EntryChange = Partial<Pick<Entry, 'nextAt' | 'returnCode' | 'returnedAt'>>;

/** Moves an entry that was read before. Undefined: another transaction moved it meanwhile. */
export async function moveEntry(
  tx: Sql,
  entry: Entry,
  to: EntryState,
  change: EntryChange,
): Promise<Entry | undefined> {
  assert(entryMayBecome(entry.state, to), `${entry.state} to ${to}`);
  const after: Entry = { ...entry, ...change, state: to };
  const rows = await tx.query(
    `update ach_entries set state = $4, next_at = $5, return_code = $6, returned_at = $7
     where business_id = $1 and id = $2 and state = $3 returning id`,
    [
      entry.businessId,
      entry.id,
      entry.state,
      after.state,
      after.nextAt,
      after.returnCode,
      after.returnedAt,
    ],
  );
  return rows.length === 1 ? after : undefined;
}

/** Cancels the debit of a payment that waits for a file. False: it is in a file, or was canceled before. */
export async function cancelQueuedDebit(
  tx: Sql,
  { businessId, id: paymentId }: { readonly businessId: bigint; readonly id: bigint },
): Promise<boolean> {
  const rows = await tx.query(
    `update ach_entries set state = 'canceled', next_at = null
     where business_id = $1 and payment_id = $2 and kind = 'debit' and state = 'queued' returning id`,
    [businessId, paymentId],
  );
  return rows.length > 0;
}

/** Puts queued entries into a file, with the account as the bank corrected it meanwhile. */
export async function fileEntries(
  tx: Sql,
  businessId: bigint,
  ids: readonly bigint[],
  { id: fileId }: { readonly id: bigint },
): Promise<void> {
  // A statement of its own: a correction that it waited for is seen only by the next statement.
  const held = await moved.read(
    tx,
    `select id from ach_entries
     where business_id = $1 and id = any($2::int8[]) and state = 'queued' order by id for update`,
    [businessId, ids],
  );
  await tx.query(
    `update ach_entries f set state = 'filed', file_id = $3, next_at = null,
       routing_number = ${accountNow.routingNumber}, account_kind = ${accountNow.kind}, last4 = ${accountNow.last4}
     from ach_entries e ${accountNow.joins}
     where f.business_id = $1 and f.id = any($2::int8[]) and e.business_id = f.business_id and e.id = f.id
       and e.business_id = $1`,
    [businessId, held.map(({ id }) => id), fileId],
  );
}

/** Takes entries out of a file that was not sent; they wait for another cut-off. */
export async function unfileEntries(
  tx: Sql,
  businessId: bigint,
  ids: readonly bigint[],
  nextAt: Date,
): Promise<void> {
  await tx.query(
    `update ach_entries set state = 'queued', file_id = null, next_at = $3
     where business_id = $1 and id = any($2::int8[]) and state = 'filed'`,
    [businessId, ids, nextAt],
  );
}

const traced = rowSet({ id: int8, trace: text }, 5);

/** The bank has the file of these entries. Returns the entries that moved. */
export async function originateEntries(
  tx: Sql,
  businessId: bigint,
  fileId: bigint,
  rows: readonly { readonly id: bigint; readonly trace: string }[],
  { effectiveOn, nextAt }: { readonly effectiveOn: string; readonly nextAt: Date },
): Promise<ReadonlySet<bigint>> {
  const found = await moved.read(
    tx,
    `update ach_entries e set state = 'originated', trace_number = r.trace, effective_on = $3::date,
       next_at = $4
     from ${traced.sql}
     where e.business_id = $1 and e.id = r.id and e.file_id = $2 and e.state = 'filed' returning e.id`,
    [businessId, fileId, effectiveOn, nextAt, ...traced.encode(rows)],
  );
  return idsOf(found);
}

/** The bank rejected the file: its entries wait for another cut-off. Returns the entries that moved. */
export async function requeueEntries(
  tx: Sql,
  businessId: bigint,
  fileId: bigint,
  ids: readonly bigint[],
  nextAt: Date,
): Promise<ReadonlySet<bigint>> {
  const rows = await moved.read(
    tx,
    `update ach_entries set state = 'queued', file_id = null, trace_number = null, effective_on = null,
       next_at = $4
     where business_id = $1 and file_id = $2 and id = any($3::int8[])
       and state in ('filed', 'originated') returning id`,
    [businessId, fileId, ids, nextAt],
  );
  return idsOf(rows);
}

const settling = rowSet({ id: int8, nextAt: timestamptz }, 3);

/** Settles entries that are due; debits are held until `nextAt`. Returns the entries that moved. */
export async function settleEntries(
  tx: Sql,
  businessId: bigint,
  at: Date,
  due: readonly { readonly id: bigint; readonly nextAt: Date | undefined }[],
): Promise<ReadonlySet<bigint>> {
  const rows = await moved.read(
    tx,
    `update ach_entries e set state = 'settled', settled_at = $2, next_at = r.next_at
     from ${settling.sql}
     where e.business_id = $1 and e.id = r.id and e.state = 'originated' and e.next_at <= $2
     returning e.id`,
    [businessId, at, ...settling.encode(due)],
  );
  return idsOf(rows);
}

/** Ends the hold of debits that are due. Returns the entries that moved. */
export async function freeEntries(
  tx: Sql,
  businessId: bigint,
  at: Date,
  ids: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const rows = await moved.read(
    tx,
    `update ach_entries set state = 'available', next_at = null
     where business_id = $1 and id = any($2::int8[]) and state = 'settled' and next_at <= $3
     returning id`,
    [businessId, ids, at],
  );
  return idsOf(rows);
}

function idsOf(rows: readonly { readonly id: bigint }[]): ReadonlySet<bigint> {
  return new Set(rows.map(({ id }) => id));
}
