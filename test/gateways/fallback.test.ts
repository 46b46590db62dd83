import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { chooseAccount } from '../../src/payments/accounts/connect-account.ts';
import { readPayments, recordSending } from '../../src/payments/store.ts';
import { splitGroups } from '../../src/payments/watches.ts';
import { closeBatch } from '../../src/settlement/close.ts';
import { makeFixture } from '../fixture.ts';
import { crashingOwner, openCounter } from '../payments/counter.ts';
import type { Scope } from '../scope.ts';
import { closeDouble, dayMs, minuteMs } from './live-business.ts';
import { openLive } from './nmi-business.ts';

/* A second account, only where nothing can have happened at the first. */

const fixture = await makeFixture({ after });

async function openTwo(scope: Scope) {
  const first = await openLive(scope, fixture);
  const second = await openLive(scope, fixture);
  await first.connect();
  await first.connect({ name: 'spare', address: second.double.url });
  const choice = { name: 'spare', use: 'fallback' } as const;
  await chooseAccount(first.world, first.businessId, choice, 'operator:ann');
  fixture.clock.pass(10_000);
  return { first, second };
}

test('a gateway that is not reached is passed over', async (t) => {
  const { first, second } = await openTwo(t);
  await closeDouble(fixture, first.double);
  const sold = await first.pay({ Amount: '10.00', OrderNumber: 'spare' });
  assert.equal(sold.state, 'captured', sold.text);
  assert.deepEqual([first.done(), second.done()], [[], ['sale 1000']]);
  const [payment] = await fixture.db.query<{ processor: string }>(
    'select processor from payments where business_id = $1',
    [first.businessId],
  );
  assert.equal(payment!.processor, 'spare');
  // What follows goes where the charge is.
  const voided = await first.refund({ RefundType: 'Full', PaymentID: sold.invoice });
  assert.equal(voided.state, 'succeeded', voided.text);
  assert.deepEqual(second.done(), ['sale 1000', 'void 1000']);
});

test('a request that is turned away is tried elsewhere', async (t) => {
  const { first, second } = await openTwo(t);
  first.double.script(await first.nextReference(), { code: '440', text: 'Processor format error' });
  const sold = await first.pay({ Amount: '10.00' });
  assert.equal(sold.state, 'captured', sold.text);
  assert.deepEqual(second.done(), ['sale 1000']);
});

test('what the first account charged although it turned it away is told to a person', async (t) => {
  const { first, second } = await openTwo(t);
  // So that the next charge has another id at either.
  await first.pay({ Amount: '5.00', OrderNumber: 'one' });
  first.double.script(await first.nextReference(), { code: '440', text: 'Processor format error' });
  await first.pay({ Amount: '10.00', OrderNumber: 'both' });
  assert.deepEqual([first.done(), second.done()], [['sale 500', 'sale 1000'], ['sale 1000']]);
  await first.pass(2 * dayMs);
  const told: string[] = [];
  for (const name of ['nmi', 'spare']) {
    const made = await closeBatch(first.world, first.businessId, name, 'system');
    told.push(
      ...made.map(({ state, netCents, processorCents }) =>
        [name, state, netCents, processorCents].join(' '),
      ),
    );
  }
  assert.deepEqual(told, ['nmi mismatch 500 1500', 'spare reconciled 1000 1000']);
});

test('after an unknown outcome nothing is tried elsewhere, and a decline stays one', async (t) => {
  const { first, second } = await openTwo(t);
  first.double.script(await first.nextReference(), { answer: 'lost' });
  const lost = await first.pay({ Amount: '10.00', OrderNumber: 'lost' });
  assert.equal(lost.status, 202, lost.text);
  await first.pass(5 * minuteMs);
  assert.equal(await first.stateOf('lost'), 'captured');
  first.double.script(await first.nextReference(), { code: '202' });
  const declined = await first.pay({ Amount: '11.00' });
  assert.match(declined.text, /insufficient funds/);
  first.double.script(await first.nextReference(), { code: '300', text: 'Something new' });
  const unlisted = await first.pay({ Amount: '12.00', OrderNumber: 'unlisted' });
  assert.equal(unlisted.status, 202, unlisted.text);
  await first.pass(5 * minuteMs);
  assert.equal(await first.stateOf('unlisted'), 'captured');
  assert.deepEqual([first.done(), second.done()], [['sale 1000', 'sale 1200'], []]);
});

