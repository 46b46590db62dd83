import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openScenario, payByCard } from './fixture.ts';

/** ScheduledDate and ExpirationDate of SendPaymentSMS: what is new is judged by them, and nothing that was made before. */

const today = '01-15-2030';

test('whoever asks again after the last day gets the first answer, and hears that it is over', async (t) => {
  const scenario = await openScenario(t);
  const dated = { ScheduledDate: today, ExpirationDate: today };
  const first = await scenario.send({ ...dated, InvoiceID: 'A' });
  const keyed = await scenario.send(dated, 'key 1');
  scenario.fixture.clock.setTo(new Date('2030-01-16T05:00:01Z'));
  for (const looked of [false, true]) {
    if (looked) await scenario.work();
    const second = await scenario.send({ ...dated, InvoiceID: 'A' });
    const byKey = await scenario.send(dated, 'key 1');
    for (const [again, before] of [
      [second, first],
      [byKey, keyed],
    ]) {
      assert.equal(again.Message, 'The invoice was made before, and its ExpirationDate is over.');
      assert.deepEqual({ ...again, IsSuccess: true, Message: before.Message }, before);
      assert.equal(again.IsSuccess, false);
    }
  }
});

test('what was paid on its last day is told as paid after it', async (t) => {
  const scenario = await openScenario(t);
  const asked = { InvoiceID: 'A', ExpirationDate: today };
  const { Data } = await scenario.send(asked);
  await payByCard(scenario.world, Data.PaymentLink);
  await scenario.pass(1);
  const said = await scenario.send(asked);
  assert.deepEqual(
    [said.IsSuccess, said.Message, said.Data],
    [true, 'The invoice was made before, and was paid.', Data],
  );
});

test('what would be new is refused for a date that has passed, and nothing is left of it', async (t) => {
  const scenario = await openScenario(t);
  for (const sent of [{}, { InvoiceID: 'A' }, { SMSMessage: 'x'.repeat(1600) }]) {
    const said = await scenario.send({ ...sent, ExpirationDate: '01-14-2030' });
    assert.equal(said.IsSuccess, false);
    assert.match(said.Message, /^ExpirationDate must not lie in the past/);
    assert.equal(said.Errors[0].Code, 'too_early');
    const wrong = said.Errors.map(({ Field }: { Field: string }) => Field);
    assert.deepEqual(wrong, ['ExpirationDate', ...('SMSMessage' in sent ? ['SMSMessage'] : [])]);
  }
  assert.deepEqual(await scenario.fixture.db.query('select id from pay_links'), []);
});

test('a text lies at most ten years ahead', async (t) => {
  const scenario = await openScenario(t);
  assert.equal((await scenario.send({ ScheduledDate: '01-15-2040' })).IsSuccess, true);
  for (const ScheduledDate of ['01-16-2040', '12-31-9999']) {
    const said = await scenario.send({ ScheduledDate });
    assert.deepEqual(
      [said.IsSuccess, said.Message, said.Errors?.[0].Code],
      [false, 'ScheduledDate must lie at most ten years ahead.', 'too_late'],
    );
  }
  assert.equal((await scenario.send({ ExpirationDate: '12-31-9999' })).IsSuccess, true);
});

const late =
  'ExpirationDate must leave time for the text, which goes out by day where the payer is.';

test('a link that would end before its text may go out is not made, where limits are on', async (t) => {
  const scenario = await openScenario(t, { business: { limited: true } });
  const free = await openScenario(t, { fixture: scenario.fixture, world: scenario.world });
  scenario.fixture.clock.setTo(new Date('2030-01-16T03:30:00Z'));
  const said = await scenario.send({ ExpirationDate: today });
  assert.deepEqual([said.IsSuccess, said.Message, said.Data], [false, late, null]);
  assert.deepEqual(await scenario.fixture.db.query('select id from pay_links'), []);
  for (const ExpirationDate of ['01-16-2030', '']) {
    assert.equal((await scenario.send({ ExpirationDate })).IsSuccess, true);
  }
  assert.equal((await free.send({ ExpirationDate: today })).IsSuccess, true);
  const sameDay = { ScheduledDate: '01-17-2030', ExpirationDate: '01-17-2030' };
  assert.equal((await scenario.send(sameDay)).IsSuccess, true);
});

test('a text that was put off until its link has ended is told as that', async (t) => {
  const scenario = await openScenario(t, { business: { limited: true } });
  const asked = { InvoiceID: 'A', ExpirationDate: today };
  scenario.fixture.clock.setTo(new Date('2030-01-16T01:59:59Z'));
  const first = await scenario.send(asked);
  assert.equal(first.IsSuccess, true);
  scenario.fixture.clock.setTo(new Date('2030-01-16T02:00:00Z'));
  await scenario.work();
  const said = await scenario.send(asked);
  assert.deepEqual(
    [said.IsSuccess, said.Message, said.Data],
    [
      false,
      'The invoice was made, but its text must wait until its ExpirationDate is over.',
      first.Data,
    ],
  );
});
