import { businesses } from '../../parties/businesses/business.ts';
import type { WebhookKind } from '../../parties/businesses/new-business.ts';
import { bool, float8, int4 } from '../../runtime/column.ts';
import { findInPages, rangeOf, rowsOfPage } from '../../runtime/discovery.ts';
import { isPending } from '../../runtime/events.ts';
import { dueRows, nextToken } from '../../runtime/lease.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type NewRowOf, type RowOf, rowSet, shape } from '../../runtime/table.ts';
import { type Delivery, deliveries, deliveryTries, leasedDeliveries } from './delivery.ts';
import { type EndpointKey, endpoints } from './endpoint.ts';

const dueEndpoints = endpoints.pick('businessId', 'kind').with({
  clockAheadMs: float8,
  ...businesses.pick('environment').fields,
});

/** An endpoint with due deliveries, and the clock of its business. */
export type DueEndpoint = RowOf<typeof dueEndpoints>;

const readDue = `
with unfinished as (
  select business_id, kind, count(*)::int4 as rows from (
    select business_id, kind from deliveries
    where finished_at is null and (business_id, kind) > ($2, $4) and business_id <= $3
    order by business_id, kind limit ${rowsOfPage}
  ) d group by business_id, kind
)
select e.business_id as "businessId", e.kind, e.rows, b.clock_ahead_ms::float8 as "clockAheadMs", b.environment,
  exists (
    select from deliveries d
    where d.business_id = e.business_id and d.kind = e.kind and d.finished_at is null and d.due_at <= $1
  ) as "isDue"
from unfinished e join businesses b using (business_id) order by business_id, e.kind`;
const foundEndpoints = dueEndpoints.with({ rows: int4, isDue: bool });

/** However many deliveries wait for a receiver that is down, the others are found. Scope: all, or one; reads only. */
export async function readDueEndpoints(sql: Sql, now: Date, only?: bigint): Promise<DueEndpoint[]> {
  const found = await findInPages((last?: RowOf<typeof foundEndpoints>) => {
    const [, upTo] = rangeOf(only, undefined);
    // The last business may have another endpoint.
    const behind = [last?.businessId ?? only ?? 0n, upTo, last?.kind ?? ''];
    return foundEndpoints.read(sql, readDue, [now, ...behind]);
  });
  return found.filter(({ isDue }) => isDue);
}

const workThere = `
select exists (select from events where ${isPending(['webhook'])} and business_id > $2 and business_id <= $3) as pending,
  exists (
    select from deliveries where finished_at is null and business_id > $2 and business_id <= $3
  ) as unfinished,
  exists (
    select from webhook_endpoints where disable_at <= $1 and business_id > $2 and business_id <= $3
  ) as silent`;

/** True: there are pending events, unfinished deliveries, endpoints without a success for too long. */
const work = shape({ pending: bool, unfinished: bool, silent: bool });

/** Finds work that may be due, at the cost of one statement. Scope: all, or one; reads only. */
export async function readWork(
  sql: Sql,
  now: Date,
  only?: bigint,
): Promise<RowOf<typeof work> | undefined> {
  return await work.readOne(sql, workThere, [now, ...rangeOf(only, undefined)]);
}

const due = dueRows({
  table: 'deliveries',
  columns: 'id',
  where: 'business_id = $1 and kind = $2 and finished_at is null',
  dueAt: 'due_at',
  now: '$3',
  thenBy: 'id',
  limit: '$5',
});

