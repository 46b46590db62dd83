import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { listLinks } from '../../src/invoicing/pay-links/list-links.ts';
import { cancelSubscription } from '../../src/invoicing/subscriptions/change.ts';
import { readInvoice } from '../../src/payments/open-invoice.ts';
import { openMember } from '../subscriptions/club.ts';
import {
  linkOf,
  openedLink,
  requestOn,
  subscriptionOf,
  updateCard,
} from '../subscriptions/member.ts';
import { linkOfInvoice, payByCard } from './fixture.ts';
import { openShop } from './reminder-shop.ts';

/* A link whose invoice was ended by another door. */

test('the link of a subscription that was canceled is shown as revoked, and can be revoked', async (t) => {
  const { club, id } = await openMember(t);
  const { token } = await subscriptionOf(club, id);
  await updateCard(club, token, testCard('lost_card'));
  await club.until('2030-03-01 12:00');
  const { link } = await openedLink(club.world, (await linkOf(club, id, 1))!);
  const seen = async () => {
    const asked = { id: link.id, most: 1, now: club.world.now() };
    const [{ state, stage } = assert.fail()] = await listLinks(club.world.db, club.id, asked);
    return [state, stage];
  };
  const [, before] = await seen();
  assert.ok(before !== 'revoked');
  await cancelSubscription(club.world, await requestOn(club, id));
  assert.deepEqual(await seen(), ['open', 'revoked']);
  const headers = {
    Authorization: `Bearer ${club.caller.apiKey}`,
    'Content-Type': 'application/json',
  };
  const revoke = `${club.baseUrl}/v1/pay-links/${link.id}/revoke`;
  const { status } = await fetch(revoke, { method: 'POST', headers });
  assert.equal(status, 200);
  assert.deepEqual(await seen(), ['revoked', 'revoked']);
  assert.deepEqual(await club.findings(), []);
});

test('a link that expired is revoked without the invoice for which a newer one asks', async (t) => {
  const shop = await openShop(t);
  const { world, caller, fixture } = shop;
  const expiresAt = '2030-01-16T12:00:00.000Z';
  const { id, invoiceId } = await shop.ask({ expiresAt, dueOn: '2030-01-16', reminders: [] });
  // Before anybody has looked which links have ended.
  fixture.clock.setTo(new Date(expiresAt));
  const newer = await linkOfInvoice(world, caller.business, BigInt(invoiceId));
  assert.ok(newer && String(newer.id) !== id);
  const revoked = await shop.call('POST', `/v1/pay-links/${id}/revoke`);
  assert.deepEqual([revoked.status, revoked.body.status], [200, 'revoked']);
  const invoice = await readInvoice(world.db, caller.business.id, newer.invoiceId);
  assert.equal(invoice?.state, 'open');
  const path = `/v1/pay-links/${newer.id}`;
  const { address } = (await shop.call('POST', `${path}/address`)).body;
  assert.equal((await payByCard(world, address)).state, 'captured');
  // Neither is what is paid.
  assert.equal((await shop.call('POST', `${path}/revoke`)).body.code, 'invoice_ended');
});

test('a link whose invoice is paid in parts is not revoked', async (t) => {
  const shop = await openShop(t);
  const { id, address } = await shop.ask({ reminders: [], partialPayments: {} });
  const card = '4242424242424242';
  await payByCard(shop.world, address, card, { cents: 250n, seenCents: 0n });
  await payByCard(shop.world, address, card, { cents: 1000n, seenCents: 250n });
  const { status, body } = await shop.call('POST', `/v1/pay-links/${id}/revoke`);
  assert.deepEqual([status, body.code], [409, 'invoice_ended']);
  assert.deepEqual(await shop.stages(), ['paid']);
});
