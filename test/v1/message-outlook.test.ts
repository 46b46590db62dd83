import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sendTexts } from '../../src/notify/conversations/send-texts.ts';
import type { Caller } from '../fixture.ts';
import { changesIn, rowsOf } from '../owned-rows.ts';
import { serveV1 } from './serve.ts';

const noon = '2030-01-15T17:00:00Z';
const v1 = await serveV1({ after }, { startsAt: new Date('2030-01-15T13:00:00Z') });
const world = await v1.open();
const zone = { timeZones: ['America/New_York'], opensAt: '08:00', closesAt: '21:00' };
const phone = '6175550100';

type Outlook = Readonly<Record<string, unknown>> & { readonly status: string };

async function outlookOf(as: Caller, of = phone, more = ''): Promise<Outlook> {
  const told = await v1.call('GET', `/v1/messages/outlook?phone=${of}${more}`, { as });
  assert.equal(told.status, 200, told.text);
  return told.body;
}

async function text(as: Caller, to = phone) {
  const told = await v1.call('POST', '/v1/messages', { as, body: { phone: to, body: 'Hello.' } });
  assert.equal(told.status, 201, told.text);
  return told.body;
}

async function hear(as: Caller, body: string, from = phone) {
  const path = '/v1/sandbox/inbox/texts';
  const told = await v1.call('POST', path, { as, body: { from, body } });
  assert.equal(told.status, 201, told.text);
  return told.body;
}

async function everyRow({ business }: Caller): Promise<Set<string>> {
  const counts = await v1.db.query<{ row: string }>('select c::text as row from text_counts c');
  const owned = await rowsOf(v1.db, [business.id]);
  return new Set([...owned, ...counts.map(({ row }) => row)]);
}

async function sweep(): Promise<void> {
  while ((await sendTexts(world)) > 0);
}

type Row = {
  readonly what: string;
  readonly at?: string;
  readonly to?: string;
  before?(as: Caller): Promise<unknown>;
  readonly wanted: Readonly<Record<string, unknown>>;
};

/** In the order of their moments: the clock only moves on. */
const rows: readonly Row[] = [
  {
    what: 'to a phone of two time zones, where it is morning in one of them',
    at: '2030-01-15T13:30:00Z',
    to: '8505550100',
    wanted: {
      ...{ status: 'scheduled', timeZones: ['America/New_York', 'America/Chicago'] },
      sendsAt: '2030-01-15T14:00:00.000Z',
    },
  },
  {
    what: 'by day',
    wanted: {
      ...{ status: 'queued', errorCode: null, sendsAt: null, reason: null },
      ...{ consent: 'none', consentAt: null, consentReason: null },
      ...{ ...zone, leftThisHour: 3, leftToday: 10 },
    },
  },
  {
    what: 'to a phone that got one of three in this hour',
    before: async (as) => {
      await text(as);
      await sweep();
    },
    wanted: { status: 'queued', leftThisHour: 2, leftToday: 9 },
  },
  {
    what: 'to a landline',
    to: '6175550110',
    wanted: { status: 'blocked', errorCode: 'landline', sendsAt: null },
  },
  { what: 'to a toll-free number', to: '6175550130', wanted: { errorCode: 'tollfree' } },
  { what: 'to a premium number', to: '6175550140', wanted: { errorCode: 'premium' } },
  {
    what: 'to somebody who is not to be contacted',
    before: async (as) => {
      const body = { phone, lastName: 'Lee', status: 'do_not_contact' };
      const made = await v1.call('POST', '/v1/customers', { as, body });
      assert.equal(made.status, 201, made.text);
    },
    wanted: { status: 'blocked', errorCode: 'do_not_contact' },
  },
  {
    what: 'to somebody who wrote STOP',
    before: async (as) => await hear(as, 'Stop!'),
    wanted: {
      ...{ status: 'blocked', errorCode: 'opted_out', consent: 'opted_out' },
      ...{ consentAt: '2030-01-15T17:00:00.000Z', consentReason: 'wrote Stop!' },
    },
  },
  {
    what: 'to somebody who wrote STOP, then START',
    before: async (as) => {
      await hear(as, 'STOP');
      await hear(as, 'START');
    },
    wanted: { status: 'queued', consent: 'opted_in', consentReason: 'wrote START' },
  },
  {
    what: 'after three in this hour',
    before: async (as) => {
      for (let n = 0; n < 3; n += 1) await text(as);
      await sweep();
    },
    wanted: {
      ...{ status: 'scheduled', reason: 'hour_limit', leftThisHour: 0, leftToday: 7 },
      sendsAt: '2030-01-15T18:00:00.000Z',
    },
  },
  {
    what: 'after three in the last hour of the day',
    at: '2030-01-16T01:30:00Z',
    before: async (as) => {
      for (let n = 0; n < 3; n += 1) await text(as);
      await sweep();
    },
    wanted: { reason: 'hour_limit', sendsAt: '2030-01-16T13:00:00.000Z' },
  },
  {
    what: 'late in the evening',
    at: '2030-01-16T03:00:00Z',
    wanted: {
      ...{ status: 'scheduled', reason: 'quiet_hours' },
      sendsAt: '2030-01-16T13:00:00.000Z',
    },
  },
  {
    what: 'late in the evening, to somebody who wrote within the hour',
    at: '2030-01-16T03:00:00Z',
    before: async (as) => await hear(as, 'Can I still come?'),
    wanted: { status: 'queued', reason: null },
  },
];

