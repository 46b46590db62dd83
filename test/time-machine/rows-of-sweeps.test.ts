import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { setEndpoint } from '../../src/notify/webhooks/change-endpoint.ts';
import { sweeps } from '../../src/worker/schedule.ts';
import { momentOf, openClub, passTime } from '../subscriptions/club.ts';

const unfunded = '4000000000009995';

test('a sweep finds nothing for a business while none of the rows are there that it is run for', async (t) => {
  const club = await openClub(t);
  const { id, world } = club;
  const credentials = { username: 'park', password: new Secret('a password') };
  const url = 'http://127.0.0.1:9/hook';
  await setEndpoint(world, { businessId: id, kind: 'payments', url, credentials }, 'operator:ann');
  await club.join({ Interval: 'Weekly' });
  await club.join({ Interval: 'Weekly' }, unfunded);
  await club.join({ Interval: 'Weekly', CardToken: await club.bankToken('9876543') });

  const late = new Set<string>();
  await passTime(club, momentOf(club, '2030-02-01 12:00'), async (own) => {
    for (const [sweep, rows] of sweeps) {
      if (rows.length > 0 && (await sweep(own, id)) > 0) late.add(sweep.name);
    }
  });
  assert.deepEqual([...late], []);

  const kinds = await club.fixture.db.query<{ kind: string }>(
    'select distinct kind from events where business_id = $1',
    [id],
  );
  const happened = kinds.map(({ kind }) => kind);
  for (const kind of ['endpoint.disabled', 'payment.settled', 'subscription.payment_failed']) {
    assert.ok(happened.includes(kind), `${kind} did not happen: ${happened.join(', ')}`);
  }
});
