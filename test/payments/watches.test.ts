import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { resolveDue, resolvePayment } from '../../src/payments/resolve.ts';
import { takeOver } from '../../src/payments/store.ts';
import { splitGroups } from '../../src/payments/watches.ts';
import type { Gather } from '../../src/runtime/gather.ts';
import { bankFields, type Fields } from '../caller.ts';
import { pauseAt } from '../pause.ts';
import { type Counter, counterOf, crashingOwner, openCounter, withBank } from './counter.ts';

const unasked = { Amount: '2.00' };
const unanswered = { Amount: '3.00' };
const hourMs = 3_600_000;

test('charges that begin together are watched by one row, and none of their ends touches it', async (t) => {
  const counter = await openCounter(t);
  const { clock } = counter.fixture;
  const seen: unknown[] = [];
  let inquiries = 0;
  const world = withBank(await counter.fixture.open(), {
    async charge(_, really) {
      seen.push(await counter.rows());
      return await really();
    },
    inquires() {
      inquiries += 1;
    },
  });
  await counter.payTogether(world, [
    {},
    { ChargeType: 'Authorize' },
    { CCNumber: testCard('card_declined') },
  ]);
  const [group, ...more] = await counter.rows();
  assert.deepEqual(more, []);
  assert.deepEqual(seen, Array(3).fill([group]));
  // What stores a token is a batch of its own.
  await counter.payTogether(world, [
    { CreateToken: true, OrderNumber: 'o-4' },
    { ...bankFields, CreateToken: true, OrderNumber: 'o-5' },
  ]);
  const both = await counter.rows();
  assert.deepEqual(seen.slice(3), [both]);
  assert.deepEqual(both[0], group);
  assert.deepEqual(await counter.watched(), ['begun: o-1,o-2,o-3', 'begun: o-4,o-5']);
  const states = await counter.states();
  assert.deepEqual(Object.values(states), [
    'captured',
    'authorized',
    'declined',
    'captured',
    'queued',
  ]);

  clock.setTo(new Date(group!.look_at.getTime() - 1));
  assert.equal(await resolveDue(world), 0);
  assert.deepEqual(await counter.rows(), both);
  clock.setTo(group!.look_at);
  assert.equal(await resolveDue(world), 0);
  assert.deepEqual(await counter.rows(), []);
  assert.equal(inquiries, 0);
  assert.deepEqual(await counter.states(), states);
});

test('when they are due, only those that are not over are watched on, each by itself', async (t) => {
  const counter = await openCounter(t);
  const { clock } = counter.fixture;
  const world = crashingOwner(await counter.fixture.open());
  await counter.payTogether(world, [{}, unasked, unanswered, unanswered]);
  const [group] = await counter.rows();
  clock.setTo(group!.look_at);
  await splitGroups(await counter.fixture.open(), undefined);
  assert.deepEqual(await counter.watched(), ['unknown: o-2', 'unknown: o-3', 'unknown: o-4']);
  for (const { asked_at, look_at, looks } of await counter.rows()) {
    assert.deepEqual([asked_at, look_at, looks], [group!.asked_at, group!.look_at, 0]);
  }

  assert.equal(await resolveDue(world), 3);
  // The bank may still hear of it.
  assert.deepEqual(await counter.states(), {
    'o-1': 'captured',
    'o-2': 'unknown',
    'o-3': 'captured',
    'o-4': 'captured',
  });
  assert.deepEqual(await counter.watched(), ['unknown: o-2']);
  const [watch] = await counter.rows();
  assert.deepEqual([watch!.asked_at, watch!.looks], [group!.asked_at, 1]);
  clock.pass(hourMs);
  assert.equal(await resolveDue(world), 1);
  assert.equal((await counter.states())['o-2'], 'canceled');
  assert.deepEqual(await counter.watched(), []);
  assert.equal(await counter.times('payment.captured'), 3);
});

test('those of another business are parted by its own sweep', async (t) => {
  const counter = await openCounter(t);
  const other = await counterOf(counter.fixture);
  const world = crashingOwner(await counter.fixture.open());
  for (const one of [counter, other]) await one.payTogether(world, [{}, unanswered]);
  counter.fixture.clock.pass(hourMs);
  assert.equal(await resolveDue(world, counter.businessId), 1);
  assert.deepEqual(await counter.watched(), []);
  assert.deepEqual(await other.watched(), ['begun: o-1,o-2']);
  assert.equal(await resolveDue(world), 1);
  assert.deepEqual(await other.watched(), []);
});

