import { strict as assert } from 'node:assert';
import type { Sql } from '../base/sql.ts';
import { type Entry, type EntryState, entryMayBecome } from './entry.ts';
import type { EntryKey } from './individual-id.ts';

export async function readEntry(
  sql: Sql,
  { businessId, id }: EntryKey,
): Promise<Entry | undefined> {
  const rows = await sql.query<EntryRecord>(
    'select * from ach_entries where business_id = $1 and id = $2',
    [businessId, id],
  );
  return rows[0] && toEntry(rows[0]);
}

/** As it is now, and stays until the transaction ends. Lock its payment first where both are needed. */
export async function lockEntry(tx: Sql, { businessId, id }: EntryKey): Promise<Entry | undefined> {
  const rows = await tx.query<EntryRecord>(
    'select * from ach_entries where business_id = $1 and id = $2 for update',
    [businessId, id],
  );
  return rows[0] && toEntry(rows[0]);
}

/** What may change of an entry when it moves on; what is not named stays as it is. */
export type EntryChange = Partial<
  Pick<
    Entry,
    'nextAt' | 'fileId' | 'traceNumber' | 'effectiveOn' | 'settledAt' | 'returnCode' | 'returnedAt'
  >
>;

/** Moves an entry that was read just now. Undefined: somebody else moved it meanwhile, so nothing is to follow. */
export async function moveEntry(
  tx: Sql,
  entry: Entry,
  to: EntryState,
  change: EntryChange,
): Promise<Entry | undefined> {
  assert(entryMayBecome(entry.state, to), `${entry.state} to ${to}`);
  const moved: Entry = { ...entry, ...change, state: to };
  const rows = await tx.query(
    `update ach_entries set state = $4, next_at = $5, file_id = $6, trace_number = $7, effective_on = $8::date,
       settled_at = $9, return_code = $10, returned_at = $11
     where business_id = $1 and id = $2 and state = $3 returning id`,
    [
      entry.businessId,
      entry.id,
      entry.state,
      moved.state,
      moved.nextAt,
      moved.fileId,
      moved.traceNumber,
      moved.effectiveOn?.toString(),
      moved.settledAt,
      moved.returnCode,
      moved.returnedAt,
    ],
  );
  return rows.length === 1 ? moved : undefined;
}

/** That its bank has corrected something of it; an entry that is locked. */
export async function noteCorrection(
  tx: Sql,
  entry: Entry,
  correctionCode: string,
  fingerprint: Buffer,
): Promise<Entry> {
  await tx.query(
    `update ach_entries set correction_code = $3, corrections = corrections || $4::bytea
     where business_id = $1 and id = $2`,
    [entry.businessId, entry.id, correctionCode, fingerprint],
  );
  return { ...entry, correctionCode, corrections: [...entry.corrections, fingerprint] };
}

/**
 * The entries with their file behind them whose next moment has come, of one business or of all whose clock is
 * that of the world. What waits for a cut-off is not among them. Scope: all; reads only.
 */
export async function readDueEntries(
  sql: Sql,
  now: Date,
  limit: number,
  only: bigint | undefined,
): Promise<Entry[]> {
  const rows = await sql.query<EntryRecord>(
    `select e.* from ach_entries e join businesses b using (business_id)
     where e.next_at <= $1 and e.state in ('originated', 'settled')
       and ($3::bigint is null or e.business_id = $3) and ($3 is not null or b.clock_ahead_ms = 0)
     order by e.next_at, e.business_id, e.id limit $2`,
    [now, limit, only],
  );
  return rows.map(toEntry);
}

/** In the order in which they were made; `after` is the last one that was seen. */
export async function listEntries(
  sql: Sql,
  businessId: bigint,
  { state, after = 0n, limit }: { state?: EntryState | undefined; after?: bigint; limit: number },
): Promise<Entry[]> {
  const rows = await sql.query<EntryRecord>(
    `select * from ach_entries
     where business_id = $1 and ($2::text is null or state = $2) and id > $3
     order by id limit $4`,
    [businessId, state, after, limit],
  );
  return rows.map(toEntry);
}

export type EntryRecord = {
  business_id: bigint;
  id: bigint;
  kind: Entry['kind'];
  state: EntryState;
  amount_cents: bigint;
  payment_id: bigint | null;
  followup_id: bigint | null;
  sec_code: Entry['secCode'];
  account_kind: Entry['accountKind'];
  routing_number: string;
  last4: string;
  holder: string;
  number_owner: string;
  is_same_day: boolean;
  presentment: number;
  represents_id: bigint | null;
  next_at: Date | null;
  file_id: bigint | null;
  trace_number: string | null;
  effective_on: string | null;
  settled_at: Date | null;
  return_code: string | null;
  returned_at: Date | null;
  correction_code: string | null;
  corrections: Buffer[];
  created_at: Date;
};

export function toEntry(row: EntryRecord): Entry {
  return {
    businessId: row.business_id,
    id: row.id,
    kind: row.kind,
    state: row.state,
    amountCents: row.amount_cents,
    paymentId: row.payment_id ?? undefined,
    followupId: row.followup_id ?? undefined,
    secCode: row.sec_code,
    accountKind: row.account_kind,
    routingNumber: row.routing_number,
    last4: row.last4,
    holder: row.holder,
    numberOwner: row.number_owner,
    isSameDay: row.is_same_day,
    presentment: row.presentment,
    representsId: row.represents_id ?? undefined,
    nextAt: row.next_at ?? undefined,
    fileId: row.file_id ?? undefined,
    traceNumber: row.trace_number ?? undefined,
    effectiveOn: row.effective_on === null ? undefined : Temporal.PlainDate.from(row.effective_on),
    settledAt: row.settled_at ?? undefined,
    returnCode: row.return_code ?? undefined,
    returnedAt: row.returned_at ?? undefined,
    correctionCode: row.correction_code ?? undefined,
    corrections: row.corrections,
    createdAt: row.created_at,
  };
}
