import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GatewayFault } from '../../packages/sandbox/src/gateways/faults.ts';
import type { GatewayProcessor } from '../../src/ports/processors/gateway-kind.ts';
import { type Random, randomOf } from '../campaign/random.ts';
import { makeFixture } from '../fixture.ts';
import { faultFrom } from '../processors/gateway-caller.ts';
import { authorizeNet, elavon, helcim, nmi, stripe } from '../processors/gateways.ts';
import { cardOf } from '../risk/numbers.ts';
import type { Scope } from '../scope.ts';
import { drawing, type Size, sizeOf } from '../size.ts';
import { differencesAt } from './differences.ts';
import { type EveryGateway, everyGateway } from './every-gateway.ts';
import { closeAll, type Kind, type Live, openAt, scriptNext } from './follow-up-acts.ts';
import { dayMs, minuteMs } from './live-business.ts';

/*
 * Histories with faults in all conversations, as in `test/processors/gateway-histories.ts`, but of a live business:
 * what is unknown is found out by the worker, from rows. In the end the gateway took and kept what we say.
 */

const habitsOf = new Map(
  [authorizeNet, elavon, helcim, nmi, stripe].map(({ file, habits }) => [file, habits]),
);

export function testWorkerHistories(size?: Size): void {
  const count = sizeOf({ gate: 4, usual: 60, full: 600 }, size);
  for (const gateway of everyGateway) {
    test(`${gateway.name}: what the worker finds out of ${count} histories is what the gateway did`, async (t) => {
      await drawing({ name: 'gateways/worker-histories', size }, async (seed) => {
        const said = await live(t, gateway, randomOf(seed), count);
        t.diagnostic(JSON.stringify(said));
        assert.deepEqual(said.bad, { wrong: [], twice: [], found: [] });
        // It had something to find out, and what it could not is asked of a person.
        assert.ok(said.unknown >= count / 4, `${said.unknown} were unknown`);
        assert.equal(said.unasked, 0);
      });
    });
  }
}

/** A connector that believes absence at once is caught. */
export function testHastyConnector(): void {
  test('a connector is caught that believes absence at once', async (t) => {
    const gateway = everyGateway.find(({ name }) => name === 'elavon')!;
    const draw = () => ({ answer: 'lost', executes: { afterSeconds: 100 } }) as const;
    const { bad } = await live(t, gateway, randomOf(1), 6, { draw, alter: believesAbsence });
    assert.notDeepEqual(bad, { wrong: [], twice: [], found: [] });
  });
}

type More = {
  /** The faults of each conversation; the gateway's own, by chance, if left out. */
  readonly draw?: () => GatewayFault;
  readonly alter?: (opened: GatewayProcessor) => GatewayProcessor;
};

const believesAbsence: NonNullable<More['alter']> = (opened) => ({
  ...opened,
  async inquire(reference, ...more) {
    const answer = await opened.inquire(reference, ...more);
    return answer.outcome === 'not_found' ? { outcome: 'canceled', reference } : answer;
  },
});

/** Whom a gateway asked to slow down would wait by the clock of the wall for as long as this one stands. */
const slowedMs = 15_000;

type Sold = { readonly order: string; readonly invoice: string };

async function live(
  scope: Scope,
  gateway: EveryGateway,
  random: Random,
  count: number,
  { draw = () => drawFault(random, gateway), alter }: More = {},
) {
  const fixture = await makeFixture(scope);
  const live = await openAt(scope, fixture, gateway);
  if (alter) {
    const { open } = live.world.gateways;
    const opened: typeof open = async (...args) => alter(await open(...args));
    Object.assign(live.world.gateways, { open: opened });
  }
  const states: (string | undefined)[] = [];
  const sold: Sold[] = [];
  for (let i = 0; i < count; i += 1) {
    live.double.script(await live.nextReference(), draw());
    const ChargeType = random.chance(0.6) ? 'Charge' : 'Authorize';
    const order = `h-${i}`;
    const fields = { Amount: '10.00', CCNumber: cardOf('411111', i), OrderNumber: order };
    const { state, invoice } = await live.pay({ ...fields, ChargeType });
    states.push(state);
    sold.push({ order, invoice });
    await live.pass(slowedMs + random.whole(0, 2) * minuteMs);
  }
  await passDays(live, 1.5);
  for (let times = 0; times < 2; times += 1) {
    for (const one of sold) {
      states.push(await followUp(live, one, random, draw));
      fixture.clock.pass(slowedMs);
    }
    await passDays(live, 1.5);
    await closeAll(live);
  }
  // All clocks run out.
  for (let days = 0; days < 9; days += 1) await live.pass(dayMs);
  const { wrong, twice, found, ...more } = await differencesAt(live);
  const unknown = states.filter((state) => state === 'unknown').length;
  return { bad: { wrong, twice, found }, unknown, unasked: await unaskedOf(live), ...more };
}

/** Undefined: it cannot be followed. */
async function followUp(
  live: Live,
  { order, invoice }: Sold,
  random: Random,
  draw: () => GatewayFault,
): Promise<string | undefined> {
  const state = await live.stateOf(order);
  const kind = random.pick(followingOf[state] ?? [undefined]);
  if (!kind) return undefined;
  await scriptNext(live, order, kind, draw());
  const ChargeType = kind === 'capture' ? 'Capture' : 'Void';
  if (state === 'authorized')
    return (await live.authorization({ ChargeType, TransactionID: invoice })).state;
  const RefundType = kind === 'refund' ? 'Partial' : 'Full';
  return (await live.refund({ RefundType, Amount: '4.00', PaymentID: invoice })).state;
}

const followingOf: Readonly<Record<string, readonly (Kind | undefined)[]>> = {
  authorized: ['capture', 'capture', 'void'],
  captured: ['void', 'refund', undefined],
  settled: ['refund', 'refund', undefined],
};

/** What of another caller may be ours is for a person, at once: that has tests of its own. */
function drawFault(random: Random, { name }: EveryGateway): GatewayFault {
  const { rows, ...fault } = faultFrom(random, habitsOf.get(name)!);
  return rows === 'duplicated' ? { ...fault, rows } : fault;
}

async function passDays(live: Live, days: number): Promise<void> {
  for (let hours = 0; hours < days * 24; hours += 4) await live.pass(240 * minuteMs);
}

/** What is not known, and no person is asked about. */
async function unaskedOf({ fixture, businessId }: Live): Promise<number> {
  const rows = await fixture.db.query(
    `select from (
       select 'payment' as kind, id from payments where business_id = $1 and state in ('processing', 'unknown')
       union all
       select 'followup', id from followups where business_id = $1 and state in ('processing', 'unknown')
     ) open
     where not exists (
       select from open_questions q where q.business_id = $1 and q.object_kind = open.kind
         and q.object_id = open.id and q.state = 'open')`,
    [businessId],
  );
  return rows.length;
}
