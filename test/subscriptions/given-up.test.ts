import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { nameOf } from '../../src/cli/layout.ts';
import { revokeLink } from '../../src/invoicing/pay-links/end-links.ts';
import { cancelAtEnd } from '../../src/invoicing/subscriptions/change.ts';
import { openOffice } from '../cli/office.ts';
import type { Scope } from '../scope.ts';
import { type Club, goodCard, openMember } from './club.ts';
import {
  linkOf,
  localTime,
  openedLink,
  payByHand,
  payPeriod,
  periodsOf,
  requestOn,
  storyOf,
  subscriptionOf,
  triesOf,
  updateCard,
} from './member.ts';

/* What becomes of a period that was given up, and of its subscription. */

/** The second period was declined for good, and was given up on March 7. */
async function unpaidMember(scope: Scope, cancelsAtEnd = false) {
  const { club, id } = await openMember(scope);
  const { token } = await subscriptionOf(club, id);
  await updateCard(club, token, testCard('lost_card'));
  await club.until('2030-02-28 12:00');
  if (cancelsAtEnd) await cancelAtEnd(club.world, await requestOn(club, id), true);
  await club.until('2030-03-10 12:00');
  assert.deepEqual(await club.states(), ['unpaid']);
  return { club, id, token };
}

async function linkBehind(club: Club, id: bigint) {
  return (await openedLink(club.world, (await linkOf(club, id, 1))!)).link;
}

async function post({ baseUrl, caller }: Club, path: string): Promise<number> {
  const headers = { Authorization: `Bearer ${caller.apiKey}`, 'Content-Type': 'application/json' };
  return (await fetch(baseUrl + path, { method: 'POST', headers })).status;
}

async function voidInvoiceOf(club: Club, id: bigint): Promise<void> {
  const [, period] = await periodsOf(club, id);
  assert.equal(await post(club, `/v1/invoices/${period!.invoiceId}/void`), 200);
}

const waives: Readonly<Record<string, (club: Club, id: bigint) => Promise<void>>> = {
  async 'its link is revoked'(club, id) {
    const link = await linkBehind(club, id);
    assert.equal(await post(club, `/v1/pay-links/${link.id}/revoke`), 200);
  },
  async 'its link is revoked by the operator'(club, id) {
    const name = nameOf(await linkBehind(club, id));
    assert.equal((await openOffice(club.fixture).run('pay-link', 'revoke', name)).code, 0);
  },
  'its invoice is voided': voidInvoiceOf,
  async 'its invoice is voided that was void before'(club, id) {
    await revokeLink(club.world, await linkBehind(club, id), 'operator:ann');
    assert.deepEqual(await club.states(), ['unpaid']);
    await voidInvoiceOf(club, id);
  },
  async 'its invoice is void, at the next look'(club, id) {
    await revokeLink(club.world, await linkBehind(club, id), 'operator:ann');
    await club.until('2030-03-11 12:00');
  },
};

for (const [what, waive] of Object.entries(waives)) {
  test(`a period that was given up is owed no more when ${what}, and the next one begins in its time`, async (t) => {
    const { club, id, token } = await unpaidMember(t);
    await waive(club, id);
    assert.equal(await storyOf(club, id), 'scheduled incomplete active past_due unpaid active');
    const [, period] = await periodsOf(club, id);
    assert.deepEqual([period?.state, period?.givesUpAt], ['void', undefined]);
    await updateCard(club, token, goodCard);
    await club.until('2030-03-31 12:00');
    assert.deepEqual((await triesOf(club, id)).slice(2), ['03-31 09:00 1000 captured']);
    assert.deepEqual(await club.findings(), []);
  });
}

