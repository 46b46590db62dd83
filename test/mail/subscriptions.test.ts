import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeBusiness, suspendBusiness } from '../../src/parties/businesses/change-state.ts';
import { writeEvents } from '../../src/runtime/events.ts';

import { openDesk } from './desk.ts';

type Data = Readonly<Record<string, unknown>>;

const usual = {
  subscriptionId: '7',
  planCode: 'gold <b>',
  amountCents: '123456',
  email: 'ada@example.com',
  phone: '2125550100',
};

/** A desk where payers hear of subscriptions; the customer is whoever paid at it first. */
async function openOffice(t: { after(work: () => Promise<void>): void }) {
  const desk = await openDesk(t);
  const { Data: paid } = (await desk.pay({ IsEmailReceipt: false, IsSMSReceipt: false })).body;
  return {
    ...desk,
    async happens(kind: string, data: Data) {
      await writeEvents(desk.fixture.db, [
        {
          id: desk.world.uuid(),
          kind,
          businessId: desk.id,
          objectId: 7n,
          at: desk.world.now(),
          data: { ...usual, customerId: paid.IndividualID, ...data },
          pending: ['email', 'sms'],
        } as Parameters<typeof writeEvents>[1][number],
      ]);
      await desk.work();
    },
    customer: BigInt(paid.IndividualID),
  };
}

test('a charge that failed is told by mail and text, with what happens next', async (t) => {
  const { happens, mails, texts } = await openOffice(t);
  const nextTryAt = '2030-01-16T14:00:00Z';
  await happens('subscription.payment_failed', { ask: 'will_retry', nextTryAt });
  await happens('subscription.payment_failed', { ask: 'new_card' });
  await happens('subscription.payment_failed', { ask: 'pay_now' });
  const said = (await texts()).map(({ body }) => body);
  assert.deepEqual(said, [
    'TEST, no money moved. Test: $1,234.56 for your subscription could not be charged. We will try again on ' +
      'January 16, 2030, or you can pay now.',
    'TEST, no money moved. Test: $1,234.56 for your subscription could not be charged. Please pay with another ' +
      'card or account.',
    'TEST, no money moved. Test: $1,234.56 for your subscription could not be charged. Please pay, so that your ' +
      'subscription goes on.',
  ]);
  const sent = await mails();
  assert.equal(sent.length, 3);
  for (const { subject, html } of sent) {
    assert.equal(subject, '[TEST] Your payment to Test did not go through');
    assert.ok(html?.includes('gold &lt;b&gt;'));
  }
});

test('the end of a trial and the expiry of a card are announced', async (t) => {
  const { happens, mails, texts } = await openOffice(t);
  const chargedAt = '2030-02-03T14:00:00Z';
  await happens('subscription.trial_will_end', { chargedAt, amountCents: undefined });
  await happens('subscription.card_expiring', {
    chargedAt,
    amountCents: undefined,
    expiry: '2030-01',
    last4: '4242',
  });
  assert.deepEqual(
    (await mails()).map(({ subject }) => subject),
    ['[TEST] Your trial at Test ends soon', '[TEST] Your card for Test expires'],
  );
  const said = (await texts()).map(({ body }) => body);
  assert.ok(
    said[0]!.endsWith('Your trial ends soon; you will first be charged on February 3, 2030.'),
  );
  assert.ok(
    said[1]!.includes('card ending 4242 expires before the next charge on February 3, 2030'),
  );
});

test('how much is charged after a trial is said with its end', async (t) => {
  const { happens, mails, texts } = await openOffice(t);
  await happens('subscription.trial_will_end', { chargedAt: '2030-02-03T14:00:00Z' });
  const [text] = await texts();
  assert.ok(
    text?.body.endsWith(
      'you will first be charged on February 3, 2030. The first charge is $1,234.56.',
    ),
    text?.body ?? 'no text',
  );
  const [mail] = await mails();
  assert.ok(mail?.html?.includes('on February 3, 2030. The first charge is $1,234.56.'));
});

test('a closed business has nothing to say of charges to come, and one that is suspended offers no link', async (t) => {
  const { happens, mails, texts, world, id } = await openOffice(t);
  const why = { actor: 'operator', reason: 'a test' };
  const failed = { ask: 'pay_now', linkId: '77' };
  await happens('subscription.payment_failed', failed);
  await suspendBusiness(world, id, why);
  await happens('subscription.payment_failed', failed);
  const sent = (await mails()).map(({ body }) => /\/pay\//.test(body));
  assert.deepEqual([sent, (await texts()).length], [[true, false], 1]);
  await closeBusiness(world, id, why);
  await happens('subscription.trial_will_end', { chargedAt: '2030-02-03T14:00:00Z' });
  assert.deepEqual([(await mails()).length, (await texts()).length], [2, 1]);
});

test('who wants no contact hears nothing of a subscription either', async (t) => {
  const { happens, mails, texts, fixture, customer } = await openOffice(t);
  await fixture.db.query(`update customers set status = 'do_not_contact' where id = $1`, [
    customer,
  ]);
  await happens('subscription.payment_failed', { ask: 'pay_now' });
  assert.deepEqual([await mails(), await texts()], [[], []]);
});
