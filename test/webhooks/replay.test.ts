import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  enableEndpoint,
  removeEndpoint,
  rotateSecret,
  showSecret,
} from '../../src/notify/webhooks/change-endpoint.ts';
import { replayOne, replaySince } from '../../src/notify/webhooks/replay.ts';
import { openOffice } from '../cli/office.ts';
import { recordedProgress } from '../recorded-progress.ts';
import { dayMs, hourMs, openPostOffice, paid } from './post-office.ts';
import { openReceiver, type Received } from './receiver.ts';
import { secretsOf, standAt, verify } from './verify.ts';

const actor = 'operator:ann';

test('one delivery is told once more under the same id, in the same words', async (t) => {
  const office = await openPostOffice(t);
  const { world, fixture } = office;
  const shop = await office.business();
  const { id } = shop.business;
  const receiver = await openReceiver(t);
  await office.endpoint(shop, 'payments', receiver.url);
  await office.happens(shop, 'payment.captured', 7n);
  await office.work();
  const [first] = await office.deliveries(shop);
  // Where the business is has changed meanwhile; what it was told has not.
  await fixture.db.query(`update businesses set time_zone = 'Asia/Tokyo'`);
  assert.equal(typeof (await replayOne(world, id, first!.id, actor)), 'object');
  assert.equal(await replayOne(world, id, first!.id, actor), 'under_way');
  await office.work();
  assert.equal(await replayOne(world, id, 999_999n, actor), 'not_found');
  const other = await office.business();
  assert.equal(await replayOne(world, other.business.id, first!.id, actor), 'not_found');

  const [one, again] = receiver.received;
  assert.equal(receiver.received.length, 2);
  assert.equal(again?.headers['webhook-id'], one?.headers['webhook-id']);
  assert.equal(again?.body, one?.body);
  const rows = await office.deliveries(shop);
  assert.deepEqual(
    rows.map(({ sequence, state }) => [sequence, state]),
    [
      [1, 'succeeded'],
      [2, 'succeeded'],
    ],
  );
  const acts = await actsOf(office);
  assert.deepEqual(acts.slice(-1), ['webhook.replayed']);
});

test('what was missed while a webhook was disabled or not there is told when it is wanted', async (t) => {
  const office = await openPostOffice(t);
  const { world, fixture } = office;
  const shop = await office.business();
  const businessId = shop.business.id;
  const receiver = await openReceiver(t, 410);
  const ids = [await office.happens(shop, 'payment.captured', 1n)];
  await office.work();
  await office.endpoint(shop, 'payments', receiver.url);
  const since = fixture.clock.now();
  fixture.clock.pass(hourMs);
  for (let i = 2; i < 302; i += 1) {
    ids.push(await office.happens(shop, 'payment.captured', BigInt(i)));
    await office.happens(shop, 'payment.refunded', BigInt(i));
    if (i === 2) await office.work();
  }
  await office.work();
  assert.equal(receiver.received.splice(0).length, 1);
  receiver.answer(204);
  const filter = { since, kind: undefined };
  assert.deepEqual(await replaySince(world, businessId, filter, actor), { made: 0, underWay: 0 });
  await enableEndpoint(world, { businessId, kind: 'payments' }, actor);
  const { steps, progress } = recordedProgress();
  const watched = { ...filter, progress };
  assert.deepEqual(await replaySince(world, businessId, watched, actor), {
    made: 301,
    underWay: 0,
  });
  assert.equal(steps[0]!.done, 601, 'events, also those that no webhook gets');
  assert.deepEqual(await replaySince(world, businessId, filter, actor), { made: 0, underWay: 301 });
  await office.work();
  assert.deepEqual(idsOf(receiver.received.splice(0)), ids.toSorted());
  const later = { since: new Date(since.getTime() + 1), kind: 'payments' as const };
  assert.deepEqual(await replaySince(world, businessId, later, actor), { made: 300, underWay: 0 });
  const customers = { since, kind: 'customers' as const };
  assert.deepEqual(await replaySince(world, businessId, customers, actor), {
    made: 0,
    underWay: 0,
  });
});

test('a replay at the command line begins a time before now, or at a moment of the business', async (t) => {
  const office = await openPostOffice(t);
  const { fixture } = office;
  const shop = await office.business({ timeZone: 'America/New_York' });
  const receiver = await openReceiver(t);
  await office.endpoint(shop, 'payments', receiver.url);
  const replay = async (since: string) => {
    const words = ['--business', String(shop.business.id), '--since', since];
    const { deliveries } = await openOffice(fixture).ask('webhooks', 'replay', ...words);
    await office.work();
    return deliveries;
  };
  await office.happens(shop, 'payment.captured', 1n);
  await office.work();
  fixture.clock.pass(3 * hourMs);
  await office.happens(shop, 'payment.captured', 2n);
  await office.work();
  assert.equal(await replay('2h'), 1);
  assert.equal(await replay('4h'), 2);
  const zoned = fixture.clock.now().toTemporalInstant().toZonedDateTimeISO('America/New_York');
  const there = (hours: number) => String(zoned.subtract({ hours }).toPlainDateTime());
  assert.equal(await replay(there(2)), 1);
  assert.equal(await replay(there(4)), 2);
});

