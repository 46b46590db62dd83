import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { advance } from '../../src/time-machine/advance.ts';
import { bank, card, openCounter, payAndFollow, paymentsOf, textOf } from './counter.ts';

/** Money that takes days, and money that comes back: what the link says of it. */
const counter = await openCounter({ after });
const { fixture, world, get, post, addLink } = counter;
const shop = await counter.addBusiness();
const actor = 'operator:ann';

test('a bank account is debited with the agreement of whoever pays', async () => {
  const link = await addLink(shop);
  const form = textOf(await get(link.path));
  assert.match(
    form,
    /I authorize Lee Flowers to make a one-time electronic debit of \$12\.50 from this account, on or after January 15, 2030\./,
  );
  const seen = textOf(await payAndFollow(counter, link.path, bank));
  assert.match(seen, /Payment accepted \$12\.50/);
  assert.match(seen, /Checking account ending 5432/);
  assert.deepEqual(await paymentsOf(counter, link), ['queued']);
});

test('a debit that came back and is sent again says so, and cannot be paid twice', async () => {
  const owner = await counter.addBusiness();
  const link = await addLink(owner);
  const noFunds = '99000001';
  await post(link.path, { ...bank, 'account-number': noFunds, 'account-number-again': noFunds });
  await advance(world, owner.business.id, { byMs: 3 * 86_400_000 }, actor);
  const seen = await get(link.path);
  assert.match(
    textOf(seen),
    /Your bank returned this payment .* It will be sent to your bank once more/,
  );
  assert.doesNotMatch(seen.body, /Download PDF|<form/);
  assert.equal((await get(`${link.path}/receipt.pdf`)).status, 404);
});

test('a debit that came back for good can be paid otherwise', async () => {
  const owner = await counter.addBusiness();
  const link = await addLink(owner);
  const closed = '99000002';
  await post(link.path, { ...bank, 'account-number': closed, 'account-number-again': closed });
  const [debit] = await fixture.db.query<{ id: bigint }>(
    'select id from payments where business_id = $1',
    [owner.business.id],
  );
  await advance(world, owner.business.id, { byMs: 9 * 86_400_000 }, actor);
  const seen = textOf(await get(`${link.path}?try=${debit!.id}`));
  assert.match(seen, /Your bank returned your payment/);
  assert.match(textOf(await payAndFollow(counter, link.path, card)), /Paid/);
  assert.deepEqual(await paymentsOf(counter, link), ['returned', 'captured']);
});

test('a debit that came back after the last day of its link is told as what it is', async () => {
  const owner = await counter.addBusiness();
  const lastDay = { expiresAt: new Date(world.now().getTime() + 2 * 86_400_000) };
  const link = await addLink(owner, lastDay);
  const unused = await addLink(owner, lastDay);
  const closed = '99000002';
  await post(link.path, { ...bank, 'account-number': closed, 'account-number-again': closed });
  await advance(world, owner.business.id, { byMs: 9 * 86_400_000 }, actor);
  const seen = await get(link.path);
  assert.equal(seen.status, 410);
  assert.match(
    textOf(seen),
    /This link has expired .* The bank returned the payment that was made here: this invoice is not paid\./,
  );
  assert.doesNotMatch(seen.body, /Nothing was charged|12\.50/);
  assert.match(
    textOf(await get(unused.path)),
    /its last day, which is over\. Nothing was charged\./,
  );
});

test('refunds are shown', async () => {
  const owner = await counter.addBusiness();
  const link = await addLink(owner);
  await post(link.path, card);
  await advance(world, owner.business.id, { byMs: 2 * 86_400_000 }, actor);
  const refund = (amount: string) =>
    fetch(`${counter.baseUrl}/Service.asmx/ProcessRefundNoCC`, {
      method: 'POST',
      body: new URLSearchParams({
        Username: owner.username,
        Token: owner.apiKey,
        RefundType: 'Partial',
        Amount: amount,
        OrderNumber: link.orderNumber,
        PaymentID: '',
      }),
    }).then((answer) => answer.text());
  await refund('2.50');
  assert.match(textOf(await get(link.path)), /Partly refunded .* gave you \$2\.50 back\./);
  await refund('10.00');
  assert.match(textOf(await get(link.path)), /Refunded .* gave you all of it back\./);
});