for (const { what, at = noon, to = phone, before, wanted } of rows) {
  test(`a text ${what} becomes what its outlook says`, async () => {
    v1.clock.setTo(new Date(at));
    const shop = await v1.addBusiness({ limited: true });
    await before?.(shop);
    const stored = await everyRow(shop);
    const outlook = await outlookOf(shop, to);
    assert.deepEqual(changesIn(stored, await everyRow(shop)), [], 'it writes nothing');
    const isLike = Object.fromEntries(Object.keys(wanted).map((name) => [name, outlook[name]]));
    assert.deepEqual(isLike, wanted);
    const made = await text(shop, to);
    const told = { status: made.status, errorCode: made.errorCode, sendsAt: made.sendsAt };
    const { status, errorCode, sendsAt } = outlook;
    assert.deepEqual(told, { status, errorCode, sendsAt });
    await sweep();
    const { body: then } = await v1.call('GET', `/v1/messages/${made.id}`, { as: shop });
    const later = status === 'queued' ? 'delivered' : status;
    assert.deepEqual([then.status, then.sendsAt], [later, sendsAt]);
  });
}

test('without limits a text goes out at night, and nothing is said of what is left', async () => {
  v1.clock.setTo(new Date('2030-01-16T03:00:00Z'));
  const shop = await v1.addBusiness();
  const { status, leftThisHour, leftToday } = await outlookOf(shop);
  assert.deepEqual([status, leftThisHour, leftToday], ['queued', null, null]);
  assert.equal((await text(shop)).status, 'queued');
});

test('a pay link waits for the morning even after the payer wrote', async () => {
  v1.clock.setTo(new Date('2030-01-16T03:00:00Z'));
  const shop = await v1.addBusiness({ limited: true });
  await hear(shop, 'Can I still come?');
  assert.equal((await outlookOf(shop)).status, 'queued');
  assert.equal((await outlookOf(shop, phone, '&kind=pay_link')).status, 'scheduled');
});

test('of a live phone a business hears how often others texted it only if it writes with it, too', async () => {
  v1.clock.setTo(new Date('2030-01-16T17:00:00Z'));
  const [own, other] = [
    await v1.addBusiness({ environment: 'live', limited: true }),
    await v1.addBusiness({ environment: 'live', limited: true }),
  ];
  for (const [n, { business }] of [own, other].entries()) {
    await v1.db.query(
      `insert into business_profiles (business_id, email, phone, mobile_number, details, updated_at)
       values ($1, '', '', $2, '{}', $3)`,
      [business.id, `617555777${n}`, v1.clock.now()],
    );
  }
  const to = '6172345678';
  await text(other, to);
  assert.equal((await outlookOf(other, to)).leftThisHour, 3);
  assert.equal((await outlookOf(own, to)).leftThisHour, null);
  // Nobody takes the texts of live businesses here.
  assert.deepEqual((await outlookOf(own, to)).errorCode, 'no_carrier');
  await sweep();
  const { body: sent } = await v1.call('GET', '/v1/messages', { as: other });
  assert.deepEqual([sent.data[0].status, sent.data[0].errorCode], ['failed', 'no_carrier']);
});

test('an outlook needs a whole phone, and a kind that people write', async () => {
  const missing = await v1.call('GET', '/v1/messages/outlook');
  assert.deepEqual([missing.status, missing.body.code], [400, 'wrong_fields']);
  for (const query of ['phone=617555', `phone=${phone}&kind=receipt`]) {
    const told = await v1.call('GET', `/v1/messages/outlook?${query}`);
    assert.deepEqual([told.status, told.body.code], [400, 'wrong_fields'], query);
  }
});
