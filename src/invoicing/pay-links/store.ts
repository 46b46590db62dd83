import type { Payment } from '../../payments/payment.ts';
import { readHolder } from '../../payments/store.ts';
import { float8 } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { RowOf } from '../../runtime/table.ts';
import { isOfLink, type LinkState, linkMoves, links, type PayLink, payLinks } from './link.ts';

type NewLink = Omit<PayLink, 'state' | 'openedAt'> & {
  readonly tokenHash: Buffer;
  readonly idempotencyKey: string | undefined;
};

/** False: another link is open for this order number, or the idempotency key exists. */
export async function insertLink(tx: Sql, link: NewLink): Promise<boolean> {
  const row = { ...link, state: 'open', dueAt: link.expiresAt } as const;
  return (await payLinks.insert(tx, [row], 'on conflict do nothing')) === 1;
}

export async function readLink(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<PayLink | undefined> {
  return await readOne(sql, 'id = $2', [businessId, id]);
}

/** Locked: ending a link and paying it exclude each other. */
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

/** The links by which an invoice can be paid. */
export async function findOpenOf(
  sql: Sql,
  businessId: bigint,
  invoiceId: bigint,
): Promise<PayLink | undefined> {
  return await readOne(sql, `invoice_id = $2 and state = 'open'`, [businessId, invoiceId]);
}

/** The latest that has ended, of an equal request under this order number. */
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

/** True if parts were paid of an invoice whose link has or had this order number. */
export async function isPartlyPaid(
  sql: Sql,
  businessId: bigint,
  orderNumber: string,
): Promise<boolean> {
  const paid = (state: string) => `exists (
    select from pay_links l join invoices v on v.business_id = l.business_id and v.id = l.invoice_id
    where l.business_id = $1 and l.order_number = $2 and l.state ${state} and v.parts_cents > 0)`;
  const paidRows = await sql.query(`select where ${paid("= 'open'")} or ${paid("<> 'open'")}`, [
    businessId,
    orderNumber,
  ]);
  return paidRows.length > 0;
}

export async function findByKey(
  sql: Sql,
  businessId: bigint,
  key: string,
): Promise<PayLink | undefined> {
  return await readOne(sql, 'idempotency_key = $2', [businessId, key]);
}

const prints = payLinks.pick('requestFingerprint', 'createdAt');

/** How many of the latest links of a business are compared: nothing finds a link by its fingerprint. */
const mostCompared = 20_000;

/** When links of equal requests were made since a moment; the latest of several last. */
export async function findEqual(
  sql: Sql,
  businessId: bigint,
  fingerprints: readonly Buffer[],
  since: Date,
): Promise<RowOf<typeof prints>[]> {
  return await prints.read(
    sql,
    `select ${prints.of('l')} from (
       select id, request_fingerprint, created_at from pay_links
       where business_id = $1 order by id desc limit $4
     ) l
     where l.request_fingerprint = any($2::bytea[]) and l.created_at > $3
     order by l.id`,
    [businessId, fingerprints, since, mostCompared],
  );
}

export async function releaseKey(sql: Sql, { businessId, id }: PayLink): Promise<void> {
  await sql.query(
    'update pay_links set idempotency_key = null where business_id = $1 and id = $2',
    [businessId, id],
  );
}

export async function storeMessage(
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
export async function recordOpened(sql: Sql, { businessId, id }: PayLink, at: Date): Promise<void> {
  await sql.query(
    `update pay_links set opened_at = $3 where business_id = $1 and id = $2 and opened_at is null`,
    [businessId, id, at],
  );
}

/** The only statement that writes the state of a link. False: it has ended since it was read. */
export async function endLink(
  tx: Sql,
  { businessId, id, state }: PayLink,
  to: LinkState,
  at: Date,
): Promise<boolean> {
  if (!linkMoves[state].includes(to))
    throw new Error(`a link that is ${state} cannot become ${to}`);
  const ended = await tx.query(
    `update pay_links set state = $3, ended_at = $4, due_at = null
     where business_id = $1 and id = $2 and state = $5 returning id`,
    [businessId, id, to, at, state],
  );
  return ended.length === 1;
}

/** When its end is checked again; undefined: never. */
export async function scheduleCheck(
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

const dueLinks = payLinks.pick('businessId', 'id').with({ clockAheadMs: float8 });

/** Links that expire, of one business or of all that have the clock of the world. Reads only. */
export async function readExpiring(
  sql: Sql,
  now: Date,
  limit: number,
  only?: bigint,
): Promise<RowOf<typeof dueLinks>[]> {
  return await dueLinks.read(
    sql,
    `select ${dueLinks.of('l')}, b.clock_ahead_ms::float8 as "clockAheadMs"
     from pay_links l join businesses b on b.business_id = l.business_id
     where l.due_at <= $1 and ($3::bigint is null or l.business_id = $3)
     order by l.due_at limit $2`,
    [now, limit, only],
  );
}

async function readOne(sql: Sql, where: string, values: unknown[]): Promise<PayLink | undefined> {
  const text = `select ${links.columns} from pay_links where business_id = $1 and ${where}`;
  return await links.readOne(sql, text, values);
}

/** The payment under its order number, by the link or otherwise. */
export async function payerOf(sql: Sql, link: PayLink): Promise<Payment | undefined> {
  const { businessId, orderNumber } = link;
  const holder = await readHolder(sql, { businessId, orderNumber, isTest: false });
  return holder && isOfLink(link, holder) ? holder : undefined;
}
