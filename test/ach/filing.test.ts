import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { entryKeyOf } from '../../src/ach/entry.ts';
import { usualTerms, writeTerms } from '../../src/parties/businesses/terms.ts';
import { bankFields } from '../caller.ts';
import {
  entriesOf,
  eventsOf,
  fridayEvening,
  openDesk,
  textOf,
  tuesdayEvening,
  wednesdayMorning,
} from './desk.ts';

test('a bank payment goes into the file of its cut-off, settles, and is free when its hold is over', async (t) => {
  const desk = await openDesk(t);
  const invoice = await desk.debit('12.50', { TaxAmount: '1.00', TipAmount: '2.00' });

  await desk.at('2030-01-16T00:59:59Z');
  assert.deepEqual(await desk.files(), []);
  assert.equal((await desk.payment(invoice)).state, 'queued');

  await desk.at(tuesdayEvening);
  const [file] = await desk.files();
  assert.equal(file?.state, 'delivered');
  assert.equal(file?.name, '20300115-A.ach');
  assert.deepEqual([file?.entryCount, file?.debitCents, file?.creditCents], [1, 1250n, 0n]);
  assert.ok(file?.sha256?.equals(hash('sha256', textOf(desk.fixture, file), 'buffer')));
  const [batch] = desk.sent(file!).batches;
  assert.equal(batch?.secCode, 'WEB');
  assert.equal(batch?.description, 'PAYMENT');
  assert.equal(batch?.companyName, 'TEST');
  assert.equal(batch?.effectiveOn?.toString(), '2030-01-16');
  const [line] = batch!.entries;
  const [entry] = await desk.entries();
  assert.equal(line?.transactionCode, 27);
  assert.equal(line?.accountNumber, bankFields.AccountNumber);
  assert.equal(line?.routingNumber, bankFields.RoutingNumber);
  assert.equal(line?.individualName, 'ADA PARK');
  assert.equal(line?.traceNumber, '123456780000001');
  assert.equal(entry?.traceNumber, '123456780000001');
  assert.deepEqual(entryKeyOf(line!.individualId), {
    businessId: entry?.businessId,
    id: entry?.id,
  });
  assert.equal(entry?.state, 'originated');
  assert.equal(entry?.effectiveOn?.toString(), '2030-01-16');
  assert.equal((await desk.payment(invoice)).state, 'originated');
  assert.deepEqual(await desk.ledger(), {
    'receivable:ach': 1250n,
    sales: -950n,
    tax: -100n,
    tip: -200n,
  });

  const opened = await desk.fixture.db.query(
    `select actor, object, facts from audit_trail where act = 'number.opened'`,
  );
  const facts = { file: file!.name, charges: 1, others: 0 };
  const reason = 'written into a file for the bank';
  const object = `ach_file:${file!.id}`;
  assert.deepEqual(opened, [{ actor: 'system', object, facts: { reason, ...facts } }]);

  await desk.at(wednesdayMorning);
  const settled = await desk.payment(invoice);
  assert.deepEqual([settled.state, settled.captured], ['settled', 1250n]);
  assert.equal((await desk.ledger()).held, 1250n);

  await desk.at('2030-01-18T22:59:59Z');
  assert.equal((await desk.payment(invoice)).state, 'settled');
  await desk.at(fridayEvening);
  assert.equal((await desk.payment(invoice)).state, 'available');
  assert.equal((await desk.entries())[0]?.nextAt, undefined);
  assert.deepEqual(await desk.ledger(), {
    clearing: 1250n,
    sales: -950n,
    tax: -100n,
    tip: -200n,
  });
  assert.deepEqual(await eventsOf(desk), [
    'payment.queued',
    'payment.originated',
    'payment.settled',
    'payment.available',
  ]);
});

test('the hold and the fee are those that were agreed with the business', async (t) => {
  const desk = await openDesk(t);
  const terms = { ...usualTerms, holdDays: 0, achFeeCents: 30 };
  const { db, clock } = desk.fixture;
  await writeTerms(db, desk.caller.business.id, terms, clock.now());
  const invoice = await desk.debit('10.00');
  await desk.at(tuesdayEvening);
  await desk.at(wednesdayMorning);
  await desk.at('2030-01-16T23:00:00Z');
  assert.equal((await desk.payment(invoice)).state, 'available');
  assert.deepEqual(await desk.ledger(), { clearing: 970n, platform_fees: 30n, sales: -1000n });
});

test('no file is made on a day without banks, and nothing settles on one', async (t) => {
  // Friday; Monday is the birthday of Martin Luther King.
  const desk = await openDesk(t, { startsAt: '2030-01-18T15:00:00Z' });
  const friday = await desk.debit('10.00');
  await desk.at('2030-01-19T01:00:00Z');
  const weekend = await desk.debit('20.00');
  for (const day of ['2030-01-20T01:00:00Z', '2030-01-21T13:30:00Z', '2030-01-22T01:00:00Z']) {
    await desk.at(day);
    assert.equal((await desk.payment(friday)).state, 'originated');
    assert.equal((await desk.payment(weekend)).state, 'queued');
  }
  await desk.at('2030-01-22T13:30:00Z');
  assert.equal((await desk.payment(friday)).state, 'settled');
  await desk.at('2030-01-23T01:00:00Z');
  assert.equal((await desk.payment(weekend)).state, 'originated');
  assert.deepEqual(
    (await desk.files()).map(({ name }) => name),
    ['20300118-A.ach', '20300122-A.ach'],
  );
});

