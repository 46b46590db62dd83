import { todayIn } from '../../kernel/calendar.ts';
import { type Currency, currencies } from '../../kernel/currency.ts';
import { hourMs } from '../../kernel/duration.ts';
import { date, int4, int8, oneOf, text } from '../../runtime/column.ts';
import { someAtOnce } from '../../runtime/some-at-once.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, shape, table } from '../../runtime/table.ts';
import type { World } from '../../world.ts';

const stored = table('daily_figures', {
  businessId: int8,
  day: date,
  currency: oneOf(currencies),
  cardCents: int8,
  bankCents: int8,
  refundedCents: int8,
  returnedCents: int8,
  approvedCount: int4,
  declinedCount: int4,
  bankCount: int4,
  returnCount: int4,
});
const figures = stored.omit('businessId');

/**
 * The money that a business took, refunded and had returned on one day, in one currency. Excludes tests at the
 * simulated bank.
 */
export type DayFigures = RowOf<typeof figures>;

/** The business whose days are summed, and its time zone. */
type Owner = { readonly businessId: bigint; readonly timeZone: string };

const during = (moment: string) =>
  `${moment} >= d.day::timestamp at time zone $2 and ${moment} < (d.day + 1)::timestamp at time zone $2`;
const isIncome = (side: 'debit' | 'credit') => `t.${side} in ('sales', 'tax', 'tip', 'fees')`;
const net = (account: 'refunds' | 'returns') =>
  `case when t.debit = '${account}' then t.cents when t.credit = '${account}' then -t.cents else 0 end`;

/**
 * The sums of the days $3 of a business, in each currency in which anything happened, with the number of payments whose
 * outcome is unknown. A charge counts on the day its payment was made, however late its outcome is known. A follow-up
 * counts on the day of its ledger entry. The ledger only grows, so a past day changes only while one of its payments is
 * undecided.
 */
const calculated = `
  select d.day, f.* from unnest($3::date[]) d (day) cross join lateral (
    select currency, sum(card)::bigint as card_cents, sum(bank)::bigint as bank_cents,
      sum(refunded)::bigint as refunded_cents, sum(returned)::bigint as returned_cents,
      sum(approved)::int4 as approved_count, sum(declined)::int4 as declined_count,
      sum(debits)::int4 as bank_count, sum(returns)::int4 as return_count, sum(undecided)::int4 as undecided
    from (
      select p.currency,
        case when p.method = 'card' and p.capture then p.approved_cents else 0 end as card, 0 as bank,
        0 as refunded, 0 as returned,
        (p.method = 'card' and p.approved_cents > 0)::int4 as approved,
        (p.method = 'card' and p.state = 'declined')::int4 as declined,
        (p.method = 'bank' and p.approved_cents > 0)::int4 as debits, 0 as returns,
        (p.state in ('processing', 'unknown'))::int4 as undecided
      from payments p where p.business_id = $1 and not p.is_test and ${during('p.created_at')}
      union all
      select t.currency,
        case when ${isIncome('credit')} and t.entry_id is null then t.cents else 0 end,
        case when ${isIncome('credit')} and t.entry_id is not null then t.cents else 0 end,
        ${net('refunds')} + case when ${isIncome('debit')} and t.entry_id is null then t.cents else 0 end,
        ${net('returns')} + case when ${isIncome('debit')} and t.entry_id is not null then t.cents else 0 end,
        0, 0, 0, (t.debit = 'returns')::int4, 0
      from transfers t where t.business_id = $1 and ${during('t.made_at')}
        and (t.followup_id is not null or t.entry_id is not null)
    ) moved group by currency
  ) f`;

type Period = {
  readonly from: Temporal.PlainDate;
  readonly to: Temporal.PlainDate;
  readonly currency: Currency;
};

