import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { LeadForm } from '../../src/leads/lead-form.ts';
import { closeForm, formAddress } from '../../src/leads/make-form.ts';
import type { Caller } from '../fixture.ts';
import { openDesk } from './desk.ts';

const { fixture, world, baseUrl, form, list } = await openDesk({ after });

type Seen = { readonly status: number; readonly headers: Headers; readonly text: string };

function urlOf(made: LeadForm): string {
  return baseUrl + new URL(formAddress(world, made)).pathname;
}

async function look(url: string, init: RequestInit = {}): Promise<Seen> {
  const answer = await fetch(url, { redirect: 'manual', ...init });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const filled = {
  firstName: 'Ada',
  lastName: 'Park',
  email: 'ada@example.com',
  phone: '617-555-0123',
  q1: 'Rome',
  q2: '1',
};

/** A page as a browser has it, and a way to send it once it was filled in. */
async function openPage(shop: Caller, changes: Parameters<typeof form>[1] = {}) {
  const made = await form(shop, changes);
  const url = urlOf(made);
  const first = await look(url);
  const page = stampIn(first);
  fixture.clock.pass(10_000);
  const send = (sent: Record<string, string> = {}, headers = {}) =>
    look(url, { method: 'POST', body: new URLSearchParams({ ...filled, page, ...sent }), headers });
  return { made, url, first, page, send };
}

function stampIn({ text }: Seen): string {
  return /name="page" value="([^"]+)"/.exec(text)![1]!;
}

/** What stands in a field when the form is shown again. */
function valueIn({ text }: Seen, name: string): string | undefined {
  return new RegExp(`<input id="${name}"[^>]* value="([^"]*)"`).exec(text)?.[1];
}

test('a form is shown, filled in and sent, and a reload sends nothing', async () => {
  const shop = await fixture.addBusiness({ name: 'Park <Travel>' });
  const { first, send, url } = await openPage(shop);
  assert.equal(first.status, 200);
  assert.match(first.text, /Tell us about your trip\./);
  assert.match(first.text, /Park &lt;Travel&gt;/);
  const sent = await send();
  assert.equal(sent.status, 303);
  assert.equal(sent.headers.get('location'), `${new URL(url).pathname}?sent`);
  const thanks = await look(`${url}?sent`);
  assert.match(thanks.text, /Thank you, we will call\./);
  const heard = await list(shop);
  assert.equal(heard.length, 1);
  assert.deepEqual([heard[0]!.FirstName, heard[0]!.PhoneNumber], ['Ada', '6175550123']);
});

test('every field has a label, and nothing comes from elsewhere', async () => {
  const shop = await fixture.addBusiness();
  const { first } = await openPage(shop);
  const ids = [...first.text.matchAll(/<(?:input|textarea)[^>]* id="([^"]+)"/g)].map(
    ([, id]) => id!,
  );
  assert.ok(ids.length >= 11, String(ids));
  for (const id of ids)
    assert.ok(
      first.text.includes(`<label for="${id}"`) ||
        first.text.includes(`<label class="choice" for="${id}"`),
      id,
    );
  assert.equal(new Set(ids).size, ids.length);
  assert.match(first.headers.get('content-security-policy')!, /frame-ancestors 'none'/);
  assert.doesNotMatch(first.text, /https?:\/\//);
});

test('two clicks are one lead', async () => {
  const shop = await fixture.addBusiness();
  const { send } = await openPage(shop);
  const all = await Promise.all([send(), send(), send()]);
  assert.deepEqual(
    all.map(({ status }) => status),
    [303, 303, 303],
  );
  assert.equal((await list(shop)).length, 1);
});

