import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { readInboxes } from '../../src/ach/files/inbox.ts';
import { beginValidations } from '../../src/ach/validation/begin.ts';
import { bankOf } from './returns-bank.ts';
import { fromToken, openValidatingShop } from './validation-fixture.ts';

test('an account is tried at its first use, and debited three banking days after', async (t) => {
  const shop = await openValidatingShop(t, 'prenote');
  const id = await shop.pay('1234567');
  await shop.until('2030-01-15 21:00');
  const bank = bankOf(shop);
  const [tried, ...more] = await bank.sent();
  assert.deepEqual(more, []);
  assert.deepEqual(
    [tried?.batch.description, tried?.batch.secCode, tried?.entry.transactionCode],
    ['PRENOTE', 'WEB', 28],
  );
  assert.equal((await shop.payment(id)).state, 'queued');
  // Settled on Wednesday; Thursday, Friday, and after the holiday Tuesday.
  await shop.until('2030-01-21 23:00');
  assert.deepEqual(
    [(await shop.payment(id)).state, (await shop.validations())[0]?.state],
    ['queued', 'pending'],
  );
  await shop.until('2030-01-22 21:00');
  assert.equal((await shop.validations())[0]?.state, 'validated');
  assert.equal((await shop.payment(id)).state, 'originated');
  const [began] = await shop.events('payment.account_validating');
  const [passed] = await shop.events('payment.account_validated');
  assert.deepEqual([began?.object_id, passed?.object_id], [id, id]);
  assert.equal(passed?.data.validationMethod, 'prenote');
  assert.deepEqual(await shop.findings(), []);
});

test('an account that was validated once is debited at once, by whatever token or payment', async (t) => {
  const shop = await openValidatingShop(t, 'prenote');
  await shop.pay('1234567');
  await shop.until('2030-01-23 12:00');
  const saved = await shop.pay('1234567', { CreateToken: true });
  const other = await shop.pay('7654321');
  await shop.until('2030-01-23 21:00');
  assert.equal((await shop.payment(saved)).state, 'originated');
  assert.equal((await shop.payment(other)).state, 'queued');
  assert.deepEqual(
    (await shop.validations()).map(({ state }) => state),
    ['validated', 'pending'],
  );
  assert.deepEqual(await shop.findings(), []);
});

test('a prenote that comes back withdraws every payment that waits, and the account is not tried again', async (t) => {
  const shop = await openValidatingShop(t, 'prenote');
  const number = simulatedNumber('return_always', 'R03');
  const first = await shop.pay(number);
  const second = await shop.pay(number, { CreateToken: true });
  await shop.until('2030-01-18 12:00');
  for (const id of [first, second]) {
    const { state, holds_order, invoice } = await shop.payment(id);
    assert.deepEqual([state, holds_order, invoice], ['voided', false, 'open']);
  }
  const events = await shop.events('payment.voided');
  assert.deepEqual(
    events.map(({ data }) => [data.outcomeCode, data.payerIsAsked, data.isByUs]),
    Array(2).fill(['R03', 'for_new_details', true]),
  );
  const [failed] = await shop.validations();
  assert.deepEqual(
    [failed?.state, failed?.reason?.slice(0, 31)],
    ['failed', 'its account came back as R03: N'],
  );
  const third = await shop.pay(number);
  await shop.until('2030-01-22 21:00');
  assert.equal((await shop.payment(third)).state, 'voided');
  assert.equal((await shop.validations()).length, 1);
  assert.equal((await bankOf(shop).sent()).length, 1);
  assert.deepEqual(await shop.findings(), []);
});

test('a debit that comes back from a dead account withdraws what was validated', async (t) => {
  const shop = await openValidatingShop(t, 'prenote');
  const id = await shop.pay('1234567');
  await shop.until('2030-01-23 12:00');
  const bank = bankOf(shop);
  await bank.post('a.ach', await bank.answer([[id, 'R02']]));
  await readInboxes(shop.world, shop.businessId);
  assert.equal((await shop.validations())[0]?.state, 'withdrawn');
  const again = await shop.pay('1234567');
  await shop.until('2030-01-23 21:00');
  assert.equal((await shop.payment(again)).state, 'queued');
  assert.deepEqual(
    (await shop.validations()).map(({ state }) => state),
    ['withdrawn', 'pending'],
  );
  assert.deepEqual(await shop.findings(), []);
});

