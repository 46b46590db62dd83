import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { mailRules } from '../../src/backoffice/reconciliation/mail-rules.ts';
import { checkRule } from '../../src/backoffice/reconciliation/table-rules.ts';
import { invoiceFields } from '../../src/parties/businesses/invoice-fields.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import { openDesk as openTexts } from '../conversations/desk.ts';
import { openDesk as openMailDesk } from '../mail/desk.ts';
import { linkOfInvoice } from '../pay-links/fixture.ts';
import { openClub } from '../subscriptions/club.ts';
import { periodsOf } from '../subscriptions/member.ts';
import { putInType, typeWith, without } from './type-of.ts';

test('subscriptions wait while their type has none, and go on when it has', async (t) => {
  const club = await openClub(t);
  const id = await club.join();
  await putInType(
    club.world,
    club.id,
    await typeWith(club.world, { services: without('subscriptions') }),
  );
  await club.until('2030-03-10 12:00');
  assert.equal((await periodsOf(club, id)).length, 1);
  await putInType(club.world, club.id);
  await club.until('2030-03-10 15:00');
  const periods = await periodsOf(club, id);
  assert.deepEqual(
    periods.map(({ state }) => state),
    ['paid', 'paid'],
  );
  assert.deepEqual(await club.findings(), []);
});

test('a subscription by card waits while its type has no card payments', async (t) => {
  const club = await openClub(t);
  const id = await club.join();
  await putInType(
    club.world,
    club.id,
    await typeWith(club.world, { services: without('payments') }),
  );
  await club.until('2030-02-20 12:00');
  assert.deepEqual(
    (await periodsOf(club, id)).map(({ state }) => state),
    ['paid', 'open'],
  );
  await putInType(club.world, club.id);
  await club.until('2030-02-20 15:00');
  assert.deepEqual(
    (await periodsOf(club, id)).map(({ state }) => state),
    ['paid', 'paid'],
  );
});

test('without messaging nothing is texted, and a STOP is obeyed and answered all the same', async (t) => {
  const desk = await openTexts(t);
  const shop = await desk.shop();
  await shop.text();
  await desk.work();
  await putInType(
    desk.world,
    shop.id,
    await typeWith(desk.world, { services: without('messaging') }),
  );
  const { state, errorCode } = await shop.text();
  assert.deepEqual([state, errorCode], ['blocked', 'no_messaging']);
  const before = (await shop.announced()).length;
  await shop.hears('STOP');
  await desk.work();
  assert.equal(await shop.consent(), 'opted_out');
  assert.equal((await shop.inbox()).length, 2, 'the first text, and the answer to STOP');
  const told = (await shop.announced()).slice(before);
  assert.ok(told.every(({ direction }) => direction === 'out'));
});

test('a text that waits when its type loses messaging is blocked', async (t) => {
  const desk = await openTexts(t);
  const shop = await desk.shop();
  await shop.text();
  await putInType(
    desk.world,
    shop.id,
    await typeWith(desk.world, { services: without('messaging') }),
  );
  await desk.work();
  const [message] = await shop.messages();
  assert.deepEqual([message?.state, message?.error_code], ['blocked', 'no_messaging']);
  assert.deepEqual(await shop.inbox(), []);
});

test('without receipts nobody is told of a payment, and without messaging nobody by text', async (t) => {
  for (const [lacking, mails, texts] of [
    ['receipts', 0, 0],
    ['messaging', 1, 0],
    ['leads', 1, 1],
  ] as const) {
    const desk = await openMailDesk(t);
    await putInType(
      desk.world,
      desk.id,
      await typeWith(desk.world, { services: without(lacking) }),
    );
    await desk.pay();
    await desk.work();
    assert.equal((await desk.mails()).length, mails, lacking);
    assert.equal((await desk.texts()).length, texts, lacking);
    for (const rule of mailRules) {
      const findings = await Array.fromAsync(checkRule(desk.fixture.db, rule));
      assert.deepEqual(findings.map(formatFinding), [], lacking);
    }
  }
});

test('without invoicing no link is made for an invoice that is open again', async (t) => {
  const club = await openClub(t);
  await club.join({}, '4000000000000341').catch(() => undefined);
  const [invoice] = await club.fixture.db.query<{ id: bigint }>(
    `select id from invoices where business_id = $1 and state = 'open'`,
    [club.id],
  );
  assert.ok(invoice);
  const link = async () => {
    const business = (await readBusiness(club.world.db, club.id))!;
    return await linkOfInvoice(club.world, business, invoice.id);
  };
  await putInType(
    club.world,
    club.id,
    await typeWith(club.world, { services: without('invoicing') }),
  );
  assert.equal(await link(), undefined);
  await putInType(club.world, club.id);
  assert.ok(await link());
});

test('an invoice reference and a statement descriptor are told in receipts where the type has them', async (t) => {
  for (const field of ['invoice_reference', 'statement_descriptor'] as const) {
    const desk = await openMailDesk(t);
    const has = invoiceFields.filter((one) => one !== field);
    await putInType(desk.world, desk.id, await typeWith(desk.world, { invoiceFields: has }));
    await desk.pay({ InvoiceExternalID: 'inv-9', StatementDescriptor: 'PARK FLOWERS' });
    await desk.work();
    const [mail] = await desk.mails();
    const [text] = await desk.texts();
    const isReference = field === 'invoice_reference';
    assert.equal(mail!.body.includes('inv-9'), !isReference);
    assert.equal(mail!.body.includes('PARK FLOWERS'), isReference);
    assert.equal(text!.body.includes('PARK FLOWERS'), isReference);
  }
});