/** Every day from one to another, both included: stored days, and the others as they are now. */
export async function readFigures(
  sql: Sql,
  { businessId, timeZone }: Owner,
  { from, to, currency }: Period,
): Promise<DayFigures[]> {
  const count = from.until(to).days + 1;
  const days = Array.from({ length: count }, (_, n) => from.add({ days: n }).toString());
  const known = await figures.read(
    sql,
    `select ${figures.columns} from daily_figures where business_id = $1 and day between $2 and $3`,
    [businessId, days[0], days.at(-1)],
  );
  const isKnown = new Set(known.map(({ day }) => day));
  const open = days.filter((day) => !isKnown.has(day));
  const fresh = await figures.read(sql, `select ${figures.of('c')} from (${calculated}) c`, [
    businessId,
    timeZone,
    open,
  ]);
  const own = [...known, ...fresh].filter((one) => one.currency === currency);
  const byDay = new Map(own.map((one) => [one.day, one]));
  return days.map((day) => byDay.get(day) ?? { ...nothing, day, currency });
}

const nothing = {
  cardCents: 0n,
  bankCents: 0n,
  refundedCents: 0n,
  returnedCents: 0n,
  approvedCount: 0,
  declinedCount: 0,
  bankCount: 0,
  returnCount: 0,
} as const;

const missingDay = shape({ day: date });

/** The days since the first payment and up to `to` that are not stored yet. */
async function readMissingDays(
  sql: Sql,
  { businessId, timeZone }: Owner,
  to: Temporal.PlainDate,
): Promise<string[]> {
  const rows = await missingDay.read(
    sql,
    `select n.day::date as day
     from (select created_at from payments where business_id = $1 order by created_at limit 1) p
     cross join generate_series((p.created_at at time zone $2)::date, $3::date, interval '1 day') n (day)
     where not exists (select from daily_figures f where f.business_id = $1 and f.day = n.day::date)
     order by n.day`,
    [businessId, timeZone, to.toString()],
  );
  return rows.map(({ day }) => day);
}

/**
 * Stores days that are over and returns how many rows that were. A day with an undecided payment waits. One on which
 * nothing happened has a row too, or it would be looked for each time. One statement, and so one snapshot.
 */
async function storeDays(
  sql: Sql,
  { businessId, timeZone }: Owner,
  days: readonly string[],
): Promise<number> {
  const rows = await sql.query(
    `insert into daily_figures (business_id, ${figures.names})
     with found as materialized (${calculated})
     select $1, d.day, coalesce(f.currency, 'USD'), coalesce(f.card_cents, 0), coalesce(f.bank_cents, 0),
       coalesce(f.refunded_cents, 0), coalesce(f.returned_cents, 0), coalesce(f.approved_count, 0),
       coalesce(f.declined_count, 0), coalesce(f.bank_count, 0), coalesce(f.return_count, 0)
     from unnest($3::date[]) d (day) left join found f on f.day = d.day
     where not exists (select from found u where u.day = d.day and u.undecided > 0)
     on conflict do nothing returning 1`,
    [businessId, timeZone, days],
  );
  return rows.length;
}

/**
 * Delay after the end of a day until it is stored. Every transaction that writes a row of the day has committed by
 * then: moments are those at which a transaction was prepared, and none stays open for hours.
 */
const graceMs = 6 * hourMs;
const businessesAtOnce = 1000;
const daysAtOnce = 31;

const owners = shape({ businessId: int8, timeZone: text });
type Clocked = Pick<World, 'db' | 'now'>;

/**
 * Stores the figures of days that are over, of every business. By the real clock, since the clock of a business may be
 * ahead and can be reset, but is never behind. Scope: all.
 */
export async function storeFigures(world: Clocked): Promise<number> {
  let stored = 0;
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const found: readonly Owner[] = await owners.read(
      world.db,
      `select business_id as "businessId", time_zone as "timeZone" from businesses
       where business_id > $1 order by business_id limit $2`,
      [after, businessesAtOnce],
    );
    stored += await someAtOnce(found, async (owner) => await storeOf(world, owner));
    after = found.length < businessesAtOnce ? undefined : found.at(-1)!.businessId;
  }
  return stored;
}

async function storeOf({ db, now }: Clocked, owner: Owner): Promise<number> {
  const closed = new Date(now().getTime() - graceMs);
  const to = todayIn(owner.timeZone, closed).subtract({ days: 1 });
  const days = await readMissingDays(db, owner, to);
  let stored = 0;
  for (let n = 0; n < days.length; n += daysAtOnce) {
    stored += await storeDays(db, owner, days.slice(n, n + daysAtOnce));
  }
  return stored;
}
