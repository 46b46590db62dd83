import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setEndpoint } from '../../src/notify/webhooks/change-endpoint.ts';
import { workOff } from '../webhooks/post-office.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { openClub } from './club.ts';

test('the payments webhook names the subscription whose period was paid or tried', async (t) => {
  const club = await openClub(t);
  const { world, caller } = club;
  const businessId = caller.business.id;
  const receiver = await openReceiver(t);
  const endpoint = {
    businessId,
    kind: 'payments',
    url: receiver.url,
    credentials: undefined,
  } as const;
  await setEndpoint(world, endpoint, 'operator');
  await club.until('2030-01-31 12:00');
  const CardToken = await club.token();
  const made = await club.subscribe({ CardToken, Discount: '10', PlanCode: 'gold' });
  const subscription = made.Data.SubscriptionID;
  const dead = await club.subscribe({ CardToken: await club.token('4000000000000341') });
  await club.until('2030-02-28 09:00');
  await workOff(world);
  const posted = receiver.received.map(({ form }) => [
    form.SubscriptionID,
    form.OrderNumber,
    form.StatusID,
    form.PaymentAmt,
    form.ServiceDescription,
  ]);
  // Posts about different payments may arrive in any order.
  const post = (id: string, n: number) => posted.find(([, order]) => order === `SUB-${id}-${n}`);
  assert.deepEqual(post(subscription, 1), [
    subscription,
    `SUB-${subscription}-1`,
    '0',
    '9.00',
    'gold, Jan 31, 2030 to Feb 27, 2030',
  ]);
  const { SubscriptionID: declined } = dead.Data;
  assert.deepEqual(post(declined, 1)?.slice(0, 4), [declined, `SUB-${declined}-1`, '1', '10.00']);
  assert.deepEqual(post(subscription, 2)?.slice(0, 3), [
    subscription,
    `SUB-${subscription}-2`,
    '0',
  ]);
  assert.equal(posted.length, 3);
});
