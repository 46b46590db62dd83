import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { readInboxes } from '../../src/ach/files/inbox.ts';
import { rejectFile } from '../../src/ach/files/reject-file.ts';
import { confirmAmounts } from '../../src/ach/validation/confirm.ts';
import { makeFixture } from '../fixture.ts';
import { liveBankOf, liveSettings } from './live-shops.ts';
import { bankOf } from './returns-bank.ts';
import { openValidatingShop } from './validation-fixture.ts';

test('two amounts below a dollar go out and back, and once they are confirmed the debit goes', async (t) => {
  const shop = await openValidatingShop(t, 'micro_deposits');
  const id = await shop.pay('1234567');
  assert.equal(await latest(shop), undefined);
  await shop.until('2030-01-15 21:00');
  const sent = await bankOf(shop).sent();
  assert.deepEqual(
    sent.map(({ batch, entry }) => [
      batch.description,
      batch.secCode,
      entry.transactionCode,
      entry.amountCents,
    ]),
    [
      ['ACCTVERIFY', 'PPD', 22, 32n],
      ['ACCTVERIFY', 'PPD', 22, 45n],
      ['ACCTVERIFY', 'WEB', 27, 32n],
      ['ACCTVERIFY', 'WEB', 27, 45n],
    ],
  );
  assert.deepEqual(await shop.ledger(), {});
  assert.deepEqual(await shop.findings(), []);
  await shop.until('2030-01-17 12:00');
  assert.equal((await shop.payment(id)).state, 'queued');
  assert.equal(await shop.confirm(45n, 32n), 'validated');
  await shop.until('2030-01-17 21:00');
  assert.equal((await shop.payment(id)).state, 'originated');
  await shop.until('2030-01-30 21:00');
  assert.equal((await shop.payment(id)).state, 'available');
  assert.deepEqual(await shop.findings(), []);
});

async function latest(shop: { validations(): Promise<readonly { state: string }[]> }) {
  return (await shop.validations()).at(-1)?.state;
}

test('three wrong tries end it, many at once too, and another payment gives no more of them', async (t) => {
  const shop = await openValidatingShop(t, 'micro_deposits');
  const id = await shop.pay('1234567');
  await shop.until('2030-01-17 12:00');
  const heard = await Promise.all(
    Array.from({ length: 20 }, (_, i) => shop.confirm(BigInt(i + 1), 99n)),
  );
  const left = heard.flatMap((one) => (typeof one === 'string' ? [] : [one.triesLeft]));
  assert.deepEqual(left.sort(), [0, 1, 2]);
  assert.equal(heard.filter((one) => one === 'over').length, 17);
  assert.equal(await shop.confirm(32n, 45n), 'over');
  assert.deepEqual([await latest(shop), (await shop.payment(id)).state], ['failed', 'voided']);
  const [told] = await shop.events('payment.voided');
  assert.equal(told?.data.outcomeCode, 'account_not_validated');
  const again = await shop.pay('1234567');
  await shop.until('2030-01-17 21:00');
  assert.equal((await shop.payment(again)).state, 'voided');
  assert.equal((await shop.validations()).length, 1);
  assert.deepEqual(await shop.findings(), []);
});

test('of a right and a wrong try at once the right one counts, whichever is first', async (t) => {
  const shop = await openValidatingShop(t, 'micro_deposits');
  await shop.pay('1234567');
  await shop.until('2030-01-17 12:00');
  await Promise.all([
    ...Array.from({ length: 2 }, () => shop.confirm(1n, 2n)),
    ...Array.from({ length: 5 }, () => shop.confirm(32n, 45n)),
  ]);
  assert.equal(await latest(shop), 'validated');
  assert.equal((await shop.events('payment.account_validated')).length, 1);
  assert.deepEqual(await shop.findings(), []);
});

test('amounts that nobody confirms in ten days withdraw the payment; the next one tries anew', async (t) => {
  const shop = await openValidatingShop(t, 'micro_deposits');
  const id = await shop.pay('1234567');
  await shop.until('2030-01-26 09:00');
  assert.deepEqual([await latest(shop), (await shop.payment(id)).state], ['expired', 'voided']);
  assert.equal(await shop.confirm(32n, 45n), 'over');
  await shop.pay('1234567');
  await shop.until('2030-01-28 12:00');
  assert.equal(await latest(shop), 'pending');
  assert.equal((await shop.validations()).length, 2);
  assert.deepEqual(await shop.findings(), []);
});

test('they cannot be confirmed before they are sent', async (t) => {
  const shop = await openValidatingShop(t, 'micro_deposits');
  await shop.pay('1234567');
  await shop.until('2030-01-15 19:00');
  assert.equal(await shop.confirm(32n, 45n), 'not_sent');
  assert.equal((await shop.validations())[0]?.wrongTries, 0);
});