/** A charge that hears of its answer when it is let, and the moment from which its group is due. */
async function slowCharge(counter: Counter, fields: Fields) {
  const answered = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const slow = withBank(await counter.fixture.open(), {
    async charge(_, really) {
      const answer = await really();
      answered.resolve();
      await gate.promise;
      return answer;
    },
  });
  const replies = counter.payTogether(slow, [fields]);
  await answered.promise;
  const [group] = await counter.rows();
  counter.fixture.clock.setTo(group!.look_at);
  const goOn = async () => {
    gate.resolve();
    await replies;
  };
  return { goOn };
}

for (const [ends, fields, left] of [
  // Its end does not ask whether somebody watches it.
  ['captured', {}, ['unknown: o-1']],
  ['declined', { CCNumber: testCard('card_declined') }, []],
] as const) {
  test(`one that ends (${ends}) just when its group was parted is not watched on after the next sweep`, async (t) => {
    const counter = await openCounter(t);
    const { goOn } = await slowCharge(counter, fields);
    await splitGroups(await counter.fixture.open(), undefined);
    await goOn();
    assert.deepEqual(await counter.watched(), left);
    assert.equal(await resolveDue(await counter.fixture.open()), 0);
    assert.deepEqual(await counter.watched(), []);
    assert.deepEqual(await counter.states(), { 'o-1': ends });
    assert.equal(await counter.times(`payment.${ends}`), 1);
  });

  test(`nor is one that ends (${ends}) while the sweep is about to take it over`, async (t) => {
    const counter = await openCounter(t);
    const { goOn } = await slowCharge(counter, fields);
    const world = await counter.fixture.open();
    const gather: Gather = async (flush, row) => {
      if ((flush as unknown) === takeOver) await goOn();
      return await world.gather(flush, row);
    };
    assert.equal(await resolveDue({ ...world, gather }), 0);
    assert.deepEqual(await counter.watched(), []);
    assert.deepEqual(await counter.states(), { 'o-1': ends });
    assert.equal(await counter.times(`payment.${ends}`), 1);
  });
}

test('one that somebody else takes over while a sweep is about to is watched on, should they die', async (t) => {
  const counter = await openCounter(t);
  const { fixture, businessId } = counter;
  await counter.payTogether(crashingOwner(await fixture.open()), [unanswered]);
  fixture.clock.pass(hourMs);
  const world = await fixture.open();
  const now = fixture.clock.now();
  const key = { businessId, id: await counter.idOf('o-1') };
  const leaseUntil = new Date(now.getTime() + hourMs);
  const gather: Gather = async (flush, row) => {
    if ((flush as unknown) === takeOver) {
      const [taken] = await takeOver(fixture.db, [{ ...key, now, leaseUntil, looks: 1 }]);
      assert.ok(taken);
    }
    return await world.gather(flush, row);
  };
  assert.equal(await resolveDue({ ...world, gather }), 0);
  assert.deepEqual(await counter.watched(), ['unknown: o-1']);
  assert.equal(await resolveDue(world), 0);
  fixture.clock.setTo(leaseUntil);
  assert.equal(await resolveDue(world), 1);
  assert.deepEqual(await counter.states(), { 'o-1': 'captured' });
  assert.deepEqual(await counter.watched(), []);
});

test('who takes one over before its group is due watches it, and no longer than it is unknown', async (t) => {
  const counter = await openCounter(t);
  const { fixture, businessId } = counter;
  const apartMs = 5000;
  await counter.payTogether(crashingOwner(await fixture.open()), [unanswered, unasked], apartMs);
  const [group] = await counter.rows();
  fixture.clock.setTo(new Date(group!.look_at.getTime() - apartMs));
  const meanwhile: string[][] = [];
  const world = withBank(await fixture.open(), {
    async inquires() {
      meanwhile.push(await counter.watched());
    },
  });
  assert.equal(await resolveDue(world), 0);
  const key = async (order: string) => ({ businessId, id: await counter.idOf(order) });
  // Of this one somebody may still be asking.
  assert.equal(await resolvePayment(world, await key('o-2')), false);
  assert.equal(await resolvePayment(world, await key('o-1')), true);
  assert.deepEqual(meanwhile, [['begun: o-1,o-2', 'unknown: o-1']]);
  assert.deepEqual(await counter.states(), { 'o-1': 'captured', 'o-2': 'processing' });
  assert.deepEqual(await counter.watched(), ['begun: o-1,o-2']);

  fixture.clock.setTo(group!.look_at);
  await splitGroups(await fixture.open(), undefined);
  assert.deepEqual(await counter.watched(), ['unknown: o-2']);
});