test('wrong fields are told beside them, and what was written stays', async () => {
  const shop = await fixture.addBusiness();
  const { send, page } = await openPage(shop);
  const again = await send({ email: 'ada', phone: '12', q2: '', city: 'Bos"ton<' });
  assert.equal(again.status, 422);
  for (const name of ['email', 'phone', 'q2']) {
    assert.match(again.text, new RegExp(`id="${name}-fault"`), name);
    assert.match(again.text, new RegExp(`<a href="#${name}"`), name);
  }
  assert.match(again.text, /Please check 3 things/);
  assert.equal(valueIn(again, 'email'), 'ada');
  assert.equal(valueIn(again, 'firstName'), 'Ada');
  assert.equal(valueIn(again, 'city'), 'Bos&quot;ton&lt;');
  assert.match(again.text, />\nRome<\/textarea>/);
  assert.equal(stampIn(again), page);
  assert.deepEqual(await list(shop), []);
  assert.equal((await send({ page: stampIn(again) })).status, 303);
});

test('what was chosen stays chosen, of one and of several', async () => {
  const shop = await fixture.addBusiness();
  const options = ['a', 'b', 'c'].map((text) => ({ text, value: '' }));
  const common = { externalValue: '', options, isRequired: false };
  const questions = [
    { ...common, text: 'One', kind: 'choice' as const },
    { ...common, text: 'Several', kind: 'choices' as const },
  ];
  const { url, page } = await openPage(shop, { questions });
  const body = new URLSearchParams({ ...filled, email: '', page, q1: '1', q2: '0' });
  body.append('q2', '2');
  const again = await look(url, { method: 'POST', body });
  const checked = [...again.text.matchAll(/id="(q\d-\d)"[^>]* checked/g)].map(([, id]) => id);
  assert.deepEqual(checked, ['q1-1', 'q2-0', 'q2-2']);
});

test('a robot gets nowhere, and a person whom it is taken for needs one click more', async () => {
  const shop = await fixture.addBusiness();
  const { send, url } = await openPage(shop);
  const trapped = await send({ website: 'https://spam.example' });
  assert.equal(trapped.status, 422);
  assert.match(trapped.text, /Please look over what you wrote/);
  assert.doesNotMatch(trapped.text, /spam\.example/);
  const quick = await look(url);
  const atOnce = await send({ page: stampIn(quick) });
  assert.equal(atOnce.status, 422);
  assert.equal(valueIn(atOnce, 'firstName'), 'Ada');
  assert.deepEqual(await list(shop), []);
  fixture.clock.pass(4000);
  assert.equal((await send({ page: stampIn(atOnce) })).status, 303);
  assert.equal((await list(shop)).length, 1);
});

test('a page that was made elsewhere, for another form or not at all, is shown anew', async () => {
  const shop = await fixture.addBusiness();
  const { send, page } = await openPage(shop);
  const other = await openPage(shop);
  const [drawn, , signature] = page.split('.');
  for (const wrong of ['', 'x', other.page, `${drawn}.abc.${signature}`, page.toUpperCase()]) {
    const again = await send({ page: wrong });
    assert.equal(again.status, 422, wrong);
    assert.notEqual(stampIn(again), wrong);
  }
  assert.deepEqual(await list(shop), []);
});

test('markup, direction marks, line breaks and 5,000 characters do no harm', async () => {
  const shop = await fixture.addBusiness();
  const wild = `"><script>alert(1)</script>\u202e'&`;
  const { send, first } = await openPage(shop, {
    name: wild,
    intro: wild,
    thanks: wild,
    questions: [
      { text: wild, externalValue: wild, kind: 'text', options: [], isRequired: false },
      {
        text: wild,
        externalValue: '',
        kind: 'choices',
        isRequired: true,
        options: [wild, 'b'].map((text) => ({ text, value: text })),
      },
    ],
  });
  const again = await send({
    firstName: wild,
    email: wild,
    city: wild,
    q1: wild + 'é'.repeat(5000),
    q2: wild,
  });
  assert.equal(again.status, 422);
  assert.match(again.text, /must have at most 2000 characters/);
  for (const { text } of [first, again]) {
    assert.ok(!text.includes('<script>alert'));
    assert.ok(!text.includes('\u202e'));
  }
  const broken = await send({ firstName: 'Ada\r\nPark', q2: '0' });
  assert.match(broken.text, /id="firstName-fault"/);
  assert.equal((await send({ firstName: wild, q1: wild, q2: '0' })).status, 303);
  const [heard] = await list(shop);
  assert.equal(heard!.FirstName, wild);
});

