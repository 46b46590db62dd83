import { unreportedRule } from '../../src/backoffice/reconciliation/batch-rules.ts';
import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { rules } from '../../src/backoffice/reconciliation/rules.ts';
import { checkRule } from '../../src/backoffice/reconciliation/table-rules.ts';
import { verifyLedger } from '../../src/payments/ledger/verify.ts';
import type { Fixture } from '../fixture.ts';
import { type Double, keptAt } from './every-gateway.ts';

type Place = {
  readonly fixture: Fixture;
  readonly businessId: bigint;
  readonly double: Pick<Double, 'journal'>;
};
type Kept = { readonly id: bigint; readonly order: string; readonly cents: bigint };

export type Differences = {
  /** Payments of which the gateway kept another amount than we say. */
  readonly wrong: readonly string[];
  /** Orders that were charged more than once. */
  readonly twice: readonly string[];
  readonly found: readonly string[];
  readonly charged: number;
  /** How many are left to a person. */
  readonly cases: number;
};

/** What differs between the gateway's journal and our tables; empty when no money was lost or doubled. */
export async function differencesAt({ fixture, businessId, double }: Place): Promise<Differences> {
  const { db, clock } = fixture;
  const ours = await db.query<Kept>(
    `select id, order_number as order, case when state in ('captured', 'settled')
       then captured_cents - refunded_cents else 0 end as cents
     from payments where business_id = $1`,
    [businessId],
  );
  // A reversal that the gateway declines is a person's: how many meet a decline depends on when the circuit opens. So is
  // a refund that is never found, where that proves nothing.
  const cases = await db.query<{ readonly id: bigint }>(
    `select object_id as id from open_questions
     where business_id = $1 and kind = 'not_given_back' and object_kind = 'payment' and state = 'open'
     union
     select f.payment_id from open_questions q
     join followups f on f.business_id = q.business_id and f.id = q.object_id
     where q.business_id = $1 and q.object_kind = 'followup' and q.state = 'open' and f.state = 'unknown'`,
    [businessId],
  );
  const isACase = (payment: bigint) => cases.some(({ id }) => id === payment);
  const there = keptAt(double);
  const wrong = ours
    .filter(({ id, cents }) => (there.get(id) ?? 0n) !== cents && !isACase(id))
    .map(({ id, order, cents }) => `${order}: ${cents} here, ${there.get(id) ?? 0n} there`);
  const known = new Set(ours.map(({ id }) => id));
  for (const [payment, cents] of there)
    if (!known.has(payment)) wrong.push(`no payment ${payment} here, ${cents} there`);
  const charged = ours.filter(({ cents }) => cents > 0n).map(({ order }) => order);
  const twice = charged.filter((order, i) => charged.indexOf(order) !== i);
  const checks = [...rules, unreportedRule(clock.now())];
  const found = [];
  for (const rule of checks) found.push(...(await Array.fromAsync(checkRule(db, rule))));
  found.push(...(await Array.fromAsync(verifyLedger({ db, businessId, now: clock.now() }))));
  const counts = { charged: charged.length, cases: cases.length };
  return { wrong, twice, found: found.map(formatFinding), ...counts };
}
