import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import type { Caller } from '../fixture.ts';
import { payByCard } from './fixture.ts';
import { openShop, type ReminderShop } from './reminder-shop.ts';

/* Reminders by hand. */

async function remindAll({ call }: ReminderShop, id: string, count: number) {
  const all = Array.from({ length: count }, () => call('POST', `/v1/pay-links/${id}/remind`));
  return (await Promise.all(all)).map(({ status, body }) => `${status} ${body.code ?? body.kind}`);
}

test('by hand a payer is reminded three times a day, whoever presses at once', async (t) => {
  const shop = await openShop(t);
  const { id } = await shop.ask({ reminders: [] });
  const told = (await remindAll(shop, id, 5)).toSorted();
  const [notice, limited] = ['201 notice', '429 rate_limited'];
  assert.deepEqual(told, [notice, notice, notice, limited, limited]);
  await shop.work();
  // At the same moment they would say the same.
  assert.equal((await shop.texts()).length, 2);
  await shop.pass(1);
  const body = { text: 'Once more: [PBTLINK]' };
  const path = `/v1/pay-links/${id}/remind`;
  const [one, same] = [
    await shop.call('POST', path, { body, key: 'r1' }),
    await shop.call('POST', path, { body, key: 'r1' }),
  ];
  assert.deepEqual([one.status, same.body.id], [201, one.body.id]);
  await shop.work();
  assert.match((await shop.texts())[0]!, /^Once more: http/);
  assert.equal((await shop.texts()).length, 3);
  const acts = (await shop.call('GET', '/v1/audit-log')).body.data;
  assert.equal(acts.filter(({ act }: { act: string }) => act === 'pay_link.reminded').length, 4);
});

test('a reminder goes where the payer is reached now, and is no answer to what the payer wrote', async (t) => {
  const shop = await openShop(t);
  const { id, customerId } = await shop.ask({ reminders: [] });
  await shop.work();
  await shop.hears('Can I come at 8?');
  await shop.call('POST', `/v1/pay-links/${id}/remind`);
  await shop.work();
  const waiting = await shop.call('GET', '/v1/conversations?waiting=true');
  assert.equal(waiting.body.data.length, 1);
  const moved = { phone: '2125550102' };
  await shop.call('PATCH', `/v1/customers/${customerId}`, { body: moved });
  const path = `/v1/pay-links/${id}/remind`;
  assert.equal((await shop.call('POST', path)).status, 201);
  await shop.work();
  assert.equal((await shop.texts('2125550102')).length, 1);
});

test('a phone that was typed on the page is not reminded', async (t) => {
  const shop = await openShop(t);
  const customer = { email: 'ada@example.com' };
  const { id, address } = await shop.ask({ customer, reminders: [], send: 'none' });
  const { state } = await payByCard(shop.world, address, testCard('lost_card'));
  assert.equal(state, 'declined');
  const { status, body } = await shop.call('POST', `/v1/pay-links/${id}/remind`);
  assert.deepEqual([status, body.code], [409, 'number_takes_no_texts']);
  assert.deepEqual(await shop.fates(), []);
});

test('what cannot be paid, or not by this business, nobody is reminded of', async (t) => {
  const shop = await openShop(t);
  const remind = async (id: string, as?: Caller) => {
    const { status, body } = await shop.call('POST', `/v1/pay-links/${id}/remind`, as && { as });
    return [status, body.code ?? body.errors?.[0].field];
  };
  const { id, address } = await shop.ask();
  const stranger = await shop.fixture.addBusiness();
  assert.deepEqual(await remind(id, stranger), [404, 'not_found']);
  assert.deepEqual(await remind('4711'), [404, 'not_found']);
  await payByCard(shop.world, address);
  assert.deepEqual(await remind(id), [409, 'invoice_ended']);
  const revoked = await shop.ask();
  await shop.call('POST', `/v1/pay-links/${revoked.id}/revoke`);
  assert.deepEqual(await remind(revoked.id), [409, 'invoice_ended']);
  const unreached = { customer: { email: 'ada@example.com' }, reminders: [], send: 'none' };
  assert.deepEqual(await remind((await shop.ask(unreached)).id), [409, 'number_takes_no_texts']);
  const asked = await shop.ask();
  await shop.hears('STOP');
  assert.deepEqual(await remind(asked.id), [409, 'text_not_wanted']);
  const before = await shop.fates();
  const long = { body: { text: 'x'.repeat(1600) } };
  const refused = await shop.call('POST', `/v1/pay-links/${asked.id}/remind`, long);
  assert.deepEqual([refused.status, refused.body.errors[0].field], [400, 'text']);
  assert.deepEqual(await shop.fates(), before);
});

test('a reminder that waits for the morning asks for what is left by then', async (t) => {
  const shop = await openShop(t, { business: { limited: true } });
  const there = { customer: { phone: '8085550100' }, send: 'none', reminders: [] };
  const { id, address } = await shop.ask({ ...there, partialPayments: {} });
  // In Hawaii it is four in the morning.
  shop.fixture.clock.setTo(new Date('2030-01-20T14:30:00Z'));
  assert.equal((await shop.call('POST', `/v1/pay-links/${id}/remind`)).status, 201);
  const card = '4242424242424242';
  await payByCard(shop.world, address, card, { cents: 250n, seenCents: 0n });
  shop.fixture.clock.setTo(new Date('2030-01-20T18:00:00Z'));
  await shop.work();
  assert.match((await shop.texts('8085550100'))[0]!, /\$10\.00/);
});