test('a debit that comes back for want of funds withdraws nothing, and is presented again', async (t) => {
  const shop = await openValidatingShop(t, 'prenote');
  const id = await shop.pay('1234567');
  await shop.until('2030-01-23 12:00');
  const bank = bankOf(shop);
  await bank.post('a.ach', await bank.answer([[id, 'R01']]));
  await readInboxes(shop.world, shop.businessId);
  assert.equal((await shop.validations())[0]?.state, 'validated');
  await shop.until('2030-02-05 12:00');
  assert.equal((await shop.payment(id)).state, 'available');
  assert.deepEqual(await shop.findings(), []);
});

test('a saved account that was debited before counts as validated, others do not', async (t) => {
  const shop = await openValidatingShop(t, 'none');
  const id = await shop.pay('1234567', { CreateToken: true });
  await shop.until('2030-01-22 12:00');
  assert.equal((await shop.payment(id)).state, 'available');
  await shop.switchTo('prenote');
  const { token } = await shop.payment(id);
  const again = await shop.pay('', fromToken(token!));
  const other = await shop.pay('7654321');
  await shop.until('2030-01-22 21:00');
  assert.equal((await shop.payment(again)).state, 'originated');
  assert.equal((await shop.payment(other)).state, 'queued');
  const found = await shop.validations();
  assert.deepEqual(
    found.map(({ method, state }) => [method, state]),
    [
      ['used_before', 'validated'],
      ['prenote', 'pending'],
    ],
  );
  assert.deepEqual(await shop.events('payment.account_validated'), []);
  assert.deepEqual(await shop.findings(), []);
});

test('accounts of businesses agree otherwise than online, and are debited at once', async (t) => {
  const shop = await openValidatingShop(t, 'prenote');
  const id = await shop.pay('1234567', { AccountType: 'Business Checking' });
  await shop.until('2030-01-15 21:00');
  assert.deepEqual([(await shop.payment(id)).state, await shop.validations()], ['originated', []]);
  assert.deepEqual(await shop.findings(), []);
});

test('a correction by the bank goes into the validation, and the debit goes to the corrected account', async (t) => {
  const shop = await openValidatingShop(t, 'prenote');
  const number = simulatedNumber('correct', 'C01');
  const id = await shop.pay(number);
  await shop.until('2030-01-22 21:00');
  assert.equal((await shop.payment(id)).state, 'originated');
  const debits = (await bankOf(shop).sent()).filter(({ entry }) => entry.amountCents > 0n);
  assert.deepEqual(
    debits.map(({ entry }) => entry.accountNumber),
    [`1${number.slice(1)}`],
  );
  const again = await shop.pay(`1${number.slice(1)}`);
  await shop.until('2030-01-23 21:00');
  assert.equal((await shop.payment(again)).state, 'originated');
  assert.equal((await shop.validations()).length, 1);
  assert.deepEqual(await shop.findings(), []);
});

test('of many workers one begins the validation of an account', async (t) => {
  const shop = await openValidatingShop(t, 'prenote');
  for (let i = 0; i < 5; i += 1) await shop.pay('1234567');
  const worlds = await Promise.all(Array.from({ length: 4 }, () => shop.fixture.open()));
  await Promise.all(worlds.map((world) => beginValidations(world)));
  await beginValidations(shop.world);
  assert.equal((await shop.validations()).length, 1);
  assert.equal((await shop.entries()).filter(({ kind }) => kind === 'prenote').length, 1);
  const [{ id } = { id: 0n }] = await shop.validations();
  const bound = await shop.fixture.db.query(
    `select from ach_entries where business_id = $1 and validation_id = $2 and kind = 'debit'`,
    [shop.businessId, id],
  );
  assert.equal(bound.length, 5);
});

test('what was sent without a validation is found by the reconciliation', async (t) => {
  const shop = await openValidatingShop(t, 'prenote');
  const id = await shop.pay('1234567');
  await shop.until('2030-01-22 21:00');
  assert.equal((await shop.payment(id)).state, 'originated');
  await shop.fixture.db.query(
    `update ach_entries set validation_id = null where business_id = $1 and kind = 'debit'`,
    [shop.businessId],
  );
  const [found, ...more] = await shop.findings();
  assert.deepEqual(more, []);
  assert.match(found!, /debit_not_validated.*its account was not tried/);
});
