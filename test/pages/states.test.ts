import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { revokeLink } from '../../src/invoicing/pay-links/end-links.ts';
import { suspendBusiness } from '../../src/parties/businesses/change-state.ts';
import { contactWithPhone } from '../../src/parties/customers/by-phone.ts';
import { resolveDue } from '../../src/payments/resolve.ts';
import { card, declinedCard, openCounter, payAndFollow, paymentsOf, textOf } from './counter.ts';

/** What a link shows, from when it is sent until whatever came of its payment. */
const counter = await openCounter({ after });
const { fixture, world, get, post, addLink } = counter;
const shop = await counter.addBusiness();
const actor = 'operator:ann';
const neverAnswers = { ...card, 'card-number': '4000009990000211' };

test('a link shows who is paid, what for and how much', async () => {
  const link = await addLink(shop, {
    bill: {
      business: {
        name: 'Peony Fixture',
        address1: '9 Elm Street',
        city: 'Boston',
        phone: '6175550199',
      },
      accountNumber: 'ACCT-77',
      accountNumber2: 'ROUTE-9',
      statementOn: '2030-01-10',
      expiresOn: '2030-02-10',
    },
    amountCents: 125_000n,
  });
  // As a row has it that was written before its details named it.
  await fixture.db.query(
    `update invoices set external_id = 'inv-9' where business_id = $1 and id = $2`,
    [link.businessId, link.invoiceId],
  );
  const { status, body } = await get(link.path);
  assert.equal(status, 200);
  const text = textOf({ body });
  for (const shown of [
    'Peony Fixture',
    '9 Elm Street, Boston',
    '(617) 555-0199',
    `Invoice number ${link.orderNumber}`,
    'Invoice reference inv-9',
    'Account number ACCT-77',
    'Reference ROUTE-9',
    'Statement date January 10, 2030',
    'Pay by February 10, 2030',
    'A bunch of peonies',
    'Subtotal $11.00',
    'Tax $1.50',
    'Total $1,250.00',
    'Pay $1,250.00',
    'Test page.',
  ]) {
    assert.ok(text.includes(shown), `${shown} in ${text}`);
  }
});

test('whoever has the link is told nothing of the payer but the name on the invoice', async () => {
  const { path } = await addLink(shop, {
    contact: {
      ...contactWithPhone('6175559999', { firstName: 'Ada', lastName: 'Park' }),
      email: 'ada.secret@example.com',
      address1: '17 Hidden Lane',
      postalCode: '02199',
    },
  });
  const { body } = await get(path);
  assert.match(body, /value="Ada Park"/);
  for (const hidden of ['ada.secret', 'Hidden Lane', '02199', '6175559999']) {
    assert.ok(!body.includes(hidden), hidden);
  }
});

test('a card pays once, and the link shows the receipt from then on', async () => {
  const link = await addLink(shop);
  const { status, headers } = await post(link.path, card);
  assert.deepEqual([status, headers.get('location')], [303, link.path]);
  const paid = textOf(await get(link.path));
  assert.match(paid, /Paid \$12\.50 Thank you\. Lee Flowers has received your payment\./);
  assert.match(paid, /Visa ending 4242/);
  assert.match(paid, /Receipt number R\w+/);
  assert.doesNotMatch(paid, /How would you like to pay/);
  const again = await post(link.path, card);
  assert.equal(again.status, 303);
  assert.deepEqual(await paymentsOf(counter, link), ['captured']);
});

test('a receipt can be taken away as a PDF, once there is one', async () => {
  const link = await addLink(shop);
  assert.equal((await get(`${link.path}/receipt.pdf`)).status, 404);
  await post(link.path, card);
  const { status, headers, body } = await get(`${link.path}/receipt.pdf`);
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'application/pdf');
  assert.match(headers.get('content-disposition')!, /^attachment; filename="receipt\.pdf"$/);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.ok(body.startsWith('%PDF-'));
});

test('a declined card says so kindly, and another one pays', async () => {
  const link = await addLink(shop);
  const declined = await payAndFollow(counter, link.path, declinedCard);
  assert.equal(declined.status, 200);
  assert.match(
    textOf(declined),
    /Your payment was declined The card was declined\. Nothing was charged\./,
  );
  assert.match(textOf(await payAndFollow(counter, link.path, card)), /Paid \$12\.50/);
  assert.deepEqual(await paymentsOf(counter, link), ['declined', 'captured']);
});

test('a decline is told where it happened, and not at another link or by a made-up number', async () => {
  const link = await addLink(shop);
  const { headers } = await post(link.path, declinedCard);
  const query = headers.get('location')!.split('?')[1];
  const other = await addLink(shop);
  for (const address of [`${other.path}?${query}`, `${link.path}?try=1`, `${link.path}?try=x`]) {
    assert.doesNotMatch(textOf(await get(address)), /declined/, address);
  }
});

