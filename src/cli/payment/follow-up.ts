import { parseAmountToPay } from '../../base/money.ts';
import { atClockOf } from '../../businesses/clock.ts';
import { followUp } from '../../followups/follow-up.ts';
import type { FollowUp } from '../../followups/followup.ts';
import type { Payment } from '../../payments/payment.ts';
import { readPayments } from '../../payments/store.ts';
import { recordAct } from '../../trail/trail.ts';
import type { World } from '../../world.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { dollars } from '../money.ts';
import { needed, option, reason } from '../words.ts';
import { checkNaming, naming, paymentNamed, summary } from './named.ts';

const common = { ...naming, reason: needed('TEXT', reason) };
const withAmount = { ...common, amount: option('12.50', parseAmountToPay) };

type Wish = {
  readonly kind: 'capture' | 'void' | 'refund';
  readonly amountCents: bigint | undefined;
  readonly reason: string;
};

export const paymentCapture = houseCommand({
  doc: 'Captures an authorized payment: all of it, or --amount. What is not captured goes back to the payer.',
  words: withAmount,
  check: checkNaming,
  async work(world, { business, amount: amountCents, reason: why, ...names }, actor) {
    const wish = { kind: 'capture', amountCents, reason: why } as const;
    return await carryOut(world, business, names, wish, actor);
  },
});

export const paymentVoid = houseCommand({
  doc: 'Voids a payment that is not settled yet, as if it had not been.',
  words: common,
  check: checkNaming,
  async work(world, { business, reason: why, ...names }, actor) {
    const wish = { kind: 'void', amountCents: undefined, reason: why } as const;
    return await carryOut(world, business, names, wish, actor);
  },
});

export const paymentRefund = houseCommand({
  doc:
    'Gives a payment back: what is left of it, or --amount, which is given back as often as that is said. ' +
    'What is not settled yet is voided, if it is all of it.',
  words: withAmount,
  check: checkNaming,
  async work(world, { business, amount: amountCents, reason: why, ...names }, actor) {
    const wish = { kind: 'refund', amountCents, reason: why } as const;
    return await carryOut(world, business, names, wish, actor);
  },
});

/** The trail tells what was asked for before anything is done; what came of it stands in the follow-up. */
async function carryOut(
  world: World,
  name: string,
  names: Parameters<typeof paymentNamed>[2],
  { kind, amountCents, reason: why }: Wish,
  actor: string,
) {
  const business = await businessNamed(world.db, name);
  const { businessId, id: paymentId } = await paymentNamed(world, business, names);
  await world.db.begin((tx) =>
    recordAct(tx, {
      businessId,
      actor,
      act: `payment.${kind}_asked`,
      object: `payment:${paymentId}`,
      facts: { amountCents: amountCents?.toString() ?? 'all', reason: why },
      at: world.now(),
    }),
  );
  const own = atClockOf(world, business);
  const wish = { kind, amountCents, businessId, paymentId, actor, reason: why };
  const ended = await followUp(own, { ...wish, retryKey: undefined });
  const [payment] = await readPayments(world.db, [{ businessId, id: paymentId }]);
  const { requestFingerprint: _, ...shown } = ended;
  return {
    data: { ...shown, payment: summary(world, payment!) },
    text: told(ended, payment!),
    code: ended.state === 'succeeded' ? 0 : 1,
  };
}

function told({ kind, state, amountCents, message }: FollowUp, payment: Payment): string {
  const what = `${kind} of ${dollars(amountCents)}`;
  const sums = `captured ${dollars(payment.capturedCents)}, refunded ${dollars(payment.refundedCents)}`;
  return `The ${what}: ${state}. ${message ?? ''}\nPayment ${payment.id} is ${payment.state}; ${sums}.`;
}
