import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import type { BehaviourName } from '../../packages/sandbox/src/processor/behaviours.ts';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { nextCutoffOf } from '../../src/parties/businesses/cutoff.ts';
import { balances } from '../../src/payments/ledger/balance.ts';
import { bankFields, cardFields } from '../caller.ts';
import { type Random, randomOf } from '../campaign/random.ts';
import { noFindings } from '../crash/judge.ts';
import { findings as unexplained } from '../settlement/till.ts';
import { drawing, type Size, sizeOf } from '../size.ts';
import { type HistoryScenario, openHistory } from './history-scenario.ts';
import { after, type FollowUp, kept, type Modelled, pass } from './model.ts';

const hourMs = 3_600_000;
const steps = 40;
const timeZone = 'America/New_York';

export function testHistories(size?: Size): void {
  const histories = sizeOf({ gate: 1, usual: 3, full: 30 }, size);
  for (let n = 1; n <= histories; n += 1) {
    test(`whatever happens after charges, money is where the model says (history ${n})`, async (t) => {
      await drawing({ name: 'properties/after-the-charge', size }, async (seed) => {
        const scenario = await openHistory(t);
        await live(scenario, seed + n);
        await noFindings(scenario.scenario);
        // By other means, too: each cent of the ledger has a cause.
        assert.deepEqual(await unexplained(scenario.scenario.fixture, scenario.businessId), []);
      });
    });
  }
}

export async function live(scenario: HistoryScenario, seed: number): Promise<void> {
  const history = begin(scenario, randomOf(seed));
  for (let step = 1; step <= steps; step += 1) {
    const did = await history.step();
    await history.compare(`step ${step}: ${did}`);
  }
  await history.end();
}

type Transfer = { readonly id: bigint; readonly cents: bigint; readonly comesBack: boolean };

