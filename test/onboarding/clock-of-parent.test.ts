import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { answerWithinDays } from '../../src/parties/applications/application.ts';
import { expireApplications } from '../../src/parties/applications/expire.ts';
import { listApplications, readApplication } from '../../src/parties/applications/store.ts';
import { atClockOf } from '../../src/parties/businesses/clock.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import { client, openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { apply, keys } from './applicant.ts';
import { merchantFields } from './fields.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();
const dayMs = 24 * 3_600_000;

async function parentAhead(environment: 'sandbox' | 'live', days: number) {
  const { business } = await fixture.addBusiness({ environment });
  if (days > 0) {
    await fixture.db.query('update businesses set clock_ahead_ms = $2 where business_id = $1', [
      business.id,
      days * dayMs,
    ]);
  }
  return (await readBusiness(world.db, business.id))!;
}

test('a business that is made by a clock ahead lives by it: its application ends in time', async () => {
  const parent = await parentAhead('sandbox', 100);
  const own = atClockOf(world, parent);
  const options = { email: 'ann+outcome-needs-information@example.com' };
  const applicant = await apply(own, parent, options);
  assert.equal(applicant.business.clockAheadMs, parent.clockAheadMs);

  fixture.clock.pass((answerWithinDays + 1) * dayMs);
  const theirs = atClockOf(world, applicant.business);
  assert.equal(await expireApplications(theirs, applicant.business.id), 1);
  assert.equal((await readApplication(world.db, ...keys(applicant)))?.state, 'expired');
});

test('a business of the sandbox below a live one lives by the clock of the world', async () => {
  const parent = await parentAhead('live', 0);
  const { business } = await apply(world, parent);
  assert.deepEqual([business.environment, business.clockAheadMs], ['sandbox', 0]);
});

test('so does one that is made by a call, and its history goes forwards', async (t) => {
  const caller = await fixture.addBusiness();
  await fixture.db.query('update businesses set clock_ahead_ms = $2 where business_id = $1', [
    caller.business.id,
    100 * dayMs,
  ]);
  const door = await openDoor(world);
  const { call, close } = client(door.baseUrl, caller);
  t.after(async () => {
    close();
    await door.close();
  });
  const waits = { ...merchantFields, BusinessLegalName: 'Park outcome-in-review' };
  const reply = await call('CreateNewMerchantAccount', waits);
  assert.equal(reply.status, 200, reply.body);
  const { id, clockAheadMs } = (await readBusiness(
    world.db,
    BigInt(JSON.parse(reply.body).Data.SalesSiteID),
  ))!;
  assert.equal(clockAheadMs, 100 * dayMs);
  const [application] = await listApplications(world.db, { businessId: id, limit: 1 });
  const own = atClockOf(world, { clockAheadMs });
  assert.deepEqual(application?.createdAt, own.now());
});