test('a deposit that comes back fails the account, and its money is back in the ledger', async (t) => {
  const shop = await openValidatingShop(t, 'micro_deposits');
  const id = await shop.pay(simulatedNumber('return_credits', 'R03'));
  await shop.until('2030-01-18 12:00');
  assert.deepEqual([await latest(shop), (await shop.payment(id)).state], ['failed', 'voided']);
  // What takes the deposits back is not returned here.
  assert.deepEqual(await shop.ledger(), { clearing: 77n, micro_deposits: -77n });
  assert.deepEqual(await shop.findings(), []);
});

test('a deposit that is not taken back stays in the ledger, and the account may be good', async (t) => {
  const shop = await openValidatingShop(t, 'micro_deposits');
  await shop.pay('1234567');
  await shop.until('2030-01-17 12:00');
  const bank = bankOf(shop);
  const [debit] = (await shop.entries()).filter(({ kind }) => kind === 'micro_debit');
  await bank.post('a.ach', await bank.answerEntry(debit!.id, 'R01'));
  await readInboxes(shop.world, shop.businessId);
  assert.equal(await latest(shop), 'pending');
  assert.deepEqual(await shop.ledger(), { clearing: -32n, micro_deposits: 32n });
  assert.deepEqual(await shop.findings(), []);
});

test('a rejected file sends them again with the next one, all together', async (t) => {
  const shop = await openValidatingShop(t, 'micro_deposits');
  await shop.pay('1234567');
  await shop.until('2030-01-15 20:30');
  const [file] = await shop.fixture.db.query<{ id: bigint }>(
    `select id from ach_files where business_id = $1 and direction = 'out'`,
    [shop.businessId],
  );
  const key = { scope: shop.businessId, id: file!.id };
  await rejectFile(shop.world, key, { actor: 'operator:ada', reason: 'the bank said no' });
  assert.deepEqual(await shop.ledger(), {});
  await shop.until('2030-01-16 21:00');
  assert.equal((await bankOf(shop).sent()).length, 8);
  assert.equal(await shop.confirm(32n, 45n), 'validated');
  assert.deepEqual(await shop.findings(), []);
});

test('the payer is mailed the page, and no amount is in mail, event, webhook or log', async (t) => {
  const shop = await openValidatingShop(t, 'micro_deposits');
  const id = await shop.pay('1234567', { EmailAddress: 'ada@example.com' });
  await shop.until('2030-01-17 12:00');
  const { db, logged } = shop.fixture;
  const [mail, ...more] = await db.query<{ body: string; subject: string }>(
    `select body, subject from sandbox_inbox where business_id = $1 and subject like '%confirm%'`,
    [shop.businessId],
  );
  assert.deepEqual(more, []);
  assert.match(mail!.body, /\/account\/[\w-]{22}/);
  const [began] = await shop.events('payment.account_validating');
  assert.equal(began?.object_id, id);
  await shop.confirm(1n, 2n);
  await shop.confirm(32n, 45n);
  const events = JSON.stringify(
    (await shop.events('payment.account_validating')).map(({ data }) => data),
  );
  for (const text of [mail!.body, mail!.subject, events, ...logged]) {
    assert.doesNotMatch(text, /0\.32|0\.45|"(32|45)"|:(32|45)\b/);
  }
  assert.deepEqual(await shop.findings(), []);
});

test('amounts of live accounts are drawn, and each is below a dollar', async (t) => {
  const fixture = await makeFixture(t, { settings: liveSettings });
  const shop = await openValidatingShop(t, 'micro_deposits', { fixture, environment: 'live' });
  for (let i = 0; i < 20; i += 1) await shop.pay(String(1_000_000 + i));
  await shop.until('2030-01-16 12:00');
  const sent = await liveBankOf(shop).sent();
  const credits = sent.filter(({ batch }) => batch.secCode === 'PPD').map(({ entry }) => entry);
  assert.equal(credits.length, 40);
  assert.ok(credits.every(({ amountCents }) => amountCents >= 1n && amountCents <= 99n));
  assert.ok(new Set(credits.map(({ amountCents }) => amountCents)).size > 10);
  const [first] = await shop.validations();
  const own = (await shop.entries()).filter(
    (entry) => entry.kind === 'micro_credit' && entry.validation_id === first!.id,
  );
  const [one, other] = own.map(({ amount_cents }) => amount_cents);
  assert.equal(await confirmAmounts(shop.world, first!, [other!, one!]), 'validated');
  assert.deepEqual(await shop.findings(), []);
});
