import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { approved, followUp } from '../../packages/sandbox/test/subject.ts';
import type { Action, Row } from '../../src/ports/processors/nmi/client.ts';
import { settledIn } from '../../src/ports/processors/nmi/reports.ts';
import { withoutRepeats } from '../../src/settlement/report-mark.ts';
import { type NmiScene, openNmiSceneForFile } from './nmi-scene.ts';

/* What NMI settled, as its reports tell it. */

const card = '4111111111111111';

function row(condition: string, actions: readonly Action[]): Row {
  const charge = { transactionId: '7001', orderId: '1-a-1', currency: 'USD' };
  return { ...charge, condition, authorizationCode: '123456', avs: 'Y', cvv: 'M', actions };
}

function action(type: string, success = '1', more: Partial<Action> = {}): Action {
  const done = { date: '20300115000000', code: '100', text: 'SUCCESS' };
  return { type, amount: '10.00', success, ...done, ...more };
}

const failed = (code: string, type = 'sale') => action(type, '0', { code, text: 'DECLINE' });
const part = { amount: '6.00' };

/** What is settled of transactions until then, in cents; `odd` for each row that is. */
function settled(rows: readonly Row[], until = new Date('2031-01-01')): (bigint | 'odd')[] {
  const told = settledIn(rows, new Date('2030-01-01'), until);
  return [...told.rows.map(({ cents }) => cents), ...told.oddRows.map(() => 'odd' as const)];
}

const cents = (...actions: readonly Action[]) => settled([row('complete', actions)]);
const [settle, some] = [action('settle'), action('settle', '1', part)];
const back = (amount: string) => action('refund', '1', { amount });

test('NMI: what is settled has the sign of the action that it settles', () => {
  const refund = back('-6.00');
  assert.deepEqual(cents(action('sale'), settle), [1000n]);
  assert.deepEqual(
    cents(action('sale'), action('level3'), settle),
    [1000n],
    'level 3 moves nothing',
  );
  assert.deepEqual(cents(action('auth'), action('capture', '1', part), some), [600n]);
  assert.deepEqual(cents(refund, some), [-600n], 'a refund by itself');
  assert.deepEqual(cents(back('6.00'), some), [-600n], 'the same, without a sign');
  assert.deepEqual(cents(refund, action('settle', '1', { amount: '-6.00' })), [-600n]);
  assert.deepEqual(cents(action('sale'), settle, refund, some), [1000n, -600n]);
  assert.deepEqual(cents(action('sale'), refund, settle, some), [1000n, -600n], 'on one day');
  assert.deepEqual(cents(action('sale'), settle, action('refund'), settle), [1000n, -1000n]);
  assert.deepEqual(
    cents(action('sale'), action('settle', '0'), settle),
    [0n, 1000n],
    'refused at first',
  );
  assert.deepEqual(cents(action('sale'), failed('200', 'refund'), settle), [1000n]);
  assert.deepEqual(cents(action('sale'), some), [600n], 'a part, as it was settled');
});

test('NMI: two equal refunds of a charge that are settled in one second are two rows', () => {
  const refunds = [back('-6.00'), back('-6.00')];
  const twice = row('complete', [action('sale'), settle, ...refunds, some, some]);
  const { rows } = settledIn([twice, twice], new Date('2030-01-01'), new Date('2031-01-01'));
  assert.deepEqual(
    withoutRepeats(rows).map(({ cents, turn }) => [cents, turn]),
    [
      [1000n, undefined],
      [-600n, undefined],
      [-600n, 2],
    ],
    'also where the pages moved',
  );
});

test('NMI: a settlement of which the sign, the amount or the date is not certain is odd', () => {
  assert.deepEqual(cents(settle), ['odd'], 'of nothing that is shown');
  const both = [action('sale'), action('refund'), settle];
  assert.deepEqual(cents(...both), ['odd'], 'the charge or its refund');
  assert.deepEqual(cents(...both, settle), ['odd', 'odd']);
  const ofNeither = [action('sale'), back('-6.00'), action('settle', '1', { amount: '7.00' })];
  assert.deepEqual(cents(...ofNeither), ['odd']);
  assert.deepEqual(cents(action('sale')), ['odd'], 'complete, and when is not told');
  for (const more of [{ amount: '' }, { amount: '1,0' }, { date: '' }, { success: '' }])
    assert.deepEqual(cents(action('sale'), { ...settle, ...more }), ['odd'], JSON.stringify(more));
  // One odd row does not keep back the others.
  const rows = [row('complete', [settle]), row('complete', [action('sale'), settle])];
  assert.deepEqual(settled(rows), [1000n, 'odd']);
});

