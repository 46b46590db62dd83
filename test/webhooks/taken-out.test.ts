import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { readInboxes } from '../../src/ach/files/inbox.ts';
import { representByHand } from '../../src/ach/returns/represent-by-hand.ts';
import { setEndpoint } from '../../src/notify/webhooks/change-endpoint.ts';
import { bankOf } from '../ach/returns-bank.ts';
import { type AchShop, openAchShop } from '../ach/returns-fixture.ts';
import { workOff } from './post-office.ts';
import { openReceiver } from './receiver.ts';

type Forms = readonly Readonly<Record<string, string>>[];

/** A business that is paid from bank accounts, and hears of it. */
type Hearer = AchShop & {
  /** What was posted since the last look of this order, in the order in which it came. */
  posts(orderNumber: string): Promise<Forms>;
};

async function openHearer(t: TestContext, terms = {}): Promise<Hearer> {
  const shop = await openAchShop(t, { terms });
  const { world, businessId } = shop;
  const receiver = await openReceiver(t);
  const { url } = receiver;
  const hook = { businessId, kind: 'payments', url, credentials: undefined } as const;
  await setEndpoint(world, hook, 'operator:ann');
  return {
    ...shop,
    async posts(orderNumber) {
      await workOff(world);
      const forms = receiver.received.splice(0).map(({ form }) => form);
      return forms.filter(({ OrderNumber }) => OrderNumber === orderNumber);
    },
  };
}

const byToken = (token: string, OrderNumber: string) => ({
  AccountNumber: undefined,
  RoutingNumber: undefined,
  AccountType: undefined,
  ACHToken: token,
  OrderNumber,
});

function family({ PaymentSid }: Forms[number]): string {
  return PaymentSid!.slice(0, 24);
}

test('a payment that is voided since its account came back as closed is posted as failed', async (t) => {
  const shop = await openHearer(t);
  const bank = bankOf(shop);
  const first = await shop.pay('1234567', { CreateToken: true });
  const { token } = await shop.payment(first);
  await shop.until('2030-01-17 09:00');
  await shop.pay('', byToken(token!, 'A-7'));
  const [accepted, ...none] = await shop.posts('A-7');
  assert.deepEqual([accepted?.StatusID, none], ['0', []]);
  await bank.post('a.ach', await bank.answer([[first, 'R02']]));
  await readInboxes(shop.world, shop.businessId);

  const [failed, ...more] = await shop.posts('A-7');
  assert.deepEqual(more, []);
  assert.ok(failed, 'nobody said so');
  assert.equal(failed.StatusID, '1');
  assert.equal(family(failed), family(accepted!));
  assert.notEqual(failed.PaymentSid, accepted!.PaymentSid);
  assert.deepEqual(
    [failed.PaymentAmt, failed.InitialAmount, failed.PaymentType, failed.ConfirmationCode],
    ['100.00', '100.00', 'F', ''],
  );
  assert.equal(
    failed.ResponseMessage,
    'It was not sent: its account came back as R02: The account was closed.',
  );
  const [voided] = await shop.events('payment.voided');
  assert.equal(voided?.data.payerIsAsked, 'for_new_details');
  assert.deepEqual(await shop.findings(), []);
});

test('a payment whose account was tried in vain is posted as failed', async (t) => {
  const shop = await openHearer(t, { prenotes: true });
  const bank = bankOf(shop);
  const id = await shop.pay('1234567', { CreateToken: true, OrderNumber: 'A-7' });
  const [accepted] = await shop.posts('A-7');
  assert.equal(accepted?.StatusID, '0');
  await shop.until('2030-01-17 09:00');
  const [prenote] = (await shop.entries()).filter(({ kind }) => kind === 'prenote');
  await bank.post('a.ach', await bank.answerEntry(prenote!.id, 'R03'));
  await readInboxes(shop.world, shop.businessId);
  assert.equal((await shop.payment(id)).state, 'voided');
  const [failed, ...more] = await shop.posts('A-7');
  assert.deepEqual(more, []);
  assert.equal(failed?.StatusID, '1');
  assert.equal(family(failed), family(accepted));
  assert.match(failed.ResponseMessage!, /^It was not sent: its account came back as R03: /);
  assert.deepEqual(await shop.findings(), []);
});

