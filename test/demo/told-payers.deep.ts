import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeFixture } from '../fixture.ts';
import { fillOne } from './filling.ts';

test('every charge of a member that failed was told to its payer, with a link to pay by', async (t) => {
  const fixture = await makeFixture(t, { startsAt: new Date('2030-06-18T20:34:00Z') });
  const { business } = await fixture.addBusiness();
  await fillOne(fixture, business.id, { days: 70 });
  const periods = await fixture.db.query<{ tries: number; told: number; links: number }>(
    `select p.tries, count(e.id)::int as told, count(e.data ->> 'linkId')::int as links
     from subscription_periods p
     left join events e on e.business_id = p.business_id and e.object_id = p.subscription_id
       and e.kind = 'subscription.payment_failed' and (e.data ->> 'period')::int = p.n
     where p.business_id = $1 and p.tries > 0
     group by p.subscription_id, p.n, p.tries`,
    [business.id],
  );
  assert.ok(periods.length > 0);
  for (const { tries, told, links } of periods) assert.deepEqual([told, links], [tries, tries]);
});
