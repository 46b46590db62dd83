import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { formAddress, makeForm } from '../../src/leads/make-form.ts';
import { readInbox } from '../../src/notify/conversations/sandbox-inbox.ts';
import { notifyPeople } from '../../src/notify/mail/notify-people.ts';
import { sendMails } from '../../src/notify/mail/send-mails.ts';
import { invoiceFields } from '../../src/parties/businesses/invoice-fields.ts';
import type { Service } from '../../src/parties/businesses/offering.ts';
import { bank, card, openCounter, payAndFollow, textOf } from '../pages/counter.ts';
import { typeWith, without } from './type-of.ts';

/** What people see of a business follows from its type. */
const counter = await openCounter({ after });
const { world, fixture, get, post, addLink } = counter;

async function shopWithout(...lacking: readonly Service[]) {
  const typeId = await typeWith(world, { services: without(...lacking) });
  return await counter.addBusiness({ typeId });
}

test('an invoice of a business without invoicing, or without any way to pay, cannot be paid on its page', async () => {
  const closed = [await shopWithout('invoicing'), await shopWithout('payments', 'ach')];
  for (const shop of closed) {
    const { path } = await addLink(shop);
    const { status, body } = await get(path);
    assert.equal(status, 403);
    assert.match(textOf({ body }), /This business cannot take payments at present\./);
    await post(path, card);
    assert.match(textOf(await get(path)), /This business cannot take payments at present\./);
  }
  const paid = await fixture.db.query('select 1 from payments where business_id = any($1)', [
    closed.map(({ business }) => business.id),
  ]);
  assert.equal(paid.length, 0);
});

test('the page offers the ways that its business has, and takes no other', async () => {
  const cardOnly = await addLink(await shopWithout('ach'));
  const { body } = await get(cardOnly.path);
  assert.match(body, /name="card-number"/);
  assert.doesNotMatch(body, /name="account-number"/);
  const refused = await post(cardOnly.path, { ...bank, agreement: 'none' });
  assert.equal(refused.status, 422);
  assert.match(textOf(refused), /Enter the number of the card/);
  assert.match(textOf(await payAndFollow(counter, cardOnly.path, card)), /Paid/);

  const bankOnly = await addLink(await shopWithout('payments'));
  const other = await get(bankOnly.path);
  assert.doesNotMatch(other.body, /name="card-number"/);
  assert.match(other.body, /name="account-number"/);
  assert.equal((await post(bankOnly.path, card)).status, 422);
});

test('a lead form of a business without leads is closed', async () => {
  const make = async (shop: Awaited<ReturnType<typeof counter.addBusiness>>) => {
    const asked = { businessId: shop.business.id, name: 'Spring', intro: '', thanks: 'Thanks.' };
    const form = await makeForm(
      world,
      { ...asked, originId: undefined, questions: [], topics: [] },
      'test',
    );
    return new URL(formAddress(world, form)).pathname;
  };
  assert.equal((await get(await make(await counter.addBusiness()))).status, 200);
  assert.equal((await get(await make(await shopWithout('leads')))).status, 410);
});

const shownBy: Readonly<Record<string, string>> = {
  order_number: 'Invoice number',
  account_number: 'Account number ACCT-77',
  reference: 'Reference ROUTE-9',
  payer: 'Ada Park',
  description: 'A bunch of peonies',
  statement_date: 'Statement date',
  due_date: 'Pay by',
  subtotal: 'Subtotal',
  tax: 'Tax',
  discount: 'Discount',
  tip: 'Tip',
  convenience_fee: 'Convenience fee',
  delivery_fee: 'Delivery fee',
  custom_fees: 'Custom fee 1',
  other_amounts: 'Wrapping',
  payment_fee: 'Check fee',
  amount: 'Total $12.50',
};
const lines = [
  { name: 'Subtotal', kind: 'subtotal' },
  { name: 'Discount', kind: 'discount' },
  { name: 'Tax', kind: 'tax' },
  { name: 'Tip', kind: 'tip' },
  { name: 'Convenience fee', kind: 'fee' },
  { name: 'Delivery fee', kind: 'fee' },
  { name: 'Custom fee 1', kind: 'fee' },
  { name: 'Wrapping', kind: 'other' },
  { name: 'Check fee', kind: 'fee' },
] as const;
/** Those that a receipt shows too. */
const notOnReceipt = new Set(['statement_date', 'due_date']);

for (const [field, words] of Object.entries(shownBy)) {
  test(`${field} is shown on the invoice and its receipts where the type has it, and nowhere else`, async () => {
    for (const isShown of [true, false]) {
      const has = isShown ? invoiceFields : invoiceFields.filter((one) => one !== field);
      const shop = await counter.addBusiness({
        typeId: await typeWith(world, { invoiceFields: has }),
      });
      const link = await addLink(shop, {
        lines: lines.map((line) => ({ ...line, cents: 125n })),
        bill: {
          business: {},
          accountNumber: 'ACCT-77',
          accountNumber2: 'ROUTE-9',
          statementOn: '2030-01-10',
          expiresOn: '2030-02-10',
        },
      });
      const page = billOn((await get(link.path)).body);
      assert.equal(page.includes(words), isShown, `${words} in ${page}`);
      assert.ok(page.includes('$12.50'), 'the sum itself always stands there');
      if (notOnReceipt.has(field)) continue;
      const receipt = textOf(
        await payAndFollow(counter, link.path, { ...card, email: 'a@example.com' }),
      );
      assert.equal(receipt.includes(words), isShown, `${words} in ${receipt}`);
      while ((await notifyPeople(world)) + (await sendMails(world)) > 0);
      const [mail] = await readInbox(fixture.db, shop.business.id, { most: 9 });
      const mailed = mail!.body.replaceAll(': ', ' ');
      assert.equal(mailed.includes(words), isShown, `${words} in ${mailed}`);
    }
  });
}

test('an invoice of a type with no fields is its sum, and nothing else', async () => {
  const shop = await counter.addBusiness({ typeId: await typeWith(world, { invoiceFields: [] }) });
  const { path } = await addLink(shop);
  assert.match(
    billOn((await get(path)).body),
    /^Invoice from Lee Flowers \$12\.50 Download as PDF$/,
  );
});

function billOn(body: string): string {
  const [, bill = ''] = /<section class="bill"[^>]*>([\s\S]*?)<\/section>/.exec(body) ?? [];
  return textOf({ body: bill }).trim();
}
