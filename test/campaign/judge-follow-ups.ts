import { usualTerms } from '../../src/parties/businesses/terms.ts';
import type { Sql } from '../../src/runtime/sql.ts';
import { type BookedStory, keptCents } from './bank-book.ts';
import type { ClientLog, FollowUpAnswers } from './client-log.ts';
import { chargeOf, type PaymentRow } from './judge-purchases.ts';

export type FollowUpRow = {
  readonly business_id: bigint;
  readonly id: bigint;
  readonly payment_id: bigint;
  readonly n: number;
  readonly kind: string;
  readonly is_all: boolean;
  readonly processor: string;
  readonly created_at: Date;
};

export async function readFollowUps(sql: Sql): Promise<FollowUpRow[]> {
  return await sql.query<FollowUpRow>(
    'select business_id, id, payment_id, n, kind, is_all, processor, created_at from followups',
  );
}

/**
 * Every follow-up that was answered to be done is in the bank's book once, with its amount; every one in the book
 * was answered to its client; and no refunds exceed their charge.
 */
export function judgeFollowUps(
  log: ClientLog,
  payments: readonly PaymentRow[],
  rows: readonly FollowUpRow[],
  stories: ReadonlyMap<string, BookedStory>,
): string[] {
  const findings: string[] = [];
  const orders = new Map(
    payments.map(({ business_id, id, order_number }) => [`${business_id} ${id}`, order_number]),
  );
  const byId = new Map(rows.map((row) => [`${row.business_id} ${row.id}`, row]));
  const byReference = new Map(
    rows.map((row) => [chargeOf(row.business_id, row.payment_id, row.n), row]),
  );
  const acknowledged = new Set<string>();
  for (const answers of log.followUps.values()) {
    findings.push(...judgeEnds(answers));
    for (const [id, cents] of answers.done) {
      acknowledged.add(`${answers.business} ${id}`);
      const row = byId.get(`${answers.business} ${id}`);
      const order = row && orders.get(`${row.business_id} ${row.payment_id}`);
      findings.push(...judgeDone(answers, id, cents, row, order, stories));
    }
  }
  for (const [charge, story] of stories) {
    findings.push(...judgeSums(charge, story));
    const isVoided = [...story.followed.values()].some(({ kind }) => kind === 'void');
    for (const [reference, { kind, cents }] of story.followed) {
      // A client without an idempotency key that repeats its capture now hears that nothing is left to capture.
      if (kind === 'capture' && isVoided) continue;
      const row = byReference.get(reference);
      const isOurs =
        row !== undefined &&
        (row.kind === 'give_back' || acknowledged.has(`${row.business_id} ${row.id}`));
      const what = `the ${kind} ${reference} of ${cents} cents is in the book`;
      if (isOurs || (row && rows.some((one) => isAnotherRest(one, row)))) continue;
      findings.push(`${what}, and no client was answered that it was done`);
    }
  }
  return findings;
}

const repeatsWithinMs = usualTerms.repeatMinutes * 60_000;

/**
 * A part that was refunded meanwhile has failed, so there is another rest. A client without an idempotency key that asks
 * for the rest again so much later may mean that one, and hears of it alone.
 */
function isAnotherRest(one: FollowUpRow, first: FollowUpRow): boolean {
  const isSame = one.business_id === first.business_id && one.payment_id === first.payment_id;
  const areRests = [one, first].every((row) => row.kind === 'refund' && row.is_all);
  const laterMs = one.created_at.getTime() - first.created_at.getTime();
  return isSame && areRests && laterMs > repeatsWithinMs;
}

function* judgeEnds({ followUp, ends, done, bodies }: FollowUpAnswers): Generator<string> {
  const what = `${followUp.name} (${followUp.kind} of ${followUp.purchase.kind})`;
  const legal = new Set(['not sent', ...followUp.legal]);
  if (!ends.isSubsetOf(legal))
    yield `${what} came to ${[...ends].join(', ')}: ${[...bodies].join(' ')}`;
  const isBoth = ends.has('done') && ends.has('declined');
  if (isBoth) yield `${what} was answered both done and declined: ${[...bodies].join(' ')}`;
  if (done.size > 1) yield `${what} was done ${done.size} times: ${[...done.keys()].join(', ')}`;
}

function* judgeDone(
  { followUp }: FollowUpAnswers,
  id: string,
  cents: number | undefined,
  row: FollowUpRow | undefined,
  order: string | undefined,
  stories: ReadonlyMap<string, BookedStory>,
): Generator<string> {
  const what = `${followUp.name} (${followUp.kind} of ${followUp.purchase.kind}) was answered that ${id} was done`;
  if (!row) return yield `${what}, and it is not there`;
  if (order !== followUp.purchase.order) yield `${what}, which is about ${order}`;
  if (row.processor !== 'simulator') return;
  const story = stories.get(chargeOf(row.business_id, row.payment_id));
  const booked = story?.followed.get(chargeOf(row.business_id, row.payment_id, row.n));
  if (!booked) return yield `${what}, and the bank's book does not have it`;
  if (booked.kind !== row.kind) yield `${what}: a ${row.kind}, and in the book a ${booked.kind}`;
  if (cents !== undefined && booked.cents !== cents) {
    yield `${what} with ${cents} cents, and the book has ${booked.cents}`;
  }
  if (followUp.cents !== undefined && booked.cents !== followUp.cents) {
    yield `${what}: ${booked.cents} cents in place of ${followUp.cents}`;
  }
}

function* judgeSums(charge: string, story: BookedStory): Generator<string> {
  const kinds = [...story.followed.values()].map(({ kind }) => kind);
  const times = (kind: string) => kinds.filter((one) => one === kind).length;
  if (keptCents(story) < 0) yield `more of ${charge} was refunded than was taken`;
  if (times('capture') > 1) yield `${charge} was captured ${times('capture')} times`;
  if (times('void') > 1) yield `${charge} was voided ${times('void')} times`;
  if (times('void') > 0 && times('refund') > 0) yield `${charge} was voided and refunded as well`;
}
