import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardFields } from '../caller.ts';
import { openServedOffice } from '../cli/office.ts';

const dayMs = 24 * 3_600_000;

test('an operator moves the clock of a business beside a served world, and puts it back', async (t) => {
  const { ask, run, call, caller } = await openServedOffice(t);
  const mine = ['--business', caller.username];
  const pay = async () => {
    const fields = { ...cardFields, Amount: '12.50', ChargeType: 'Authorize' };
    const { headers, body } = await call('CreatePayment', fields);
    assert.equal(headers['x-payment-state'], 'authorized', body);
    return String(headers['x-payment-id']);
  };
  const held = await pay();
  const before = await ask('clock', 'show', ...mine);
  assert.equal(before.clockAheadMs, 0);
  const [lapse] = before.timers.filter(({ name }: { name: string }) => name.includes('expire'));
  assert.equal(lapse.name, `job authorization.expire ${held}`);

  const journey = await ask('clock', 'advance', ...mine, '--days', '8');
  const expired = journey.happened.filter(
    ({ kind }: { kind: string }) => kind === 'payment.expired',
  );
  assert.equal(expired.length, 1);
  assert.equal(expired[0].object, `payment ${held}`);
  // The real clock runs on while the work is done.
  const lateMs = Date.parse(expired[0].at) - Date.parse(lapse.at);
  assert.ok(lateMs >= 0 && lateMs < dayMs, `${lateMs} ms late`);
  assert.equal((await ask('payment', 'show', ...mine, held)).state, 'expired');

  // The service goes by the new clock at once, though it remembers for a while who calls.
  const next = await pay();
  const made = Date.parse((await ask('payment', 'show', ...mine, next)).createdAt);
  assert.ok(made >= Date.parse(journey.to), 'by the new clock');
  assert.ok(made < Date.parse(journey.to) + dayMs);

  const lines = await run('clock', 'advance', ...mine, '--days', '7', '--hours', '1');
  assert.equal(lines.code, 0, lines.err);
  const expiry = new RegExp(
    `^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d-0[45]:00 +payment\\.expired +payment ${next} +12\\.50`,
    'm',
  );
  assert.match(lines.out, expiry);
  assert.match(lines.out, /\n\nIt is .* for business \d+\.\n$/);

  const past = await run('clock', 'advance', ...mine, '--to', '2020-01-01');
  assert.equal(past.code, 1);
  assert.match(past.err, /Its clock is at .* already\.\n$/);
  const both = await run('clock', 'advance', ...mine, '--days', '1', '--to', '2050-01-01');
  assert.equal(both.code, 2);
  for (const far of [
    ['--to', '9999-12-31'],
    ['--days', '3660', '--hours', '1'],
  ]) {
    const { code, err } = await run('clock', 'advance', ...mine, ...far);
    const says = 'quittance: A clock is moved on by at most 3660 days at once.\n';
    assert.deepEqual([code, err], [1, says]);
  }
  const odd = await run('clock', 'advance', ...mine, '--to', 'tomorrow');
  assert.match(odd.err, /--to must be a moment such as/);

  const back = await ask('clock', 'reset', ...mine);
  assert.ok(Date.parse(back.from) - Date.parse(back.to) > 15 * dayMs);
  assert.equal((await ask('clock', 'show', ...mine)).clockAheadMs, 0);
  const business = String((await ask('business', 'show', caller.username)).id);
  const acts = await ask('audit', 'list', '--business', business, '--limit', '3');
  assert.deepEqual(
    acts.map(({ act }: { act: string }) => act),
    ['clock.reset', 'clock.advanced', 'clock.advanced'],
  );

  const below = ['--email', 'a@example.com', '--phone', '6175550123', '--master'];
  const live = await ask('business', 'create', '--name', 'Live', ...below, '--environment', 'live');
  for (const words of [['advance', '--days', '1'], ['reset']]) {
    const refused = await run('clock', ...words, '--business', String(live.id));
    assert.deepEqual(
      [refused.code, refused.err],
      [1, 'quittance: A live business lives by the real time.\n'],
    );
  }
});