test('a card that could not be asked for may be tried again', async () => {
  const link = await addLink(shop);
  const seen = await payAndFollow(counter, link.path, {
    ...card,
    'card-number': '4000009990000013',
  });
  assert.match(
    textOf(seen),
    /Your payment did not go through Nothing was charged\. Please try again\./,
  );
});

test('an outcome that nobody knows cannot be paid again, and the page looks until it is known', async () => {
  const link = await addLink(shop);
  const waiting = await payAndFollow(counter, link.path, neverAnswers);
  assert.match(textOf(waiting), /We are finding out/);
  assert.doesNotMatch(waiting.body, /<form/);
  assert.match(waiting.headers.get('refresh')!, new RegExp(`^4; url=${link.path}\\?try=\\d+$`));
  assert.equal((await post(link.path, card)).status, 303);
  fixture.clock.pass(3 * 60_000);
  await resolveDue(world);
  assert.match(textOf(await get(link.path)), /Paid/);
  assert.deepEqual(await paymentsOf(counter, link), ['captured']);
});

test('of two tabs that pay at once one charges, and both end at the receipt', async () => {
  const link = await addLink(shop);
  const other = { ...card, 'card-number': '5555555555554444' };
  const answers = await Promise.all([card, other, card, other].map((one) => post(link.path, one)));
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers.get('location')]),
    answers.map(() => [303, link.path]),
  );
  assert.match(textOf(await get(link.path)), /Paid/);
  assert.deepEqual(await paymentsOf(counter, link), ['captured']);
});

test('a link that has expired shows nothing of the invoice any more', async () => {
  const { path } = await addLink(shop, { expiresAt: new Date('2030-01-15T14:00:00Z') });
  const { status, body } = await get(path);
  assert.equal(status, 410);
  assert.match(textOf({ body }), /This link has expired/);
  assert.doesNotMatch(body, /12\.50|peonies|Ada|<form/);
  assert.equal((await post(path, card)).status, 303);
});

test('a link that was taken back says so and takes nothing', async () => {
  const link = await addLink(shop);
  await revokeLink(world, link, actor);
  const { status, body } = await get(link.path);
  assert.equal(status, 410);
  assert.match(textOf({ body }), /This link is no longer valid/);
  await post(link.path, card);
  assert.deepEqual(await paymentsOf(counter, link), []);
});

test('a business that is suspended, or takes no payments yet, says so', async () => {
  const owner = await counter.addBusiness();
  const link = await addLink(owner);
  await suspendBusiness(world, owner.business.id, { actor, reason: 'a test' });
  const { status, body } = await get(link.path);
  assert.equal(status, 403);
  assert.match(textOf({ body }), /No payments at the moment/);
  await post(link.path, card);
  assert.deepEqual(await paymentsOf(counter, link), []);
  const early = await addLink(await counter.addBusiness({ state: 'messaging_only' }));
  assert.equal((await get(early.path)).status, 403);
});

test('a card is saved for later when the payer wants it, and only then', async () => {
  const owner = await counter.addBusiness();
  const link = await addLink(owner);
  await post((await addLink(owner)).path, card);
  await post(link.path, { ...card, save: 'yes' });
  const tokens = await fixture.db.query<{ customerId: bigint; state: string }>(
    'select customer_id as "customerId", state from tokens where business_id = $1',
    [owner.business.id],
  );
  assert.deepEqual(tokens, [{ customerId: link.customerId, state: 'active' }]);
});

test('receipts go to what the payer typed, and the customer stays the one that was billed', async () => {
  const owner = await counter.addBusiness();
  const link = await addLink(owner);
  await post(link.path, {
    ...card,
    email: 'Bo@Example.com',
    phone: '(212) 555-0177',
    name: 'Bo Diaz',
  });
  const [row] = await fixture.db.query<Record<string, unknown>>(
    `select i.details ->> 'email' as email, i.details ->> 'phone' as phone, p.customer_id as customer,
       i.details ->> 'emailReceipt' as "byMail", i.details ->> 'smsReceipt' as "byText",
       i.details -> 'billTo' ->> 'lastName' as "lastName"
     from invoices i join payments p on p.business_id = i.business_id and p.id = i.payment_id
     where i.business_id = $1 and i.id = $2`,
    [owner.business.id, link.invoiceId],
  );
  assert.deepEqual(row, {
    email: 'bo@example.com',
    phone: '2125550177',
    customer: link.customerId,
    byMail: 'true',
    byText: 'true',
    lastName: 'Diaz',
  });
});
