import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { bankDay } from '../../src/kernel/ach-windows.ts';
import { makeFixture } from '../fixture.ts';
import { openClub } from '../subscriptions/club.ts';
import { openDesk, tuesdayEvening } from './desk.ts';
import { bankAt, bankOf } from './returns-bank.ts';
import { openAchShop } from './returns-fixture.ts';

test('what a payment asks for on the statement is the name of its batch, and others bear that of the business', async (t) => {
  const desk = await openDesk(t);
  const descriptor = { StatementDescriptor: 'Café Søren, Main St. 7' };
  await desk.debit('10.00', descriptor);
  await desk.debit('20.00');
  await desk.debit('30.00', { StatementDescriptor: 'お茶' });
  await desk.debit('40.00', descriptor);
  await desk.at(tuesdayEvening);
  const [file] = await desk.files();
  assert.deepEqual(
    desk
      .sent(file!)
      .batches.map(({ companyName, entries }) => [
        companyName,
        entries.map(({ amountCents }) => amountCents),
      ]),
    [
      ['CAFE SOREN, MAIN', [1000n, 4000n]],
      ['TEST', [2000n, 3000n]],
    ],
  );
});

test('what is presented again and what is refunded bear the name that was requested, too', async (t) => {
  const shop = await openAchShop(t);
  const StatementDescriptor = 'THE TEA HOUSE';
  const number = simulatedNumber('return_first', 'R01');
  await shop.pay(number, { OrderNumber: 'A-1', StatementDescriptor });
  await shop.until('2030-01-29 18:00');
  await shop.refund('A-1', '10.00');
  await shop.until('2030-01-30 20:00');
  const sent = await bankOf(shop).sent();
  assert.deepEqual(
    sent.map(({ batch }) => [batch.description, batch.companyName]),
    [
      ['PAYMENT', StatementDescriptor],
      ['RETRY PYMT', StatementDescriptor],
      ['REFUND', StatementDescriptor],
    ],
  );
  assert.deepEqual(await shop.findings(), []);
});

test('each batch is even where the bank wants that, however many names there are', async (t) => {
  const settings = {
    ACH_ODFI: '021000021',
    ACH_ORIGIN: '1123456789',
    ACH_ORIGIN_NAME: 'Quittance Inc',
    ACH_DESTINATION_NAME: 'First Bank',
    ACH_BALANCED: 'yes',
    ACH_OFFSET_ACCOUNT: 'checking:021000021:55512345',
  };
  const fixture = await makeFixture(t, { settings });
  const shop = await openAchShop(t, { fixture, environment: 'live' });
  for (const StatementDescriptor of ['ONE', 'TWO', undefined]) {
    await shop.pay('1234567', { StatementDescriptor });
  }
  await shop.until('2030-01-15 20:00');
  const folder = `${fixture.config.achFolder}/live`;
  const sent = await bankAt(shop, folder, () => bankDay(fixture.clock.now())).sent();
  assert.deepEqual(
    sent.map(({ batch, entry }) => [batch.companyName, entry.transactionCode]),
    [
      ['ONE', 27],
      ['ONE', 22],
      ['TWO', 27],
      ['TWO', 22],
      ['TEST', 27],
      ['TEST', 22],
    ],
  );
  assert.equal(new Set(sent.map(({ entry }) => entry.traceNumber)).size, 6);
});

test('a debit of a subscription is marked as one of many, and any other as one by itself', async (t) => {
  const club = await openClub(t);
  await club.until('2030-01-31 12:00');
  const account = '1234567';
  await club.join({ CardToken: await club.bankToken(account), Interval: 'Daily' });
  await club.until('2030-01-31 20:30');
  const { db, config } = club.fixture;
  const entries = () =>
    db.query<never>('select * from ach_entries where business_id = $1', [club.id]);
  const folder = `${config.achFolder}/sandbox/${club.id}`;
  const today = () => Temporal.PlainDate.from('2030-01-31');
  const sent = await bankAt({ entries, businessId: club.id }, folder, today).sent();
  assert.deepEqual(
    sent.map(({ batch, entry }) => [batch.secCode, entry.discretionary]),
    [['WEB', 'R']],
  );

  const shop = await openAchShop(t);
  await shop.pay(account);
  await shop.until('2030-01-15 20:00');
  assert.deepEqual(
    (await bankOf(shop).sent()).map(({ entry }) => entry.discretionary),
    ['S'],
  );
});
