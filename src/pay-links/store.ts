import type { Sql } from '../base/sql.ts';
import type { PayLink } from './link.ts';

type NewLink = Omit<PayLink, 'state' | 'openedAt'> & {
  readonly tokenHash: Buffer;
  readonly idempotencyKey: string | undefined;
};

/** False: another link is open for this order number, or was made under this key. */
export async function insertLink(tx: Sql, link: NewLink): Promise<boolean> {
  const made = await tx.query(
    `insert into pay_links (business_id, id, invoice_id, customer_id, order_number, state, token_hash,
       expires_at, due_at, idempotency_key, request_fingerprint, message_id, created_at)
     values ($1, $2, $3, $4, $5, 'open', $6, $7, $7, $8, $9, $10, $11)
     on conflict do nothing returning id`,
    [
      link.businessId,
      link.id,
      link.invoiceId,
      link.customerId,
      link.orderNumber,
      link.tokenHash,
      link.expiresAt,
      link.idempotencyKey,
      link.requestFingerprint,
      link.messageId,
      link.createdAt,
    ],
  );
  return made.length === 1;
}

export function linkColumns(of: string): string {
  const names = `business_id id invoice_id customer_id order_number state request_fingerprint expires_at
    message_id created_at opened_at`;
  return names
    .split(/\s+/)
    .map((name) => `${of}.${name}`)
    .join(', ');
}

export async function readLink(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<PayLink | undefined> {
  return await readOne(sql, 'id = $2', [businessId, id]);
}

/** Locked, so that of those who would end it or pay it one comes after the other. */
export async function lockLink(
  tx: Sql,
  businessId: bigint,
  id: bigint,
): Promise<PayLink | undefined> {
  return await readOne(tx, 'id = $2 for update', [businessId, id]);
}

export async function findByOrderNumber(
  sql: Sql,
  businessId: bigint,
  orderNumber: string,
): Promise<PayLink | undefined> {
  return await readOne(sql, `order_number = $2 and state = 'open'`, [businessId, orderNumber]);
}

/** The latest that was asked for in the same words under this order number, and has ended. */
export async function findEnded(
  sql: Sql,
  businessId: bigint,
  orderNumber: string,
  fingerprints: readonly Buffer[],
): Promise<PayLink | undefined> {
  const where = `order_number = $2 and state <> 'open' and request_fingerprint = any($3::bytea[])
    order by id desc limit 1`;
  return await readOne(sql, where, [businessId, orderNumber, fingerprints]);
}

export async function findByKey(
  sql: Sql,
  businessId: bigint,
  key: string,
): Promise<PayLink | undefined> {
  return await readOne(sql, 'idempotency_key = $2', [businessId, key]);
}

export async function forgetKey(sql: Sql, { businessId, id }: PayLink): Promise<void> {
  await sql.query(
    'update pay_links set idempotency_key = null where business_id = $1 and id = $2',
    [businessId, id],
  );
}

export async function noteMessage(
  tx: Sql,
  { businessId, id }: Pick<PayLink, 'businessId' | 'id'>,
  messageId: bigint,
): Promise<void> {
  await tx.query('update pay_links set message_id = $3 where business_id = $1 and id = $2', [
    businessId,
    id,
    messageId,
  ]);
}

/** The first time only. */
export async function noteOpened(sql: Sql, { businessId, id }: PayLink, at: Date): Promise<void> {
  await sql.query(
    `update pay_links set opened_at = $3 where business_id = $1 and id = $2 and opened_at is null`,
    [businessId, id, at],
  );
}

export async function endLink(
  tx: Sql,
  { businessId, id }: PayLink,
  state: 'expired' | 'revoked',
  at: Date,
): Promise<void> {
  await tx.query(
    'update pay_links set state = $3, ended_at = $4, due_at = null where business_id = $1 and id = $2',
    [businessId, id, state, at],
  );
}

/** Whether it has ended is looked at again then; undefined: nobody need look. */
export async function lookAgain(
  tx: Sql,
  { businessId, id }: PayLink,
  dueAt: Date | undefined,
): Promise<void> {
  await tx.query('update pay_links set due_at = $3 where business_id = $1 and id = $2', [
    businessId,
    id,
    dueAt,
  ]);
}

type DueLink = { readonly businessId: bigint; readonly id: bigint; readonly clockAheadMs: number };

/** Links whose last day is over, of one business or of all that have the clock of the world. Reads only. */
export async function readExpiring(
  sql: Sql,
  now: Date,
  limit: number,
  only?: bigint,
): Promise<DueLink[]> {
  return await sql.query(
    `select l.business_id as "businessId", l.id, b.clock_ahead_ms::float8 as "clockAheadMs"
     from pay_links l join businesses b on b.business_id = l.business_id
     where l.due_at <= $1 and ($3::bigint is null or l.business_id = $3)
     order by l.due_at limit $2`,
    [now, limit, only],
  );
}

async function readOne(sql: Sql, where: string, values: unknown[]): Promise<PayLink | undefined> {
  const [row] = await sql.query<LinkRecord>(
    `select ${linkColumns('l')} from pay_links l where l.business_id = $1 and ${where}`,
    values,
  );
  return row && toLink(row);
}

export type LinkRecord = {
  readonly business_id: bigint;
  readonly id: bigint;
  readonly invoice_id: bigint;
  readonly customer_id: bigint;
  readonly order_number: string;
  readonly state: PayLink['state'];
  readonly request_fingerprint: Buffer;
  readonly expires_at: Date | null;
  readonly message_id: bigint | null;
  readonly created_at: Date;
  readonly opened_at: Date | null;
};

export function toLink(row: LinkRecord): PayLink {
  return {
    businessId: row.business_id,
    id: row.id,
    invoiceId: row.invoice_id,
    customerId: row.customer_id,
    orderNumber: row.order_number,
    state: row.state,
    requestFingerprint: row.request_fingerprint,
    expiresAt: row.expires_at ?? undefined,
    messageId: row.message_id ?? undefined,
    createdAt: row.created_at,
    openedAt: row.opened_at ?? undefined,
  };
}