function begin(scenario: HistoryScenario, random: Random) {
  const cards: Modelled[] = [];
  const transfers: Transfer[] = [];
  let transferRefunds = 0n;
  const drawCents = () => BigInt(random.whole(100, 99_999));

  return { step, compare, end };

  async function step(): Promise<string> {
    await keepAwayFromCutoff();
    const roll = random.fraction();
    if (roll < 0.3 || cards.length === 0) return await charge();
    if (roll < 0.4) return await transfer();
    if (roll < 0.48) return await refundTransfer();
    if (roll < 0.82) return await followUp();
    return await wait(random.pick([1, 5, 24, 70]));
  }

  async function charge(): Promise<string> {
    const cents = drawCents();
    const isAuthorization = random.chance(0.5);
    const does = random.pick([
      'approve',
      'approve',
      'timeout_after_booking',
      'card_declined',
    ] as const);
    const number = does === 'approve' ? cardFields.CCNumber : testCard(does);
    const fields = { ...cardFields, CCNumber: number, Amount: dollarsOf(cents) };
    const ChargeType = isAuthorization ? 'Authorize' : 'Charge';
    const madeAt = await scenario.now();
    const id = await scenario.pay({ ...fields, ChargeType });
    if (id !== undefined) {
      const state = isAuthorization ? 'authorized' : 'captured';
      const capturedCents = isAuthorization ? 0n : cents;
      cards.push({ id, cents, madeAt, state, capturedCents, refundedCents: 0n });
    }
    await wait(0.5);
    return `${ChargeType} ${cents} (${does})`;
  }

  async function followUp(): Promise<string> {
    const payment = random.pick(random.chance(0.7) ? cards.slice(-4) : cards);
    const kind = random.pick(['capture', 'void', 'refund', 'refund'] as const);
    const isAll = kind === 'void' || random.chance(0.4);
    const cents = isAll ? undefined : BigInt(random.whole(1, Number(payment.cents)));
    const wanted: FollowUp = { kind, cents };
    const change = after(payment, wanted);
    const bank = change ? random.pick(behaviours) : 'approve';
    const moments = random.chance(0.3) ? random.whole(1, 25) : undefined;
    await scenario.followUp(payment.id, wanted, bank, moments);
    await wait(0.5);
    const isDone = bank === 'approve' || bank === 'timeout_after_booking';
    // Whoever died may have done it or not, and nothing in between.
    const isThere =
      moments === undefined || same(await scenario.row(payment.id), { ...payment, ...change });
    if (change && isDone && isThere) Object.assign(payment, change);
    return `${kind} ${cents ?? 'all'} of ${payment.id} (${bank}, ${moments ?? 'all'} moments)`;
  }

  async function transfer(): Promise<string> {
    const cents = drawCents();
    const comesBack = random.chance(0.3);
    const AccountNumber = comesBack ? simulatedNumber('return_always', 'R10', 5) : '1111111';
    const id = await scenario.pay({ ...bankFields, AccountNumber, Amount: dollarsOf(cents) });
    transfers.push({ id: id!, cents, comesBack });
    return `a bank payment of ${cents}`;
  }

  /** Where it stands is for the banks to say; the sums are ours. */
  async function refundTransfer(): Promise<string> {
    const payment = transfers.find(({ comesBack }) => !comesBack);
    if (!payment) return 'nothing';
    const before = await scenario.row(payment.id);
    const cents = BigInt(random.whole(1, Number(payment.cents)));
    const left = before.capturedCents - before.refundedCents;
    const isLegal = ['settled', 'available'].includes(before.state) && cents <= left;
    await scenario.followUp(payment.id, { kind: 'refund', cents }, 'approve');
    if (isLegal) transferRefunds += cents;
    return `a refund of ${cents} of the bank payment ${payment.id}`;
  }

  async function wait(hours: number): Promise<string> {
    const from = await scenario.now();
    const cutoff = nextCutoffOf({ timeZone, batchCutoff: '22:00' }, from);
    await scenario.pass(hours * hourMs);
    const to = await scenario.now();
    pass(cards, to, cutoff <= to);
    return `${hours} hours`;
  }

  /** What is under way at the cut-off may be in the batch of either day. */
  async function keepAwayFromCutoff(): Promise<void> {
    const now = await scenario.now();
    const cutoff = nextCutoffOf({ timeZone, batchCutoff: '22:00' }, now);
    if (cutoff.getTime() - now.getTime() < 1.5 * hourMs) await wait(2);
  }

  async function compare(says: string): Promise<void> {
    for (const payment of cards) {
      const row = await scenario.row(payment.id);
      assert.ok(
        same(row, payment),
        `${says}: ${payment.id} is ${sumsIn(row)}, not ${sumsIn(payment)}`,
      );
    }
  }

  /** All batches are closed, all transfers are at their end, and all of it was paid out. */
  async function end(): Promise<void> {
    await wait(24 * 25);
    await compare('the end');
    let transferred = -transferRefunds;
    for (const { id, cents, comesBack } of transfers) {
      assert.equal((await scenario.row(id)).state, comesBack ? 'returned' : 'available');
      if (!comesBack) transferred += cents;
    }
    const due = cards.reduce((sum, payment) => sum + kept(payment), transferred);
    const book = new Map(
      (await balances(scenario.scenario.fixture.db, scenario.businessId)).map(
        ({ account, cents }) => [account, cents],
      ),
    );
    const of = (account: string) => book.get(account) ?? 0n;
    assert.deepEqual(
      {
        owed: of('receivable:simulator') + of('receivable:ach') + of('held'),
        paid: of('clearing') + of('bank') + of('platform_fees'),
        refunds: of('refunds'),
      },
      {
        owed: 0n,
        paid: due,
        refunds: cards.reduce((sum, { refundedCents }) => sum + refundedCents, transferRefunds),
      },
    );
    // What came back after it was paid out is carried on; nothing is kept back.
    assert.ok(of('clearing') <= 0n, `${of('clearing')} cents were not paid out`);
  }
}

const behaviours: readonly BehaviourName[] = [
  'approve',
  'approve',
  'card_declined',
  'connection_refused',
  'timeout_before_booking',
  'timeout_after_booking',
];

type Sums = Pick<Modelled, 'capturedCents' | 'refundedCents'> & { readonly state: string };

function same(one: Sums, other: Sums): boolean {
  return sumsIn(one) === sumsIn(other);
}

function sumsIn({ state, capturedCents, refundedCents }: Sums): string {
  return `${state} ${capturedCents} less ${refundedCents}`;
}

function dollarsOf(cents: bigint): string {
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}