test('a form that is closed takes nothing more, and neither does one of a suspended business', async () => {
  const shop = await fixture.addBusiness();
  const { made, send, url } = await openPage(shop);
  const other = await openPage(shop);
  assert.equal(await closeForm(world, made, 'operator:test'), true);
  assert.equal(await closeForm(world, made, 'operator:test'), false);
  for (const seen of [await look(url), await send()]) {
    assert.equal(seen.status, 410);
    assert.match(seen.text, /This form is closed/);
  }
  const set = `update businesses set state = 'suspended' where business_id = $1`;
  await fixture.db.query(set, [shop.business.id]);
  assert.equal((await other.send()).status, 410);
  assert.deepEqual(
    await fixture.db.query('select 1 from leads where business_id = $1', [shop.business.id]),
    [],
  );
});

test('an address that nobody has is not there', async () => {
  const { url } = await openPage(await fixture.addBusiness());
  for (const wrong of [
    url.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A')),
    `${baseUrl}/form/`,
    `${url}/more`,
    url.replace('/form/', '/pay/'),
  ]) {
    assert.equal((await look(wrong)).status, 404, wrong);
  }
});

test('where limits hold, one address sends ten at once and is told to wait', async () => {
  const shop = await fixture.addBusiness({ limited: true });
  const { send } = await openPage(shop);
  const statuses: number[] = [];
  let last: Seen | undefined;
  for (let i = 0; i < 12; i += 1) {
    last = await send({ city: `City ${i}` });
    statuses.push(last.status);
  }
  assert.deepEqual(statuses, [...Array(10).fill(303), 429, 429]);
  assert.match(last!.text, /in a few minutes/);
  assert.equal(valueIn(last!, 'city'), 'City 11');
  fixture.clock.pass(60_000);
  assert.equal((await send({ city: 'City 12' })).status, 303);
});

test('what came in by the clock of the business is of that clock', async () => {
  const aheadMs = 40 * 24 * 3_600_000;
  const shop = await fixture.addBusiness();
  const set = 'update businesses set clock_ahead_ms = $2 where business_id = $1';
  await fixture.db.query(set, [shop.business.id, aheadMs]);
  const { send } = await openPage(shop);
  assert.equal((await send()).status, 303);
  const rows = await fixture.db.query<{ at: Date }>(
    'select created_at as at from leads where business_id = $1',
    [shop.business.id],
  );
  assert.equal(rows[0]!.at.getTime(), fixture.clock.now().getTime() + aheadMs);
});

test('what a form asks of people themselves is on its page, is kept, and comes back with its faults', async () => {
  const shop = await fixture.addBusiness();
  const topics = ['spouse', 'occupation', 'birth_date', 'gender'] as const;
  const { first, send } = await openPage(shop, { topics });
  assert.match(first.text, /More about you/);
  const ids = [...first.text.matchAll(/<input[^>]* id="([^"]+)"/g)].map(([, id]) => id!);
  for (const id of ['spouseFirstName', 'spouseLastName', 'occupation', 'birthDate']) {
    assert.ok(ids.includes(id), id);
    assert.ok(first.text.includes(`<label for="${id}"`), id);
  }
  const personal = { spouseFirstName: 'Bo', occupation: 'Pilot', gender: 'Female' };
  const again = await send({ ...personal, birthDate: '01/31/2980' });
  assert.equal(again.status, 422);
  assert.match(again.text, /This must be a date in the past, such as 01\/31\/1980\./);
  assert.deepEqual(
    [valueIn(again, 'spouseFirstName'), valueIn(again, 'birthDate')],
    ['Bo', '01/31/2980'],
  );
  assert.match(again.text, /value="Female" checked/);
  assert.equal((await send({ ...personal, birthDate: '01/31/1980' })).status, 303);
  const [heard] = await list(shop);
  assert.deepEqual(
    [heard!.SpouseFirstName, heard!.Occupation, heard!.DateBirth, heard!.Gender],
    ['Bo', 'Pilot', '01-31-1980', 'Female'],
  );
  assert.doesNotMatch((await openPage(shop)).first.text, /More about you/);
});
