import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { bankFields, cardFields, client } from '../caller.ts';
import { openCounter, textOf } from './counter.ts';

/** What a link over $12.50 says where another payment has the order number of its invoice. */
const counter = await openCounter({ after });
const { baseUrl, get, addLink } = counter;

type Fields = Readonly<Record<string, string>>;
type Case = {
  readonly what: string;
  readonly pay: Fields;
  /** What is done with its authorization. */
  readonly next?: Fields;
  readonly says: RegExp;
};

const amount = { ...cardFields, ChargeType: 'Charge', Amount: '12.50' };
const authorized = { ...amount, ChargeType: 'Authorize' };
const askThem = 'Please ask Lee Flowers';
const cases: readonly Case[] = [
  {
    what: 'was paid whole',
    pay: amount,
    says: /Nothing is left to pay \$12\.50 was paid in another way\./,
  },
  {
    what: 'was paid in part',
    pay: { ...amount, Amount: '5.00' },
    says: new RegExp(
      `Paid in another way This invoice asks for \\$12\\.50; \\$5\\.00 was paid in another way\\. ${askThem} about the difference\\.`,
    ),
  },
  {
    what: 'was only authorized',
    pay: authorized,
    says: new RegExp(
      `A payment is reserved \\$12\\.50 is reserved for this invoice in another way, and not charged yet\\. ${askThem} `,
    ),
  },
  {
    what: 'was authorized and captured in part',
    pay: authorized,
    next: { ChargeType: 'Capture', Amount: '10.00' },
    says: /This invoice asks for \$12\.50; \$10\.00 was paid in another way\./,
  },
  {
    what: 'was authorized and let go',
    pay: authorized,
    next: { ChargeType: 'Void' },
    says: new RegExp(
      `The payment was canceled The payment for this invoice was canceled; nothing is charged\\. ${askThem} `,
    ),
  },
  {
    what: 'is debited from a bank account',
    pay: { ...bankFields, Amount: '12.50' },
    says: /Nothing is left to pay \$12\.50 is being paid in another way\./,
  },
];

for (const { what, pay, next, says } of cases) {
  test(`an invoice that ${what} elsewhere says just that, and shows no receipt`, async (t) => {
    const shop = await counter.addBusiness();
    const { path, orderNumber } = await addLink(shop);
    const api = client(baseUrl, shop);
    t.after(() => api.close());
    const paid = await api.call('CreatePayment', { ...pay, OrderNumber: orderNumber });
    const { Data } = JSON.parse(paid.body);
    if (next) {
      const done = await api.call('ProcessAuthorization', {
        TransactionID: Data.InvoiceID,
        ...next,
      });
      assert.equal(JSON.parse(done.body).Data.TransactionStatus, true, done.body);
    }
    const { status, body } = await get(path);
    assert.equal(status, 200);
    assert.match(textOf({ body }), says);
    assert.match(body, /<title>Invoice from Lee Flowers<\/title>/);
    assert.doesNotMatch(body, /4242|Ada|<form|receipt\.pdf/i);
    assert.equal((await get(`${path}/receipt.pdf`)).status, 404);
  });
}