/** Leases due deliveries and logs that they are tried. The epoch is the fencing token of the lease. */
export async function takeDue(
  sql: Sql,
  { businessId, kind }: EndpointKey,
  lease: { readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<Delivery[]> {
  return await leasedDeliveries.read(
    sql,
    `with due as materialized ( -- Once: within a join it could be asked again, and give others.
       ${due}
     ),
     taken as (
       update deliveries d set state = 'in_flight', ${nextToken('d')}, due_at = $4
       from due
       where d.business_id = $1 and d.id = due.id
       returning d.*
     ),
     logged as (
       insert into delivery_tries (business_id, delivery_id, n, sent_at)
       select $1, id, epoch, $3 from taken
     )
     select ${leasedDeliveries.columns} from taken order by id`,
    [businessId, kind, lease.now, lease.until, lease.limit],
  );
}

const outcomes = deliveryTries.pick('outcome', 'status', 'error', 'address', 'answer');
const fates = deliveries.pick('state', 'dueAt', 'finishedAt');

/** The next state of a delivery after a try. */
export type Fate = NewRowOf<typeof fates>;
/** How a try ended. */
export type TryEnd = Fate & NewRowOf<typeof outcomes> & { readonly at: Date };

/** By keys alone, so that no plan reads more. False: the lease was lost, and only the log changes. */
export async function endTry(
  tx: Sql,
  { businessId, id, epoch }: Delivery,
  end: TryEnd,
): Promise<boolean> {
  const ended = await tx.query(
    `with logged as (
       update delivery_tries set ended_at = $7, outcome = $10, status = $8, error = $9, address = $11,
         answer = $12
       where business_id = $1 and delivery_id = $2 and n = $3
     )
     update deliveries set state = $4, due_at = $5, finished_at = $6, tries = tries + 1, last_status = $8,
       last_error = $9
     where business_id = $1 and id = $2 and epoch = $3 and state = 'in_flight'
     returning id`,
    [
      ...[businessId, id, epoch],
      ...[end.state, end.dueAt, end.finishedAt, end.at],
      ...[end.status, end.error, end.outcome, end.address, end.answer],
    ],
  );
  return ended.length > 0;
}

/** Makes the next delivery about the same object due. */
export async function releaseNext(
  tx: Sql,
  { businessId, kind, objectId }: Delivery,
  now: Date,
): Promise<void> {
  await tx.query(
    `update deliveries set due_at = $4
     where business_id = $1 and kind = $2 and object_id = $3 and state = 'pending' and due_at is null
       and sequence = (
         select min(sequence) from deliveries
         where business_id = $1 and kind = $2 and object_id = $3 and finished_at is null
       )`,
    [businessId, kind, objectId, now],
  );
}

/** Discards undelivered deliveries, except those in flight under a lease. Returns their number. */
export async function discardWaiting(
  tx: Sql,
  { businessId, kind }: EndpointKey,
  at: Date,
): Promise<number> {
  const discarded = await tx.query(
    `update deliveries set state = 'discarded', due_at = null, finished_at = $3
     where business_id = $1 and kind = $2 and finished_at is null
       and (state in ('pending', 'scheduled') or due_at <= $3)
     returning id`,
    [businessId, kind, at],
  );
  return discarded.length;
}

const newDeliveries = deliveries.pick(
  'businessId',
  'id',
  'eventId',
  'kind',
  'objectId',
  'sequence',
  'body',
  'isReplay',
  'state',
  'dueAt',
  'createdAt',
);

type SetHere = 'businessId' | 'sequence' | 'state' | 'dueAt' | 'createdAt';
export type NewDelivery = Omit<NewRowOf<typeof newDeliveries>, SetHere>;

const places = deliveries.pick('kind', 'objectId', 'sequence');
const objects = rowSet(deliveries.pick('kind', 'objectId').fields, 2);

/**
 * Queues deliveries behind earlier ones about the same objects. The caller has locked the endpoints of the business, so
 * no other transaction queues. Unfinished deliveries are locked here: one that ends at the same time releases its
 * successor.
 */
export async function insertDeliveries(
  tx: Sql,
  businessId: bigint,
  queued: readonly NewDelivery[],
  { inOrder, now }: { readonly inOrder: ReadonlySet<WebhookKind>; readonly now: Date },
): Promise<void> {
  if (queued.length === 0) return;
  const wanted = [businessId, ...objects.encode(queued)];
  const unfinished = await places.read(
    tx,
    `select ${places.of('d')} from deliveries d
     join (select distinct kind, object_id from ${objects.sql}) o
       on o.kind = d.kind and o.object_id = d.object_id
     where d.business_id = $1 and d.finished_at is null order by d.id for update of d`,
    wanted,
  );
  const last = await places.read(
    tx,
    `select d.kind, d.object_id as "objectId", max(d.sequence) as sequence from deliveries d
     join (select distinct kind, object_id from ${objects.sql}) o
       on o.kind = d.kind and o.object_id = d.object_id
     where d.business_id = $1 group by d.kind, d.object_id`,
    wanted,
  );
  const waiting = new Set(unfinished.map(nameOf));
  const reached = new Map(last.map((place) => [nameOf(place), place.sequence]));
  const rows = queued.map((delivery) => {
    const name = nameOf(delivery);
    const sequence = (reached.get(name) ?? 0) + 1;
    const mustWait = inOrder.has(delivery.kind) && waiting.has(name);
    reached.set(name, sequence);
    waiting.add(name);
    const dueAt = mustWait ? undefined : now;
    return { ...delivery, businessId, sequence, state: 'pending', dueAt, createdAt: now } as const;
  });
  await newDeliveries.insert(tx, rows);
}

function nameOf({ kind, objectId }: Pick<NewDelivery, 'kind' | 'objectId'>): string {
  return `${kind} ${objectId}`;
}
