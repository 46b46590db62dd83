import { confirmAndCarryOut } from '../backoffice/case-actions/carry-out.ts';
import { todayIn } from '../kernel/calendar.ts';
import { readDisputes } from '../payments/disputes/read-disputes.ts';
import { firstAttempt, referenceOf } from '../payments/payment.ts';
import type { DisputeRow } from '../ports/processors/dispute-row.ts';
import { listCases } from '../records/case-store.ts';
import { propose } from '../records/decide-case.ts';
import { int8, text } from '../runtime/column.ts';
import { shape } from '../runtime/table.ts';
import type { World } from '../world.ts';
import { daysLater, openMoment } from './calendar.ts';
import type { Shop } from './shop.ts';
import { jonah, maya } from './staff.ts';

const reasons = [
  { reasonCode: '13.1', reason: 'Merchandise or services not received' },
  { reasonCode: '10.4', reason: 'Fraud, card absent' },
  { reasonCode: '13.3', reason: 'Not as described or defective' },
  { reasonCode: '12.6', reason: 'Duplicate processing' },
] as const;

const disputable = shape({ id: int8, processorId: text, cents: int8 });

/** A payment that is settled and whole, of some weeks before. */
async function findOne({ db, now }: World, businessId: bigint) {
  return await disputable.readOne(
    db,
    `select id, processor_id as "processorId", captured_cents as cents from payments p
     where business_id = $1 and method = 'card' and state = 'settled' and refunded_cents = 0
       and captured_cents between 5000 and 40000 and created_at < $2
       and not exists (select from disputes d where d.business_id = $1 and d.payment_id = p.id)
     order by created_at desc, id desc limit 1`,
    [businessId, daysLater(now(), -9)],
  );
}

const scripts = [
  { daysAgo: 97, end: 'won', note: 'Sent the work order with the signature of the customer.' },
  { daysAgo: 62, end: 'lost', note: 'Sent the receipt; nothing else is known of the order.' },
  { daysAgo: 6, end: undefined, note: '' },
] as const;

/** Plans the disputes of payers: won, lost, and one that waits for an answer today. */
export function planDisputes(shop: Shop, opens: Date): void {
  const { business, until } = shop;
  for (const [i, { daysAgo, end, note }] of scripts.entries()) {
    const random = shop.randomFor(`dispute ${i}`);
    const { timeZone } = business;
    const day = todayIn(timeZone, daysLater(until, -daysAgo));
    const opened = openMoment(day, timeZone, random);
    if (opened < opens) continue;
    const ended = daysLater(opened, random.between(24, 40) + random.next());
    shop.at(opened, async ({ world }) => {
      const payment = await findOne(world, business.id);
      if (!payment) return;
      const row = {
        ...reasons[i]!,
        id: `dp_${business.id}_${i + 1}`,
        reference: referenceOf(business.id, payment.id, firstAttempt),
        chargeId: payment.processorId,
        cents: payment.cents,
        answerUntil: daysLater(opened, 20),
      };
      await told(world, shop, { ...row, state: 'open', at: opened });
      if (end === undefined) return;
      shop.at(daysLater(opened, 1), async (doing) => {
        await answer(doing.world, business.id, row.id, note);
      });
      shop.at(ended, async (doing) => {
        await told(doing.world, shop, { ...row, state: end, at: ended });
      });
    });
  }
}

/** The bank reports it, and its feed is read. */
async function told(world: World, { business, disputes }: Shop, row: DisputeRow): Promise<void> {
  disputes.push(row);
  await readDisputes(world, { businessId: business.id, processor: 'simulator' });
}

/** One person proposes a decision, another agrees. */
async function answer(
  world: World,
  businessId: bigint,
  disputeId: string,
  note: string,
): Promise<void> {
  const cases = await listCases(world.db, { businessId, kind: 'dispute', limit: 10 });
  const found = cases.find(({ evidence }) => evidence.dispute === disputeId);
  if (!found) throw new Error('a dispute that nobody must answer');
  await propose(world, found, jonah, { decision: 'answered', note });
  await confirmAndCarryOut(world, found, maya, { decision: 'answered' });
}
