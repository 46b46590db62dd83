import type { Column } from './column.ts';
import type { Sql } from './sql.ts';
import type { Fields, RowOf, Shape, Table } from './table.ts';

/*
 * A lease is the ownership of a row for a limited time. It expires by itself, so the rows of a worker that dies come
 * back without any action. Taking a row raises `epoch`, its fencing token; a write by an earlier owner, under an older
 * token, changes nothing.
 */

/** Part of the update that takes a row, beside the end of the lease. */
export function nextToken(alias: string): string {
  return `epoch = ${alias}.epoch + 1`;
}

/** Condition: the lease of a row has expired. */
export function leaseIsOver(alias: string, now: string): string {
  return `${alias}.lease_until <= ${now}`;
}

type Queue = {
  readonly table: string;
  /** The columns that the claim needs: mostly the key. */
  readonly columns: string;
  readonly where: string;
  /** The column with the time at which a row is due; a lease sets it to the end of the lease. */
  readonly dueAt: string;
  readonly now: string;
  /** The order of rows that are due at the same moment. */
  readonly thenBy?: string;
  readonly limit: string;
  /** True to wait for rows that another worker has locked. */
  readonly waits?: boolean;
};

/** The due rows of a queue, locked; skips rows that another worker has locked, unless it waits for them. */
export function dueRows(queue: Queue): string {
  const { table, columns, where, dueAt, now, thenBy, limit, waits = false } = queue;
  const order = thenBy === undefined ? dueAt : `${dueAt}, ${thenBy}`;
  return `select ${columns} from ${table} where ${where} and ${dueAt} <= ${now}
     order by ${order} limit ${limit} for update ${waits ? '' : 'skip locked'}`;
}

type Key = { readonly businessId: bigint; readonly id: bigint };
type Lease = { readonly now: Date; readonly until: Date };

type LeasedFields = Fields & {
  readonly businessId: Column<bigint>;
  readonly id: Column<bigint>;
  readonly epoch: Column<number>;
  readonly leaseUntil: Column<Date>;
  readonly resolveAt: Column<Date | undefined, Date>;
  readonly inquiries: Column<number>;
};

/** A request to a processor that may stay without an answer, so that its outcome must be resolved later. */
export type Resolvable<Row> = {
  /** The rows whose next inquiry is due, of one business or of all. Reads only. */
  readUnresolved(sql: Sql, now: Date, limit: number, only: bigint | undefined): Promise<Key[]>;
  /** Undefined: the lease is still held, or the outcome is known. */
  takeOver(sql: Sql, key: Key, lease: Lease, inquiries: 0 | 1): Promise<Row | undefined>;
  /**
   * Records in a column that a request is sent now, with a lease for the whole call: its late window begins again.
   * Undefined: the lease was lost.
   */
  recordSending(
    sql: Sql,
    owned: Key & { readonly epoch: number },
    column: 'sent_at' | 'cancel_sent_at',
    lease: Lease,
  ): Promise<Row | undefined>;
};

/** `open`: the condition of a row whose outcome is not known. */
export function resolvable<F extends LeasedFields, R extends Fields>(
  table: Table<F>,
  row: Shape<R>,
  open: string,
): Resolvable<RowOf<Shape<R>>> {
  const keys = table.pick('businessId', 'id');
  return {
    async readUnresolved(sql, now, limit, only) {
      return await keys.read(
        sql,
        `select ${keys.columns} from ${table.name}
         where resolve_at <= $1 and ($3::bigint is null or business_id = $3)
         order by resolve_at limit $2`,
        [now, limit, only],
      );
    },
    async takeOver(sql, { businessId, id }, { now, until }, inquiries) {
      return await row.readOne(
        sql,
        `update ${table.name} t set lease_until = $4, ${nextToken('t')}, resolve_at = $4, inquiries = t.inquiries + $5::smallint
         where t.business_id = $1 and t.id = $2 and ${open} and ${leaseIsOver('t', '$3')}
         returning ${row.of('t')}`,
        [businessId, id, now, until, inquiries],
      );
    },
    async recordSending(sql, { businessId, id, epoch }, column, { now, until }) {
      return await row.readOne(
        sql,
        `update ${table.name} t set ${column} = $4, lease_until = $5, resolve_at = $5
         where t.business_id = $1 and t.id = $2 and t.epoch = $3 and ${open}
         returning ${row.of('t')}`,
        [businessId, id, epoch, now, until],
      );
    },
  };
}