test('a period that was given up and charged by hand is taken back within a day, or with its invoice', async (t) => {
  for (const isVoided of [false, true]) {
    const { club, id, token } = await unpaidMember(t);
    assert.equal(await payByHand(club, `SUB-${id}-2`, { Amount: '10.00' }), 200);
    if (isVoided) await voidInvoiceOf(club, id);
    else await club.until('2030-03-11 12:00');
    const [, period] = await periodsOf(club, id);
    assert.deepEqual([period?.state, period?.lastCode], ['void', 'order_number_reused']);
    assert.deepEqual(await club.states(), ['active']);
    await updateCard(club, token, goodCard);
    await club.until('2030-03-31 12:00');
    assert.deepEqual((await triesOf(club, id)).slice(2), [
      '03-10 12:00 1000 captured',
      '03-31 09:00 1000 captured',
    ]);
    assert.deepEqual(await club.findings(), []);
  }
});

test('a card that is given for a period that was given up is waited for, however long its charge takes', async (t) => {
  const { club, id, token } = await unpaidMember(t);
  club.fixture.bank.script({ next: 50 }, 'connection_refused');
  await updateCard(club, token, goodCard);
  await club.until('2030-03-12 00:00');
  const [, period] = await periodsOf(club, id);
  assert.deepEqual([period?.state, period?.givesUpAt], ['open', undefined]);
  await club.until('2030-03-13 12:00');
  assert.deepEqual(await club.states(), ['active']);
  assert.deepEqual(await club.findings(), []);
});

test('what is unpaid in a business that was closed has ended', async (t) => {
  const { club, id } = await unpaidMember(t);
  await club.fixture.db.query(`update businesses set state = 'closed' where business_id = $1`, [
    club.id,
  ]);
  await club.until('2030-03-11 12:00');
  assert.deepEqual(await club.states(), ['canceled']);
  const [, period] = await periodsOf(club, id);
  assert.deepEqual([period?.state, period?.givesUpAt], ['void', undefined]);
  assert.deepEqual(await club.findings(), []);
});

test('an unpaid subscription ends with its period where that was agreed, paid meanwhile or not', async (t) => {
  for (const isPaid of [false, true]) {
    const { club, id } = await unpaidMember(t, true);
    if (isPaid) await payPeriod(club, id, 1, goodCard);
    await club.until('2030-03-31 08:59');
    assert.deepEqual(await club.states(), [isPaid ? 'active' : 'unpaid']);
    await club.until('2030-03-31 09:00');
    assert.deepEqual(await club.states(), ['canceled']);
    const periods = (await periodsOf(club, id)).map(({ state }) => state);
    assert.deepEqual(periods, ['paid', isPaid ? 'paid' : 'void']);
    assert.deepEqual(await club.findings(), []);
  }
});

test('an unpaid subscription ends only once a payment of what is owed is decided', async (t) => {
  const { club, id } = await unpaidMember(t, true);
  const [, period] = await periodsOf(club, id);
  const hold = async (paymentId: bigint | null) =>
    await club.fixture.db.query(
      `update invoices set state = case when $3::bigint is null then 'open' else 'held' end, payment_id = $3
       where business_id = $1 and id = $2`,
      [club.id, period!.invoiceId, paymentId],
    );
  await hold(1n);
  await club.until('2030-04-02 12:00');
  assert.deepEqual(await club.states(), ['unpaid']);
  await hold(null);
  await club.until('2030-04-03 12:00');
  assert.deepEqual(await club.states(), ['canceled']);
  const invoice = await club.fixture.db.query(
    'select state from invoices where business_id = $1 and id = $2',
    [club.id, period!.invoiceId],
  );
  assert.deepEqual(invoice, [{ state: 'void' }]);
});

test('an unpaid subscription that goes on after all begins nothing before it is paid', async (t) => {
  const { club, id } = await unpaidMember(t, true);
  await cancelAtEnd(club.world, await requestOn(club, id), false);
  await club.until('2030-04-15 12:00');
  assert.deepEqual(await club.states(), ['unpaid']);
  assert.equal((await periodsOf(club, id)).length, 2);
  await payPeriod(club, id, 1, goodCard);
  await club.work();
  assert.deepEqual(await club.states(), ['active']);
  assert.equal(localTime((await subscriptionOf(club, id)).dueAt), '2030-04-30 09:00');
  assert.deepEqual(await club.findings(), []);
});
