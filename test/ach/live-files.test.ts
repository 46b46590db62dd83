import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeFixture } from '../fixture.ts';
import {
  type Desk,
  entriesOf,
  openDesk,
  tuesday,
  tuesdayEvening,
  wednesdayMorning,
} from './desk.ts';
import { liveSettings } from './live-shops.ts';

type Scope = { after(work: () => Promise<void>): void };

test('all live businesses share one file, each with batches of its own', async (t) => {
  const [first, second] = await openLive(t, liveSettings);
  await first.debit('10.00');
  await first.debit('11.00', { AccountName: 'Park Ltd.', AccountHolderType: 'Business' });
  await second.debit('20.00');
  await goLive(first);
  await first.at(tuesdayEvening);
  const [file, ...more] = await first.files(0n);
  assert.deepEqual(more, []);
  const { batches, ...header } = first.sent(file!);
  assert.equal(header.immediateDestination, liveSettings.ACH_ODFI);
  assert.equal(header.immediateOrigin, liveSettings.ACH_ORIGIN);
  assert.equal(header.originName, 'PLATFORM INC.');
  const owners = batches.map(({ discretionary }) => discretionary);
  const ids = [first, second].map(({ caller }) => String(caller.business.id));
  assert.deepEqual([...new Set(owners)], ids);
  const traces = entriesOf({ ...header, batches }).map(({ traceNumber }) => traceNumber);
  assert.deepEqual(traces.toSorted(), ['021000020000001', '021000020000002', '021000020000003']);
  assert.deepEqual(await first.files(), []);
  await first.at(wednesdayMorning);
  for (const desk of [first, second]) {
    for (const { state } of await desk.entries()) assert.equal(state, 'settled');
  }
});

test('where the bank wants it, each batch carries its other side', async (t) => {
  const [first, second] = await openLive(t, {
    ...liveSettings,
    ACH_BALANCED: 'yes',
    ACH_OFFSET_ACCOUNT: 'checking:021000021:000123456789',
  });
  await first.debit('10.00');
  await first.debit('15.00');
  await second.debit('20.00');
  await goLive(first);
  await first.at(tuesdayEvening);
  const [file] = await first.files(0n);
  const read = first.sent(file!);
  const even = read.batches.map(({ serviceClass, entries }) => [
    serviceClass,
    entries.map(({ transactionCode, amountCents }) => [transactionCode, amountCents]),
  ]);
  assert.deepEqual(even, [
    [
      200,
      [
        [27, 1000n],
        [27, 1500n],
        [22, 2500n],
      ],
    ],
    [
      200,
      [
        [27, 2000n],
        [22, 2000n],
      ],
    ],
  ]);
  const traces = entriesOf(read).map(({ traceNumber }) => traceNumber);
  assert.equal(new Set(traces).size, traces.length);
  assert.deepEqual([file?.entryCount, file?.debitCents, file?.creditCents], [3, 4500n, 0n]);
});

test('where it is not set how, no live entry is sent and each waits, and that is said once a day', async (t) => {
  const [first, second] = await openLive(t, {});
  const invoice = await first.debit('10.00');
  await second.debit('20.00');
  await goLive(first);
  await first.at(tuesdayEvening);
  await first.at('2030-01-16T01:05:00Z');
  assert.deepEqual(await first.files(0n), []);
  assert.equal((await first.payment(invoice)).state, 'queued');
  const said = () =>
    first.fixture.logged
      .join('')
      .split('\n')
      .filter((line) => line.includes('"ach.not_sent"'));
  assert.equal(said().length, 1);
  assert.match(said()[0]!, /"count":2/);
  await first.at('2030-01-17T01:00:00Z');
  assert.equal(said().length, 2);
});

test('what was charged as a test at a live business goes to no real bank', async (t) => {
  const [first] = await openLive(t, liveSettings);
  const trial = await first.debit('10.00');
  await first.debit('20.00');
  await first.fixture.db.query('update payments set is_test = true where amount_cents = 1000');
  await goLive(first);
  await first.at(tuesdayEvening);
  assert.equal((await first.payment(trial)).state, 'queued');
  const [file, ...more] = await first.files(0n);
  assert.deepEqual(more, []);
  assert.deepEqual(
    entriesOf(first.sent(file!)).map(({ amountCents }) => amountCents),
    [2000n],
  );
});

async function openLive(scope: Scope, settings: Readonly<Record<string, string>>) {
  const fixture = await makeFixture(scope, { settings, startsAt: new Date(tuesday) });
  return [await openDesk(scope, { fixture }), await openDesk(scope, { fixture })] as const;
}

/** From here on all businesses of the fixture are live. */
async function goLive({ fixture }: Desk): Promise<void> {
  await fixture.db.query(`update businesses set environment = 'live'`);
}
