import type { Sql } from '../../src/base/sql.ts';
import { type BookedStory, keptCents } from './bank-book.ts';
import { chargeOf, type PaymentRow } from './judge-wishes.ts';
import type { HeardOf, Told } from './told.ts';

export type FollowUpRow = {
  readonly business_id: bigint;
  readonly id: bigint;
  readonly payment_id: bigint;
  readonly n: number;
  readonly kind: string;
  readonly processor: string;
};

export async function readFollowUps(sql: Sql): Promise<FollowUpRow[]> {
  return await sql.query<FollowUpRow>(
    'select business_id, id, payment_id, n, kind, processor from followups',
  );
}

/**
 * What was told to be done is in the bank's book, once and with its amount; what is in the book was told to
 * whoever asked for it; and nothing was given back that had not been taken.
 */
export function judgeDeeds(
  told: Told,
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
  for (const heard of told.deeds.values()) {
    findings.push(...judgeEnds(heard));
    for (const [id, cents] of heard.done) {
      acknowledged.add(`${heard.business} ${id}`);
      const row = byId.get(`${heard.business} ${id}`);
      const order = row && orders.get(`${row.business_id} ${row.payment_id}`);
      findings.push(...judgeDone(heard, id, cents, row, order, stories));
    }
  }
  for (const [charge, story] of stories) {
    findings.push(...judgeSums(charge, story));
    const isVoided = [...story.followed.values()].some(({ kind }) => kind === 'void');
    for (const [reference, { kind, cents }] of story.followed) {
      // Whoever asked for it without a key, and has yet to hear, is told that there is nothing to capture any more.
      if (kind === 'capture' && isVoided) continue;
      const row = byReference.get(reference);
      const isOurs =
        row !== undefined &&
        (row.kind === 'give_back' || acknowledged.has(`${row.business_id} ${row.id}`));
      const what = `the ${kind} ${reference} of ${cents} cents is in the book`;
      if (!isOurs) findings.push(`${what}, and nobody was told that it was done`);
    }
  }
  return findings;
}

function* judgeEnds({ deed, ends, done, says }: HeardOf): Generator<string> {
  const what = `${deed.name} (${deed.does} of ${deed.wish.kind})`;
  const legal = new Set(['not sent', ...deed.legal]);
  if (!ends.isSubsetOf(legal))
    yield `${what} came to ${[...ends].join(', ')}: ${[...says].join(' ')}`;
  const isBoth = ends.has('done') && ends.has('declined');
  if (isBoth) yield `${what} was told to be done and not to be: ${[...says].join(' ')}`;
  if (done.size > 1) yield `${what} was done ${done.size} times: ${[...done.keys()].join(', ')}`;
}

function* judgeDone(
  { deed }: HeardOf,
  id: string,
  cents: number | undefined,
  row: FollowUpRow | undefined,
  order: string | undefined,
  stories: ReadonlyMap<string, BookedStory>,
): Generator<string> {
  const what = `${deed.name} (${deed.does} of ${deed.wish.kind}) was told that ${id} was done`;
  if (!row) return yield `${what}, and it is not there`;
  if (order !== deed.wish.order) yield `${what}, which is about ${order}`;
  if (row.processor !== 'simulator') return;
  const story = stories.get(chargeOf(row.business_id, row.payment_id));
  const booked = story?.followed.get(chargeOf(row.business_id, row.payment_id, row.n));
  if (!booked) return yield `${what}, and the bank's book does not have it`;
  if (booked.kind !== row.kind) yield `${what}: a ${row.kind}, and in the book a ${booked.kind}`;
  if (cents !== undefined && booked.cents !== cents) {
    yield `${what} with ${cents} cents, and the book has ${booked.cents}`;
  }
  if (deed.cents !== undefined && booked.cents !== deed.cents) {
    yield `${what}: ${booked.cents} cents in place of ${deed.cents}`;
  }
}

function* judgeSums(charge: string, story: BookedStory): Generator<string> {
  const kinds = [...story.followed.values()].map(({ kind }) => kind);
  const times = (kind: string) => kinds.filter((one) => one === kind).length;
  if (keptCents(story) < 0) yield `more of ${charge} was given back than was taken`;
  if (times('capture') > 1) yield `${charge} was captured ${times('capture')} times`;
  if (times('void') > 1) yield `${charge} was voided ${times('void')} times`;
  if (times('void') > 0 && times('refund') > 0) yield `${charge} was voided and refunded as well`;
}
