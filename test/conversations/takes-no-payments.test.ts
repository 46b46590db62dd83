import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expireLinks } from '../../src/invoicing/pay-links/end-links.ts';
import { readInbox } from '../../src/notify/conversations/sandbox-inbox.ts';
import { sendTexts } from '../../src/notify/conversations/send-texts.ts';
import { resume } from '../../src/parties/applications/resume.ts';
import { closeBusiness, suspendBusiness } from '../../src/parties/businesses/change-state.ts';
import { writeEvents } from '../../src/runtime/events.ts';

import { workOnce } from '../../src/worker/worker.ts';
import { openCounter } from '../pages/counter.ts';
import { listen, openDesk, phone } from './desk.ts';

type Scope = { after(work: () => Promise<void>): void };

const dayMs = 24 * 3_600_000;
const why = { actor: 'operator', reason: 'a test' };

/** A business whose texts are due tomorrow. */
async function openOffice(t: Scope) {
  const counter = await openCounter(t);
  const { world, fixture } = counter;
  const { now } = world;
  const owner = await counter.addBusiness();
  const { id } = owner.business;
  const tomorrow = new Date(now().getTime() + dayMs);
  return {
    ...counter,
    id,
    tomorrow,
    link: async (changes = {}) => await counter.addLink(owner, { sendAt: tomorrow, ...changes }),
    async work() {
      while ((await expireLinks(world)) + (await sendTexts(world)) > 0);
    },
    texts: async () =>
      await fixture.db.query<{ state: string; code: string | null }>(
        'select state, error_code as code from messages where business_id = $1 order by id',
        [id],
      ),
    arrived: async () =>
      (await readInbox(fixture.db, id, { most: 100 })).map(({ body }) => body).toReversed(),
    /** A subscription whose trial ends tells its payer so. */
    async trialEnds(chargedAt: Date) {
      const facts = { phone, customerId: '5', planCode: 'gold', amountCents: '1000' };
      const data = {
        ...facts,
        chargedAt: chargedAt.toISOString(),
        subscriptionId: '7',
        email: undefined,
      };
      const event = { kind: 'subscription.trial_will_end', businessId: id, objectId: 7n } as const;
      const written = { ...event, id: world.uuid(), at: now(), data };
      await writeEvents(fixture.db, [{ ...written, pending: ['sms'] }]);
      await workOnce(world, id);
    },
  };
}

test('a closed business asks nobody for money any more, and its texts say why', async (t) => {
  const { id, fixture, world, tomorrow, link, work, texts, arrived, trialEnds } =
    await openOffice(t);
  await link();
  await closeBusiness(world, id, why);
  await trialEnds(new Date(tomorrow.getTime() + dayMs));
  fixture.clock.setTo(tomorrow);
  await work();
  const canceled = { state: 'canceled', code: 'business_closed' };
  assert.deepEqual([await texts(), await arrived()], [[canceled, canceled], []]);
});

test('texts of a suspended business that ask for money wait until it is resumed, and are judged again', async (t) => {
  const { id, fixture, world, tomorrow, link, work, texts, arrived, trialEnds } =
    await openOffice(t);
  await link({ contact: contactAt('2125550101') });
  await link({ expiresAt: new Date(tomorrow.getTime() + dayMs) });
  await suspendBusiness(world, id, why);
  await trialEnds(new Date(tomorrow.getTime() + dayMs));
  await trialEnds(new Date(tomorrow.getTime() + 9 * dayMs));
  fixture.clock.setTo(tomorrow);
  await work();
  const held = { state: 'scheduled', code: 'business_suspended' };
  assert.deepEqual([await texts(), await arrived()], [[held, held, held, held], []]);

  fixture.clock.pass(2 * dayMs);
  await work();
  const canceled = { state: 'canceled', code: null };
  assert.deepEqual(await texts(), [held, canceled, held, held]);
  await resume(world, id, why);
  await work();
  const sent = { state: 'delivered', code: null };
  assert.deepEqual(await texts(), [sent, canceled, { state: 'canceled', code: 'too_late' }, sent]);
  const [asked, announced, ...more] = await arrived();
  assert.match(asked!, /^Please pay here: http/);
  assert.match(announced!, /will first be charged on January 25, 2030/);
  assert.deepEqual(more, []);
});

test('what waits for a suspended business is canceled when that is closed', async (t) => {
  const { id, fixture, world, tomorrow, link, work, texts } = await openOffice(t);
  await link();
  await suspendBusiness(world, id, why);
  fixture.clock.setTo(tomorrow);
  await work();
  await closeBusiness(world, id, why);
  await work();
  assert.deepEqual(await texts(), [{ state: 'canceled', code: 'business_closed' }]);
});

for (const [what, end] of [
  ['suspended', suspendBusiness],
  ['closed', closeBusiness],
] as const) {
  test(`what a business wrote and what happened is told after it was ${what} too`, async (t) => {
    const desk = await openDesk(t);
    const shop = await desk.shop();
    for (const kind of ['receipt', 'notice', 'chat'] as const) await shop.text({ kind });
    await end(desk.world, shop.id, why);
    await desk.work();
    assert.deepEqual(await shop.states(), ['delivered', 'delivered', 'delivered']);
  });
}

test('a closed business promises no texts, and writes down who wants them', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  await listen(desk, shop);
  await shop.text();
  await shop.hears('STOP');
  await closeBusiness(desk.world, shop.id, why);
  await shop.hears('START');
  await desk.work();
  assert.equal(await shop.consent(), 'opted_in');
  const said = (await shop.inbox()).map(({ body }) => body);
  assert.equal(said.length, 2);
  assert.match(said[1]!, /no more texts/);
});

function contactAt(of: string) {
  return {
    ...{ externalId: undefined, phone: of, email: '', firstName: '', lastName: '', address1: '' },
    ...{ address2: '', city: '', stateCode: '', postalCode: '', countryCode: 'US' },
  };
}
