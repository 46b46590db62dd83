import { type CardNumber, parseCardNumber } from '../../src/kernel/card.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { followUp } from '../../src/payments/follow-ups/carry-out.ts';
import type { Order } from '../../src/payments/order.ts';
import { isSettled, type Payment, tookMoney } from '../../src/payments/payment.ts';
import { chargeAdmitted } from '../../src/payments/risk/admit.ts';
import { sourceOfNew } from '../../src/payments/source.ts';
import { closeBatches } from '../../src/settlement/close.ts';
import type { World } from '../../src/world.ts';
import type { Random } from '../campaign/random.ts';
import type { Scenario } from '../crash/fixture.ts';
import type { Caller } from '../fixture.ts';
import type { VirtualTime } from './virtual-time.ts';

export type Customer = {
  readonly scenario: Scenario;
  readonly caller: Caller;
  readonly n: number;
  readonly random: Random;
  readonly time: VirtualTime;
  readonly worlds: readonly World[];
  readonly broken: string[];
};

/** Asks, asks again while the answer is missing or unknown, and later has something done about the payment. */
export async function live(customer: Customer): Promise<void> {
  const { random, time, worlds, n } = customer;
  const copies = random.chance(0.2) ? 2 : 1;
  const told = await Promise.all(
    Array.from({ length: copies }, async (_, i) => {
      await time.sleep(i * random.whole(0, 30_000));
      return await insist(customer, own(worlds, n + i));
    }),
  );
  const paid = told.find((payment) => payment && tookMoney(payment.state));
  if (!paid || random.chance(0.4)) return;
  await time.sleep(random.whole(0, 5 * 60_000));
  await followUpOn(customer, paid);
}

async function insist(customer: Customer, world: World): Promise<Payment | undefined> {
  const { scenario, caller, n, random, time, broken } = customer;
  const cents = BigInt(100 + n);
  const capture = n % 5 !== 0;
  const line = {
    business: caller.username,
    request: `request-${n}`,
    order: `o-${n}`,
    cents: String(cents),
  };
  scenario.said.push({ did: 'sent', ...line });
  for (let tries = 0; tries < 5; tries += 1) {
    try {
      const payment = await chargeAdmitted(world, orderOf(world, caller, n, cents, capture));
      const { state, id } = payment;
      const status = { canceled: 503, processing: 202, unknown: 202 }[state as string] ?? 200;
      scenario.said.push({ did: 'heard', ...line, status, payment: String(id), state });
      if (isSettled(state)) return payment;
    } catch (error) {
      if (!(error instanceof Refusal)) broken.push(`order ${n}: ${error}`);
    }
    await time.sleep(pauseOf(random));
  }
  return undefined;
}

async function followUpOn(
  { caller, n, random, worlds, time, broken }: Customer,
  { id: paymentId, state, amountCents }: Payment,
): Promise<void> {
  const world = own(worlds, n + 1);
  const kind =
    state === 'authorized'
      ? random.pick(['capture', 'void'] as const)
      : random.pick(['refund', 'void'] as const);
  const isPart = kind === 'refund' && random.chance(0.5);
  const key = `key-${n}`;
  const request = {
    businessId: caller.business.id,
    paymentId,
    kind,
    amountCents: isPart ? amountCents / 2n : undefined,
    idempotencyKey: { key, content: new Secret(key) },
    actor: 'api:test',
    reason: undefined,
  };
  for (let tries = 0; tries < 5; tries += 1) {
    try {
      const { state: ended, outcomeCode } = await followUp(world, request);
      const mayTryAgain = outcomeCode === 'not_sent' && tries < 2;
      if (ended === 'succeeded' || (ended === 'failed' && !mayTryAgain)) return;
    } catch (error) {
      if (!(error instanceof Refusal)) {
        broken.push(`follow-up of order ${n}: ${error}`);
        return;
      }
    }
    await time.sleep(pauseOf(random));
  }
}

/** Some ask again at once. */
function pauseOf(random: Random): number {
  return random.pick([200, random.whole(1_000, 8_000), random.whole(1_000, 90_000)]);
}

export async function close(world: World, { business }: Caller): Promise<void> {
  await closeBatches(world, business, 'operator:test').catch((error) => {
    if (!(error instanceof Refusal)) throw error;
  });
}

const number = (parseCardNumber('4242424242424242') as { value: CardNumber }).value;

function orderOf(
  world: World,
  { business }: Caller,
  n: number,
  amountCents: bigint,
  capture: boolean,
): Order {
  const contact = {
    firstName: 'Ada',
    lastName: `Park ${n}`,
    externalId: undefined,
    email: `ada-${n}@example.com`,
    phone: '',
    address1: '',
    address2: '',
    city: '',
    stateCode: '',
    postalCode: '',
    countryCode: 'US',
  };
  const expiry = { month: 12, year: 2034 };
  const method = { kind: 'card', card: number, expiry, cvv: new Secret('123') } as const;
  return {
    business,
    isTest: false,
    currency: business.currency,
    orderNumber: `o-${n}`,
    idempotencyKey: undefined,
    askedAt: world.now(),
    amountCents,
    capture,
    source: sourceOfNew(world, method, contact),
    wantsToken: false,
    newToken: undefined,
    customerId: undefined,
    contact: contact,
    lines: [],
    description: undefined,
    externalId: `request-${n}`,
    invoiceExternalId: undefined,
    statementDescriptor: undefined,
    emailReceipt: false,
    smsReceipt: false,
  };
}

/** The instance that the i-th call meets. */
export function own<T>(worlds: readonly T[], i: number): T {
  return worlds[i % worlds.length]!;
}