test('what one gateway took for a duplicate is charged by no other', async (t) => {
  const { first, second } = await openTwo(t);
  const duplicate = { executes: 'never', code: '300', text: 'Duplicate transaction' } as const;
  first.double.script(await first.nextReference(), duplicate);
  const told = await first.pay({ Amount: '10.00', OrderNumber: 'twice' });
  assert.equal(told.status, 202, told.text);
  await first.pass(10 * minuteMs);
  assert.equal(await first.stateOf('twice'), 'declined');
  assert.deepEqual([first.done(), second.done()], [[], []]);
});

test('what is lost at the fallback is found out there', async (t) => {
  const { first, second } = await openTwo(t);
  await closeDouble(fixture, first.double);
  second.double.script(await first.nextReference(), { answer: 'lost' });
  const lost = await first.pay({ Amount: '10.00', OrderNumber: 'lost there' });
  assert.equal(lost.status, 202, lost.text);
  await first.pass(5 * minuteMs);
  assert.equal(await first.stateOf('lost there'), 'captured');
  assert.deepEqual(second.done(), ['sale 1000']);
});

test('what is absent at the fallback is judged from when it was sent there', async (t) => {
  let slowMs = 0;
  const first = await openLive(t, fixture, {
    now() {
      fixture.clock.pass(slowMs);
      slowMs = 0;
      return fixture.clock.now();
    },
  });
  const second = await openLive(t, fixture);
  await first.connect();
  await first.connect({ name: 'spare', address: second.double.url });
  const choice = { name: 'spare', use: 'fallback' } as const;
  await chooseAccount(first.world, first.businessId, choice, 'operator:ann');
  fixture.clock.pass(10_000);
  const reference = await first.nextReference();
  first.double.script(reference, { code: '440', text: 'Processor format error' });
  second.double.script(reference, { executes: 'never' });
  slowMs = 20_000;
  const lost = await first.pay({ Amount: '10.00', OrderNumber: 'slow' });
  assert.equal(lost.status, 202, lost.text);
  const absentSince = async () => {
    const [watch] = await fixture.db.query<{ since: Date | null }>(
      `select absent_since as since from payment_watches where business_id = $1 and kind = 'unknown'`,
      [first.businessId],
    );
    return watch!.since;
  };
  // It may have been sent as late as ten seconds after it was written down, and is looked for from 240 seconds on.
  await first.pass(245_000);
  assert.equal(await absentSince(), null);
  await first.pass(20_000);
  await first.pass(10 * minuteMs);
  assert.ok(await absentSince());
});

test('also what is sent there just when somebody begins to look after it', async (t) => {
  const counter = await openCounter(t);
  const { fixture: home, businessId } = counter;
  await counter.payTogether(crashingOwner(await home.open()), [{ Amount: '2.00' }]);
  const [group] = await counter.rows();
  home.clock.setTo(group!.look_at);
  await splitGroups(await home.open(), undefined);
  const at = home.clock.now();
  const leaseUntil = new Date(at.getTime() + minuteMs);
  const [payment] = await readPayments(home.db, [{ businessId, id: await counter.idOf('o-1') }]);
  assert.ok(await recordSending(home.db, payment!, { processor: 'spare', at, leaseUntil }));
  assert.deepEqual(await counter.watched(), ['unknown: o-1']);
  const [watch] = await counter.rows();
  assert.deepEqual([watch!.asked_at, watch!.look_at], [at, leaseUntil]);
});

test('the account that payments go to is not its own fallback', async (t) => {
  const { first } = await openTwo(t);
  const choose = async (name: string, use: 'payments' | 'fallback') =>
    await chooseAccount(first.world, first.businessId, { name, use }, 'operator:ann');
  await assert.rejects(choose('nmi', 'fallback'), /go to nmi already/);
  await choose('spare', 'payments');
  fixture.clock.pass(10_000);
  first.double.script(await first.nextReference(), { answer: 'lost' });
  await choose('nmi', 'fallback');
});