test('who took one over and died is not looked for before their lease ends, when the group is due', async (t) => {
  const counter = await openCounter(t);
  const { fixture, businessId } = counter;
  const apartMs = 5000;
  await counter.payTogether(crashingOwner(await fixture.open()), [unanswered, unasked], apartMs);
  const [group] = await counter.rows();
  const now = new Date(group!.look_at.getTime() - apartMs);
  const leaseUntil = new Date(now.getTime() + hourMs);
  const id = await counter.idOf('o-1');
  await takeOver(fixture.db, [{ businessId, id, now, leaseUntil, looks: 1 }]);
  await splitGroups({ ...(await fixture.open()), now: () => group!.look_at }, undefined);
  assert.deepEqual(await counter.watched(), ['unknown: o-1', 'unknown: o-2']);
  assert.deepEqual(
    (await counter.rows()).map(({ look_at, looks }) => [look_at, looks]),
    [
      [leaseUntil, 1],
      [group!.look_at, 0],
    ],
  );
});

test('one that is not known is watched until it is found, and beside its group', async (t) => {
  const counter = await openCounter(t);
  const { fixture, businessId } = counter;
  const world = await fixture.open();
  fixture.bank.script({ next: 1 }, 'timeout_after_booking');
  await counter.payTogether(world, [{}]);
  const looked = async (before: number) => {
    const [group, watch, ...more] = await counter.rows();
    assert.deepEqual([group?.kind, watch?.kind, more], ['begun', 'unknown', []]);
    assert.deepEqual(watch!.asked_at, group!.asked_at);
    return { looks: watch!.looks, nextMs: watch!.look_at.getTime() - before, at: watch!.look_at };
  };
  const first = await looked(fixture.clock.now().getTime());
  assert.deepEqual([first.looks, first.nextMs], [0, 2000]);

  fixture.bank.outage(true);
  fixture.clock.setTo(first.at);
  assert.equal(await resolveDue(world), 1);
  const second = await looked(fixture.clock.now().getTime());
  assert.deepEqual([second.looks, second.nextMs], [1, 10_000]);
  // A caller who asks again uses up no looks.
  fixture.clock.setTo(second.at);
  assert.equal(await resolvePayment(world, { businessId, id: await counter.idOf('o-1') }), true);
  const third = await looked(fixture.clock.now().getTime());
  assert.deepEqual([third.looks, third.nextMs], [1, 10_000]);

  fixture.bank.outage(false);
  fixture.clock.setTo(third.at);
  assert.equal(await resolveDue(world), 1);
  assert.deepEqual(await counter.states(), { 'o-1': 'captured' });
  // So long did the bank say nothing that its group was due as well.
  assert.deepEqual(await counter.watched(), []);
});

test('two sweeps at once part them once, and each payment is looked after by one of the two', async (t) => {
  const { fixture } = await openCounter(t);
  const other = await fixture.open();
  let reached = true;
  let rounds = 0;
  for (; reached; rounds += 1) {
    assert.ok(rounds < 50, 'it never comes to an end');
    const counter = await counterOf(fixture);
    await counter.payTogether(crashingOwner(await fixture.open()), [unanswered, {}, unanswered]);
    fixture.clock.pass(hourMs);
    const first = pauseAt(rounds + 1);
    const world = await fixture.open({ atStatement: first.atMoment });
    first.begin();
    const begun = resolveDue(world);
    await Promise.race([first.stands, begun]);
    reached = first.isStanding;
    const meanwhile = await resolveDue(other);
    first.goOn();
    assert.equal((await begun) + meanwhile, 2, `paused at ${rounds + 1}`);
    assert.equal(await resolveDue(other), 0);
    assert.deepEqual(await counter.watched(), [], `paused at ${rounds + 1}`);
    assert.deepEqual(Object.values(await counter.states()), Array(3).fill('captured'));
    assert.equal(await counter.times('payment.captured'), 3);
  }
  assert.ok(rounds > 8, `only ${rounds} rounds`);
});