test('a cut-off that nobody kept is over: what waited goes with the next one', async (t) => {
  const desk = await openDesk(t);
  await desk.debit('10.00');
  await desk.at('2030-01-16T07:15:00Z'); // until when the night's file is taken
  assert.deepEqual(await desk.files(), []);
  await desk.at('2030-01-17T01:00:00Z');
  const [file] = await desk.files();
  assert.equal(desk.sent(file!).batches[0]?.effectiveOn?.toString(), '2030-01-17');
});

test('a same-day payment settles on its day, and in the evening’s file when it came too late or is too much', async (t) => {
  const desk = await openDesk(t);
  const { db, clock } = desk.fixture;
  await writeTerms(db, desk.caller.business.id, { ...usualTerms, sameDay: true }, clock.now());
  const noon = await desk.debit('10.00');
  const large = await desk.debit('99999.99');
  await db.query(`update ach_entries set amount_cents = 100000001 where amount_cents = 9999999`);
  await desk.at('2030-01-15T19:15:00Z');
  assert.equal((await desk.payment(noon)).state, 'originated');
  assert.equal((await desk.payment(large)).state, 'queued');
  await desk.at('2030-01-15T23:00:00Z');
  assert.equal((await desk.payment(noon)).state, 'settled');
  const evening = await desk.debit('20.00');
  await desk.at(tuesdayEvening);
  for (const one of [large, evening]) assert.equal((await desk.payment(one)).state, 'originated');
  const files = await desk.files();
  assert.deepEqual(
    files.map(({ name, isSameDay }) => [name, isSameDay]),
    [
      ['20300115-A.ach', true],
      ['20300115-B.ach', false],
    ],
  );
});

test('businesses of the sandbox have files of their own', async (t) => {
  const desk = await openDesk(t);
  const other = await openDesk(t, { fixture: desk.fixture });
  await desk.debit('10.00');
  await other.debit('20.00');
  await desk.at(tuesdayEvening);
  for (const [one, cents] of [
    [desk, 1000n],
    [other, 2000n],
  ] as const) {
    const [file, ...more] = await one.files();
    assert.deepEqual(more, []);
    assert.deepEqual(
      entriesOf(one.sent(file!)).map(({ amountCents }) => amountCents),
      [cents],
    );
  }
});

test('refunds and deposits are credits, in batches of their own, and final when they settle', async (t) => {
  const desk = await openDesk(t);
  const invoice = await desk.debit('10.00');
  const savings = await desk.debit('30.00', { AccountType: 'Savings' });
  await desk.at(tuesdayEvening);
  await desk.at(wednesdayMorning);
  await desk.refund({ RefundType: 'Partial', Amount: '4.00', PaymentID: invoice });
  await desk.refund({ RefundType: 'Full', PaymentID: savings });
  await queueDeposit(desk, 500n);
  await desk.at('2030-01-17T01:00:00Z');
  const file = (await desk.files())[1]!;
  const batches = desk
    .sent(file)
    .batches.map(({ description, serviceClass, entries }) => [
      description,
      serviceClass,
      entries.map(({ transactionCode, amountCents }) => [transactionCode, amountCents]),
    ]);
  assert.deepEqual(batches, [
    [
      'REFUND',
      220,
      [
        [22, 400n],
        [32, 3000n],
      ],
    ],
    ['DEPOSIT', 220, [[22, 500n]]],
  ]);
  assert.deepEqual([file.debitCents, file.creditCents], [0n, 3900n]);
  assert.equal((await desk.ledger()).bank, 500n);
  await desk.at('2030-01-17T13:30:00Z');
  const credits = (await desk.entries()).filter(({ kind }) => kind !== 'debit');
  assert.deepEqual(
    credits.map(({ state, nextAt }) => [state, nextAt]),
    credits.map(() => ['settled', undefined]),
  );
});

test('an entry that no file can carry waits, a person is asked, and all others go', async (t) => {
  const desk = await openDesk(t);
  const good = await desk.debit('10.00');
  const lost = await desk.debit('20.00');
  const { db } = desk.fixture;
  await db.query(
    `delete from vault_records where owner = (
       select number_owner from ach_entries where amount_cents = 2000)`,
  );
  await desk.at(tuesdayEvening);
  assert.equal((await desk.payment(good)).state, 'originated');
  assert.equal((await desk.payment(lost)).state, 'queued');
  const [file] = await desk.files();
  assert.equal(file?.entryCount, 1);
  const cases = await db.query<{ kind: string; evidence: { cannotBeFiled: string } }>(
    'select kind, evidence from open_questions',
  );
  assert.deepEqual(
    cases.map(({ kind, evidence }) => [kind, evidence.cannotBeFiled]),
    [['ach_file', 'its account number: record_missing']],
  );
});

async function queueDeposit(
  { fixture, caller }: Awaited<ReturnType<typeof openDesk>>,
  cents: bigint,
) {
  const world = await fixture.open();
  const paidOut = `update businesses set state = 'payouts_enabled' where business_id = $1`;
  await fixture.db.query(paidOut, [caller.business.id]);
  await fixture.db.query(
    `insert into ach_entries (business_id, id, kind, state, amount_cents, sec_code, account_kind,
       routing_number, last4, holder, number_owner, is_same_day, next_at, created_at)
     select business_id, $2, 'deposit', 'queued', $3, 'CCD', 'checking', routing_number, last4, 'Test',
       number_owner, false, $4, created_at
     from ach_entries where business_id = $1 and kind = 'debit' order by id limit 1`,
    [
      caller.business.id,
      await world.ids.next(caller.business.id),
      cents,
      new Date('2030-01-17T01:00:00Z'),
    ],
  );
}