test('a void that somebody asked for is not posted', async (t) => {
  const shop = await openHearer(t);
  const id = await shop.pay('1234567', { OrderNumber: 'A-7' });
  assert.equal((await shop.posts('A-7')).length, 1);
  await shop.refund('A-7');
  assert.equal((await shop.payment(id)).state, 'voided');
  assert.deepEqual(await shop.posts('A-7'), []);
  const [voided] = await shop.events('payment.voided');
  assert.equal(voided?.data.payerIsAsked, undefined);
});

test('what came back names the day by the clock of the business on which it is presented again', async (t) => {
  const shop = await openHearer(t);
  await shop.pay(simulatedNumber('return_first', 'R01'), { OrderNumber: 'A-7' });
  await shop.until('2030-01-18 08:30');
  const [, returned] = await shop.posts('A-7');
  // At eight in the evening in New York: by then it is the next day elsewhere.
  const [told] = await shop.events('payment.returned');
  assert.equal(told?.data.representedAt, '2030-01-25T01:00:00.000Z');
  assert.match(returned!.ResponseMessage!, /^R01 .*\. It is presented again on 2030-01-24\.$/);
});

test('a debit that is corrected to less is posted with what was taken, and so is its return', async (t) => {
  const shop = await openHearer(t);
  const bank = bankOf(shop);
  const id = await shop.pay(simulatedNumber('return_first', 'R11'), { OrderNumber: 'A-7' });
  await shop.until('2030-01-18 12:00');
  const [accepted, returned] = await shop.posts('A-7');
  assert.deepEqual(
    [accepted, returned].map((form) => [form?.PaymentAmt, form?.PaymentType]),
    [
      ['100.00', 'F'],
      ['100.00', 'F'],
    ],
  );
  const entry = (await shop.entries(id))[0]!.id;
  const request = { businessId: shop.businessId, id: entry, amountCents: 3000n };
  await representByHand(shop.world, { ...request, actor: 'operator:ada' });
  await shop.until('2030-01-22 09:00');
  const [paid, ...none] = await shop.posts('A-7');
  assert.deepEqual(none, []);
  const { StatusID, PaymentAmt, InitialAmount, PaymentType } = paid!;
  assert.deepEqual(
    [StatusID, PaymentAmt, InitialAmount, PaymentType],
    ['0', '30.00', '100.00', 'P'],
  );

  await bank.post('b.ach', await bank.answer([[id, 'R10']]));
  await readInboxes(shop.world, shop.businessId);
  const [again] = await shop.posts('A-7');
  assert.deepEqual([again?.StatusID, again?.PaymentAmt, again?.PaymentType], ['1', '30.00', 'P']);
  assert.deepEqual(await shop.findings(), []);
});

test('that it is not presented again after all is posted, in the family of the payment', async (t) => {
  const shop = await openHearer(t);
  await shop.pay(simulatedNumber('return_first', 'R01'), { OrderNumber: 'A-7' });
  await shop.until('2030-01-18 12:00');
  const [accepted] = await shop.posts('A-7');
  await shop.refund('A-7');
  const [failed, ...more] = await shop.posts('A-7');
  assert.deepEqual(more, []);
  assert.ok(failed, 'nobody said so');
  assert.deepEqual([failed.StatusID, family(failed)], ['1', family(accepted!)]);
  assert.equal(failed.ResponseMessage, 'It is not presented again: it was voided.');
  await shop.until('2030-02-20 12:00');
  assert.deepEqual(await shop.posts('A-7'), []);
  assert.deepEqual(await shop.findings(), []);
});
