import type { Config } from '../config.ts';
import { dayMs } from '../kernel/duration.ts';
import { int8 } from '../runtime/column.ts';
import { readBusinessesDue } from '../runtime/discovery.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';
import type { World } from '../world.ts';

/** Rows that are removed when they are old, and by which setting. */
type Retained = {
  readonly name: string;
  /** Days; 0: kept for ever. */
  readonly setting:
    | 'webhookDeliveryDays'
    | 'leadDays'
    | 'textDays'
    | 'sandboxInboxDays'
    | 'gatewayConversationDays';
  /** As the operator writes it. */
  readonly env: string;
  readonly table: string;
  /** The moment from which on a row ages. */
  readonly since: string;
  /** Which rows ever go. */
  readonly where: string;
  /**
   * Removes the oldest rows of a business ($1) that aged before $2, at most $3, and returns each. None: a job of its own
   * does it.
   */
  readonly remove?: string;
};

const oldest = (table: string, since: string, where: string) =>
  `select id from ${table} where business_id = $1 and ${since} <= $2 and ${where} order by id limit $3`;
const deliveries = oldest('deliveries', 'finished_at', 'true');
const acknowledged = `state = 'acknowledged'`;
const worded = `body <> ''`;

const retained: readonly Retained[] = [
  {
    name: 'webhook deliveries',
    setting: 'webhookDeliveryDays',
    env: 'WEBHOOK_DELIVERY_DAYS',
    table: 'deliveries',
    since: 'finished_at',
    where: 'true',
    remove: `with old as materialized (${deliveries}),
      tries as (
        delete from delivery_tries where business_id = $1 and delivery_id in (select id from old)
      )
      delete from deliveries where business_id = $1 and id in (select id from old) returning id`,
  },
  {
    name: 'acknowledged leads',
    setting: 'leadDays',
    env: 'LEAD_DAYS',
    table: 'leads',
    since: 'answered_at',
    where: acknowledged,
    remove: `delete from leads where business_id = $1
      and id in (${oldest('leads', 'answered_at', acknowledged)}) returning id`,
  },
  {
    name: 'words of texts',
    setting: 'textDays',
    env: 'TEXT_DAYS',
    table: 'messages',
    since: 'finished_at',
    where: worded,
    remove: `update messages set body = '' where business_id = $1
      and id in (${oldest('messages', 'finished_at', worded)}) returning id`,
  },
  {
    name: 'notes about conversations',
    setting: 'textDays',
    env: 'TEXT_DAYS',
    table: 'conversation_notes',
    since: 'created_at',
    where: 'true',
    remove: `delete from conversation_notes where business_id = $1
      and id in (${oldest('conversation_notes', 'created_at', 'true')}) returning id`,
  },
  {
    name: 'sandbox inbox',
    setting: 'sandboxInboxDays',
    env: 'SANDBOX_INBOX_DAYS',
    table: 'sandbox_inbox',
    since: 'received_at',
    where: 'true',
    remove: `delete from sandbox_inbox where business_id = $1
      and id in (${oldest('sandbox_inbox', 'received_at', 'true')}) returning id`,
  },
  {
    name: 'gateway conversations',
    setting: 'gatewayConversationDays',
    env: 'GATEWAY_CONVERSATION_DAYS',
    table: 'gateway_conversations',
    since: 'at',
    where: 'true',
  },
];

const rowsAtOnce = 1000;
const removed = shape({ id: int8 });

function oldBefore(days: number, now: Date): Date {
  return new Date(now.getTime() - days * dayMs);
}

/** Removes all old rows, in small statements that each stay in one business. Returns how many. */
export async function removeOldRows({
  db,
  config,
  now,
}: Pick<World, 'db' | 'config' | 'now'>): Promise<number> {
  let gone = 0;
  for (const { setting, table, since, where, remove } of retained) {
    const days = config[setting];
    if (days === 0 || remove === undefined) continue;
    const last = oldBefore(days, now());
    for (;;) {
      const businesses = await readBusinessesDue(db, { table, dueAt: since, where }, last);
      if (businesses.length === 0) break;
      for (const { id } of businesses) gone += await removeOf(db, remove, id, last);
    }
  }
  return gone;
}

async function removeOf(sql: Sql, remove: string, businessId: bigint, last: Date): Promise<number> {
  for (let gone = 0; ; ) {
    const rows = await removed.read(sql, remove, [businessId, last, rowsAtOnce]);
    gone += rows.length;
    if (rows.length < rowsAtOnce) return gone;
  }
}

const counted = shape({ rows: int8, old: int8 });

export type Retention = Pick<Retained, 'name' | 'env'> & {
  readonly days: number;
  readonly rows: bigint;
  /** How many would go now. */
  readonly old: bigint;
};

/** Each kind with its setting. Scope: all; reads only. */
export async function readRetention({
  db,
  config,
  now,
}: {
  db: Sql;
  config: Config;
  now: () => Date;
}): Promise<Retention[]> {
  const found: Retention[] = [];
  for (const { name, env, setting, table, since, where } of retained) {
    const days = config[setting];
    const { rows, old } = await counted.readRow(
      db,
      `select count(*) as rows, count(*) filter (where $1 and ${since} <= $2) as old
       from ${table} where ${where}`,
      [days > 0, oldBefore(days, now())],
    );
    found.push({ name, env, days, rows, old });
  }
  return found;
}
