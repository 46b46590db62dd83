import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualTerms, writeTerms } from '../../src/parties/businesses/terms.ts';
import { type Desk, entriesOf, openDesk, tuesdayEvening, wednesdayMorning } from './desk.ts';

type Scope = { after(work: () => Promise<void>): void };

test('a new bank account is tried first, once, and debited three banking days after', async (t) => {
  const desk = await openWithPrenotes(t);
  const { token, invoice } = await payWithToken(desk);
  const second = await desk.debit('20.00', { ...noAccount, ACHToken: token });
  await desk.at(tuesdayEvening);
  const [file] = await desk.files();
  const [batch, ...more] = desk.sent(file!).batches;
  assert.deepEqual(more, []);
  assert.equal(batch?.description, 'PRENOTE');
  assert.deepEqual(
    batch?.entries.map(({ transactionCode, amountCents }) => [transactionCode, amountCents]),
    [[28, 0n]],
  );
  for (const one of [invoice, second]) assert.equal((await desk.payment(one)).state, 'queued');

  await desk.at(wednesdayMorning);
  const [tried] = (await desk.entries()).filter(({ kind }) => kind === 'prenote');
  assert.equal(tried?.state, 'settled');
  // Thursday, Friday, and after the holiday on Monday the third banking day is Tuesday.
  for (const evening of ['2030-01-17', '2030-01-18', '2030-01-19']) {
    await desk.at(`${evening}T01:00:00Z`);
    assert.equal((await desk.payment(invoice)).state, 'queued');
  }
  await desk.at('2030-01-23T01:00:00Z');
  for (const one of [invoice, second]) assert.equal((await desk.payment(one)).state, 'originated');
  const files = await desk.files();
  assert.equal(files.length, 2);
  assert.equal(entriesOf(desk.sent(files[1]!)).length, 2);
});

test('while it is held back, a payment can be voided', async (t) => {
  const desk = await openWithPrenotes(t);
  const { invoice } = await payWithToken(desk);
  await desk.at(tuesdayEvening);
  await desk.refund({ RefundType: 'Full', PaymentID: invoice });
  assert.equal((await desk.payment(invoice)).state, 'voided');
  await desk.at('2030-01-23T01:00:00Z');
  assert.equal((await desk.files()).length, 1);
});

test('an account that is sent with a single payment is debited at once', async (t) => {
  const desk = await openWithPrenotes(t);
  const invoice = await desk.debit('10.00');
  await desk.at(tuesdayEvening);
  assert.equal((await desk.payment(invoice)).state, 'originated');
});

test('an account whose trial came back without ending its token is tried anew and debited after that', async (t) => {
  const desk = await openWithPrenotes(t);
  const { invoice } = await payWithToken(desk);
  await desk.at(tuesdayEvening);
  await desk.fixture.db.query(
    `update ach_entries set state = 'returned', return_code = 'R17', next_at = null where kind = 'prenote'`,
  );
  await desk.at('2030-01-17T01:00:00Z');
  const trials = (await desk.entries()).filter(({ kind }) => kind === 'prenote');
  assert.deepEqual(
    trials.map(({ state }) => state),
    ['returned', 'originated'],
  );
  assert.equal((await desk.payment(invoice)).state, 'queued');
  await desk.at('2030-01-17T13:30:00Z');
  await desk.at('2030-01-24T01:00:00Z');
  assert.equal((await desk.payment(invoice)).state, 'originated');
});

test('several new accounts are tried with one file, each once', async (t) => {
  const desk = await openWithPrenotes(t);
  const numbers = ['1234567', '2345678', '3456789'];
  for (const AccountNumber of numbers) {
    await desk.debit('10.00', { AccountNumber, CreateToken: true });
    await desk.debit('20.00', { AccountNumber, CreateToken: true });
  }
  await desk.at(tuesdayEvening);
  const [file] = await desk.files();
  const tried = entriesOf(desk.sent(file!)).map(({ accountNumber }) => accountNumber);
  assert.deepEqual([...new Set(tried)].sort(), numbers);
  const tokens = await desk.fixture.db.query('select from tokens where business_id = $1', [
    desk.caller.business.id,
  ]);
  assert.equal(tried.length, tokens.length);
});

const noAccount = {
  AccountNumber: undefined,
  RoutingNumber: undefined,
  AccountType: undefined,
  AccountName: undefined,
};

async function openWithPrenotes(scope: Scope): Promise<Desk> {
  const desk = await openDesk(scope);
  const { db, clock } = desk.fixture;
  await writeTerms(db, desk.caller.business.id, { ...usualTerms, prenotes: true }, clock.now());
  return desk;
}

async function payWithToken(desk: Desk): Promise<{ token: string; invoice: string }> {
  const invoice = await desk.debit('10.00', { CreateToken: true });
  const [row] = await desk.fixture.db.query<{ token: string }>(
    'select token from tokens where business_id = $1',
    [desk.caller.business.id],
  );
  return { token: row!.token, invoice };
}
