import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { revokeLink } from '../../src/invoicing/pay-links/end-links.ts';
import { flawOfPart, restOf } from '../../src/invoicing/pay-links/parts.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import { followUp } from '../../src/payments/follow-ups/carry-out.ts';
import type { Payment } from '../../src/payments/payment.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { randomOf } from '../campaign/random.ts';
import { makeScenario, type Scenario } from '../crash/fixture.ts';
import { noFindings } from '../crash/judge.ts';
import type { Visit } from '../fixture.ts';
import { drawing, type Size, sizeOf } from '../size.ts';
import { opened } from './fixture.ts';
import { billInParts, booksOf, debitPart, holds, isChanged, payPart } from './parts-shop.ts';

const hourMs = 3_600_000;
const leastCents = 1000n;
const cards = ['4242424242424242', '5555555555554444', '4111111111111111'] as const;
const fates = [
  'approve',
  'approve',
  'approve',
  'card_declined',
  'timeout_after_booking',
  'timeout_before_booking',
] as const;

const promise =
  'whatever happens to parts, paid and left make up the invoice, and nobody is charged twice';
const steps = 30;
const name = 'pay-links/parts-histories';

type Bill = { readonly address: string; readonly made: Map<bigint, Payment> };

export function testPartHistories(size?: Size): void {
  const histories = sizeOf({ gate: 2, usual: 12, full: 60 }, size);
  for (let n = 1; n <= histories; n += 1) {
    test(`${promise} (history ${n})`, async (t) => {
      await drawing({ name, size }, async (seed) => {
        await liveInParts(await makeScenario(t), seed + n);
      });
    });
  }
}

/** `visit`: how the processes of payers are broken, so that a test may be seen to notice it. */
export async function liveInParts(scenario: Scenario, seed: number, visit?: Visit): Promise<void> {
  const random = randomOf(seed);
  const { fixture } = scenario;
  const { business } = await fixture.addBusiness();
  const world = await scenario.survivor();
  // Two processes at which payers pay.
  const desks = [await scenario.open(visit), await scenario.open(visit)] as const;
  const bills: Bill[] = [];
  let { address, made } = await nextBill();

  for (let step = 1; step <= steps; step += 1) {
    const did = await act();
    await check(`step ${step}, ${did}`);
    const { standing } = await opened(world, address);
    const isOver = standing === 'paid' || standing === 'revoked';
    if (isOver && random.chance(0.6)) ({ address, made } = await nextBill());
  }
  await wait(24 * 6);
  await check('in the end');
  await noFindings(scenario);

  async function nextBill(): Promise<Bill> {
    const bill = {
      address: await billInParts(world, business, `A-${bills.length}`),
      made: new Map<bigint, Payment>(),
    };
    bills.push(bill);
    return bill;
  }

  /** Of all of them: a payment may come back long after. */
  async function check(when: string): Promise<void> {
    for (const bill of bills) {
      const books = await booksOf(fixture, await opened(world, bill.address));
      try {
        holds(books);
        assert.equal(books.parts.length, bill.made.size, 'a payment that nobody was told of');
      } catch (error) {
        throw new Error(`${when}: ${String(error)}`, { cause: error });
      }
    }
  }

  async function act(): Promise<string> {
    const roll = random.fraction();
    if (roll < 0.3) return await payByCard();
    if (roll < 0.45) return await meet();
    if (roll < 0.62) return await debit();
    if (roll < 0.72) return await refundPart();
    if (roll < 0.97) return await wait(random.pick([1, 12, 30, 100]));
    return await end();
  }

  /** One that the rules of the invoice allow. */
  function drawCents(left: bigint): bigint {
    const part = BigInt(random.whole(Number(leastCents), 4000));
    const isGood = flawOfPart(part, left, leastCents) === undefined;
    return isGood && random.chance(0.9) ? part : left;
  }

  async function payByCard(): Promise<string> {
    const fate = random.pick(fates);
    const number = fate === 'approve' ? random.pick(cards) : testCard(fate);
    const link = await opened(desks[0], address);
    const cents = drawCents(restOf(link.invoice));
    if (link.standing !== 'payable' || cents === link.invoice.amountCents) {
      await assert.rejects(payPart(desks[0], link, cents > 1n ? cents - 1n : 1n, number), Refusal);
      return `a card at an invoice that is ${link.standing}`;
    }
    keep(await payPart(desks[0], link, cents, number));
    return `${cents} by a card (${fate})`;
  }

  /** Two who read the page at one moment: also one person twice, and at one process or two. */
  async function meet(): Promise<string> {
    const isTwin = random.chance(0.5);
    const otherDesk = random.pick(desks);
    const link = await opened(desks[0], address);
    const otherLink = await opened(otherDesk, address);
    const left = restOf(link.invoice);
    const [one, other] = [drawCents(left), drawCents(left)];
    if (link.standing !== 'payable' || [one, other].includes(link.invoice.amountCents)) return '';
    const ends = await Promise.allSettled([
      payPart(desks[0], link, one, cards[0]),
      payPart(otherDesk, otherLink, isTwin ? one : other, isTwin ? cards[0] : cards[1]),
    ]);
    for (const each of ends) {
      if (each.status === 'fulfilled') keep(each.value);
      else assert.ok(isChanged(each.reason), String(each.reason));
    }
    const paid = ends.filter(({ status }) => status === 'fulfilled');
    assert.equal(paid.length, 1, 'of two at one moment not one paid');
    return `two at one moment (${isTwin ? 'the same twice' : 'different'})`;
  }

  async function debit(): Promise<string> {
    const link = await opened(desks[0], address);
    const cents = drawCents(restOf(link.invoice));
    if (link.standing !== 'payable' || cents === link.invoice.amountCents) return '';
    const comesBack = random.chance(0.6);
    const account = comesBack ? simulatedNumber('return_always', 'R02', 2) : '1111111';
    keep(await debitPart(desks[0], link, cents, account));
    return `${cents} from a bank account that ${comesBack ? 'returns' : 'pays'}`;
  }

  /** A refund or a void reopens nothing. */
  async function refundPart(): Promise<string> {
    const taken = [...made.values()].filter(({ state }) => state === 'captured');
    if (taken.length === 0) return '';
    const { businessId, id: paymentId, amountCents } = random.pick(taken);
    const before = await booksOf(fixture, await opened(world, address));
    const request = { businessId, paymentId, kind: 'refund', actor: 'operator:ann' } as const;
    const cents = random.chance(0.5) ? undefined : BigInt(random.whole(1, Number(amountCents)));
    const more = { idempotencyKey: undefined, reason: undefined, amountCents: cents };
    await followUp(world, { ...request, ...more }).catch((error: unknown) => {
      assert.ok(error instanceof Refusal, String(error));
    });
    const { partsCents } = await booksOf(fixture, await opened(world, address));
    assert.equal(partsCents, before.partsCents);
    return `a refund of ${cents ?? 'all'} of ${paymentId}`;
  }

  async function end(): Promise<string> {
    const { link, invoice } = await opened(world, address);
    await revokeLink(world, link, 'operator:ann').catch((error: unknown) => {
      assert.equal(invoice.state, 'covered', String(error));
    });
    return 'what is left is void';
  }

  function keep(payment: Payment): void {
    made.set(payment.id, payment);
  }

  async function wait(hours: number): Promise<string> {
    for (let at = 0; at < hours; at += 6) {
      fixture.clock.pass(Math.min(6, hours - at) * hourMs);
      while ((await workOnce(world)) > 0);
    }
    return `${hours} hours`;
  }
}