test('while a secret is changed, posts carry a signature of both', async (t) => {
  const office = await openPostOffice(t);
  const { world, fixture } = office;
  const shop = await office.business();
  const key = { businessId: shop.business.id, kind: 'payments' as const };
  const receiver = await openReceiver(t);
  await office.endpoint(shop, 'payments', receiver.url);
  const former = (await showSecret(world, key, actor))!.reveal();
  const rotated = await rotateSecret(world, key, { actor, graceMs: dayMs });
  const secret = rotated!.secret.reveal();
  assert.notEqual(secret, former);
  assert.deepEqual(await secretsOf(world, key.businessId, 'payments'), [secret, former]);
  standAt(t, fixture.clock.now());
  const during = await post();
  verify(secret, during);
  verify(former, during);
  fixture.clock.pass(dayMs);
  t.mock.timers.setTime(fixture.clock.now().getTime());
  const after = await post();
  verify(secret, after);
  assert.throws(() => verify(former, after), /No matching signature/);
  assert.deepEqual(await actsOf(office), [
    'webhook.set',
    'webhook.secret_shown',
    'webhook.secret_rotated',
  ]);
  const acts = await fixture.db.query<{ facts: string }>('select facts::text from audit_trail');
  assert.ok(!acts.some(({ facts }) => facts.includes('whsec_')), 'no secret is in the audit log');
  assert.ok(!fixture.logged.join('').includes('whsec_'), 'nor in the log');

  async function post(): Promise<Received> {
    await office.happens(shop, 'payment.captured', 7n);
    await office.work();
    return receiver.received.at(-1)!;
  }
});

test('a webhook that is taken away takes what waits for it along', async (t) => {
  const office = await openPostOffice(t);
  const { world, fixture } = office;
  const shop = await office.business();
  const key = { businessId: shop.business.id, kind: 'payments' as const };
  const receiver = await openReceiver(t, 500);
  await office.endpoint(shop, 'payments', receiver.url, { username: 'a', password: 'b' });
  await office.happens(shop, 'payment.queued', 7n);
  await office.happens(shop, 'payment.returned', 7n);
  await office.work();
  assert.equal(await removeEndpoint(world, key, actor), true);
  assert.equal(await removeEndpoint(world, key, actor), false);
  fixture.clock.pass(dayMs);
  await office.work();
  assert.equal(receiver.received.length, 1);
  const states = (await office.deliveries(shop)).map(({ state }) => state);
  assert.deepEqual(states, ['discarded', 'discarded']);
  const left = await fixture.db.query(
    `select 1 from vault_records where owner = 'webhook:payments'`,
  );
  assert.deepEqual(left, []);
});

test('a business that is told nothing keeps nothing to be told', async (t) => {
  const office = await openPostOffice(t);
  const shop = await office.business();
  const other = await office.business();
  const receiver = await openReceiver(t);
  await office.endpoint(other, 'customers', receiver.url);
  for (const one of [shop, other]) {
    for (let i = 0; i < 5; i += 1) await office.happens(one, 'payment.captured', BigInt(i));
    for (const kind of [
      'batch.reconciled',
      'payment.voided',
      'application.approved',
      'token.disabled',
    ]) {
      await office.happens(one, kind, 9n);
    }
  }
  await office.happens(other, 'payment.captured', 10n, { ...paid, isTest: true });
  await office.work();
  assert.equal(receiver.received.length, 0);
  const untold = await office.fixture.db.query(
    `select 1 from events where 'webhook' = any (untold)`,
  );
  assert.deepEqual(untold, []);
});

test('an event that cannot be put into words holds up no other, and is told of', async (t) => {
  const office = await openPostOffice(t);
  const shop = await office.business();
  const receiver = await openReceiver(t);
  await office.endpoint(shop, 'payments', receiver.url);
  await office.happens(shop, 'payment.captured', 1n, {});
  const good = await office.happens(shop, 'payment.captured', 2n);
  await office.work();
  assert.deepEqual(idsOf(receiver.received), [good]);
  assert.equal(
    office.fixture.logged.filter((line) => line.includes('webhook.not_rendered')).length,
    1,
  );
});

test('a test payment of a live business is no sale, and is not told as one', async (t) => {
  const office = await openPostOffice(t);
  const sandbox = await office.business();
  const live = await office.business({ environment: 'live' });
  for (const shop of [sandbox, live]) {
    await office.endpoint(shop, 'payments', 'https://hooks.example.com/');
    await office.happens(shop, 'payment.captured', 7n, { ...paid, isTest: true });
  }
  await office.work();
  assert.equal((await office.deliveries(sandbox)).length, 1);
  assert.equal((await office.deliveries(live)).length, 0);
});

function idsOf(received: readonly Received[]): string[] {
  return received.map(({ headers }) => String(headers['webhook-id'])).toSorted();
}

async function actsOf({ fixture }: Awaited<ReturnType<typeof openPostOffice>>): Promise<string[]> {
  const rows = await fixture.db.query<{ act: string }>(
    `select act from audit_trail where act like 'webhook.%' order by business_id, n`,
  );
  return rows.map(({ act }) => act);
}