test('NMI: a settlement whose day cannot be read is the same odd row in each report', () => {
  const odd = row('complete', [action('sale'), action('settle', '1', { date: '' })]);
  const since = new Date('2030-01-01');
  const oddIn = (until: string) => settledIn([odd], since, new Date(until)).oddRows;
  assert.equal(oddIn('2030-01-16').length, 1);
  assert.deepEqual(oddIn('2030-01-16'), oddIn('2030-01-17'));
});

test('NMI: what awaits its settlement is not settled, and what failed settles nothing', () => {
  const [sale, refused] = [action('sale'), action('settle', '0')];
  assert.deepEqual(settled([row('failed', [sale, refused])]), [0n]);
  assert.deepEqual(settled([row('failed', [sale, settle])]), ['odd']);
  assert.deepEqual(settled([row('failed', [failed('202')])]), []);
  const stored = row('complete', [action('validate', '1', { amount: '0.00' })]);
  assert.deepEqual(settled([stored]), [], 'a card was verified');
});

test('NMI: what was settled is told of the day of its settlement, whatever came later', () => {
  const later = (type: string, amount: string) =>
    action(type, '1', { amount, date: '20300116000000' });
  const refunded = row('complete', [
    ...[action('sale'), settle],
    ...[later('refund', '-4.00'), later('settle', '4.00')],
  ]);
  assert.deepEqual(settled([refunded], new Date('2030-01-15T12:00:00Z')), [1000n]);
  assert.deepEqual(settled([refunded]), [1000n, -400n]);
});

test('NMI: the settled rows of a busy day are read to the last', async () => {
  const scene = await openNmiSceneForFile();
  const [since, count] = [scene.now(), 125];
  for (let i = 0; i < count; i += 1) await approved(scene.processor, `1-${i}-1`, card);
  scene.passSeconds(24 * 3600);
  const settled = await scene.processor.settledRows!(since, scene.now());
  assert.equal(settled.outcome, 'settled');
  assert.equal(new Set(settled.rows.map(({ reference }) => reference)).size, count);
  assert.ok(settled.rows.every(({ cents }) => cents === 1000n));
});

/** What is told of so many hours, as `1-a-1 1000`. */
async function settledWithin(scene: NmiScene, since: Date, until: Date): Promise<string[]> {
  const told = await scene.processor.settledRows!(since, until);
  assert.equal(told.outcome, 'settled');
  assert.deepEqual(told.oddRows, []);
  return told.rows.map(({ reference, cents }) => `${reference} ${cents}`);
}

test('NMI: what is refunded after its day is told of that day, with its sign, in each form of the report', async () => {
  for (const settings of [{}, { refundsAreActions: true }, { settlesWithoutSign: true }]) {
    const scene = await openNmiSceneForFile(settings);
    const since = scene.now();
    const charge = await approved(scene.processor, '1-a-1', card);
    scene.passSeconds(24 * 3600);
    const until = scene.now();
    assert.deepEqual(await settledWithin(scene, since, until), ['1-a-1 1000']);
    scene.passSeconds(3600);
    const refund = followUp('refund', '1-a-2', charge, 400n);
    assert.equal((await scene.processor.followUp(refund)).outcome, 'approved');
    assert.deepEqual(await settledWithin(scene, since, until), ['1-a-1 1000'], 'touched since');
    scene.passSeconds(24 * 3600);
    const back = 'refundsAreActions' in settings ? '1-a-1 -400' : '1-a-2 -400';
    assert.deepEqual(await settledWithin(scene, since, until), ['1-a-1 1000']);
    const nextDay = new Date(until.getTime() + 1000);
    assert.deepEqual(await settledWithin(scene, nextDay, scene.now()), [back]);
    assert.deepEqual(await settledWithin(scene, since, scene.now()), ['1-a-1 1000', back]);
  }
});

test('NMI: a transaction with a settlement is not settled while it awaits that', async () => {
  const scene = await openNmiSceneForFile({ completesAfterSeconds: 7200 });
  const since = scene.now();
  await approved(scene.processor, '1-a-1', card);
  scene.passSeconds(24 * 3600);
  const midnight = Math.trunc(scene.now().getTime() / 86_400_000) * 86_400_000;
  const sinceMidnight = (scene.now().getTime() - midnight) / 1000;
  assert.ok(sinceMidnight < 7200, 'the clock of the scene stands soon after midnight');
  assert.deepEqual(await settledWithin(scene, since, scene.now()), []);
  scene.passSeconds(7200);
  assert.deepEqual(await settledWithin(scene, since, scene.now()), ['1-a-1 1000']);
});
