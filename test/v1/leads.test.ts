import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readForm } from '../../src/leads/form-store.ts';
import { submitLead } from '../../src/leads/submit.ts';
import { told } from '../leads/desk.ts';
import { serveV1, type V1 } from './serve.ts';

const trips = {
  name: 'Trips',
  intro: 'Tell us.',
  originId: 'web-7',
  questions: [
    { text: 'Where to?', externalValue: 'DEST', isRequired: true },
    { text: 'When?', kind: 'choice', options: [{ text: 'Spring', value: 'S1' }, { text: 'Fall' }] },
  ],
  topics: ['occupation', 'gender'],
};

/** Somebody fills in a form. */
async function comeIn({ open, caller }: V1, formId: string, page: string): Promise<void> {
  const world = await open();
  const form = await readForm(world.db, caller.business.id, BigInt(formId));
  await submitLead(world, form!, { ...told, answers: [{ question: 0, text: 'Rome' }] }, page);
}

test('a form is made, found at its address, and closed once', async (t) => {
  const { call, caller, baseUrl } = await serveV1(t);
  const made = await call('POST', '/v1/lead-forms', { body: trips });
  assert.equal(made.status, 201, made.text);
  const { body } = made;
  assert.deepEqual(
    [body.status, body.thanks, body.topics],
    ['open', 'Thank you. We will be in touch.', ['occupation', 'gender']],
  );
  assert.deepEqual(body.questions[1], {
    text: 'When?',
    kind: 'choice',
    isRequired: false,
    externalValue: '',
    options: [
      { text: 'Spring', value: 'S1' },
      { text: 'Fall', value: '' },
    ],
  });
  const page = await fetch(`${baseUrl}${new URL(body.address).pathname}`);
  assert.match(await page.text(), /Where to\?/);
  const path = `/v1/lead-forms/${body.id}`;
  assert.equal(made.headers.get('location'), path);
  assert.deepEqual((await call('GET', path)).body, body);
  for (const query of ['q=trips', 'originId=web-7', 'status=open']) {
    assert.deepEqual((await call('GET', `/v1/lead-forms?${query}`)).body.data, [body], query);
  }
  const closed = await call('POST', `${path}/close`);
  assert.deepEqual(closed.body, { ...body, status: 'closed' });
  assert.equal((await call('POST', `${path}/close`)).body.code, 'wrong_state');
  const { data } = (await call('GET', '/v1/audit-log')).body;
  const acts = data.map(({ act, actor }: { act: string; actor: string }) => [act, actor]);
  const actor = `api:${caller.username}/0`;
  assert.deepEqual(acts, [
    ['lead_form.closed', actor],
    ['lead_form.opened', actor],
  ]);
});

test('a wrong question names what is wrong, and no form is made', async (t) => {
  const { call } = await serveV1(t);
  const wrong: [object, string, RegExp][] = [
    [{ text: 'When?', kind: 'choice', options: [{ text: 'Spring' }] }, 'questions', /two or more/],
    [{ text: 'When?', options: [{ text: 'Spring' }] }, 'questions', /question 1: a text has no/],
    [{ text: 'When?', kind: 'date' }, 'questions.0.kind', /one of/],
    [{ text: 'When?', needed: true }, 'questions.0.needed', /not a field/],
  ];
  for (const [question, at, says] of wrong) {
    const { status, body } = await call('POST', '/v1/lead-forms', {
      body: { name: 'Trips', questions: [question] },
    });
    assert.deepEqual([status, body.errors[0].field], [400, at]);
    assert.match(body.errors[0].message, says);
  }
  assert.deepEqual((await call('GET', '/v1/lead-forms')).body.data, []);
});

test('a lead waits until it is taken, and what was said of it stays', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const { id: formId } = (await call('POST', '/v1/lead-forms', { body: trips })).body;
  await comeIn(v1, formId, 'page 1');
  const [lead] = (await call('GET', `/v1/leads?formId=${formId}&status=waiting`)).body.data;
  const path = `/v1/leads/${lead.id}/acknowledge`;
  const failed = await call('POST', path, { body: { isTaken: false, message: 'no such list' } });
  assert.equal(failed.status, 200, failed.text);
  assert.deepEqual([failed.body.status, failed.body.returnMessage], ['waiting', 'no such list']);
  assert.equal(failed.body.answeredAt, null, 'it was not acknowledged');
  const taken = await call('POST', path, { body: {} });
  assert.deepEqual([taken.body.status, taken.body.returnMessage], ['acknowledged', 'no such list']);
  assert.notEqual(taken.body.answeredAt, null);
  v1.clock.pass(1000);
  const late = await call('POST', path, { body: { isTaken: false } });
  assert.deepEqual(late.body, taken.body, 'it was acknowledged before');
  const again = await call('POST', path, { body: { message: 'stored as 4711' } });
  assert.deepEqual([again.status, again.body.returnMessage], [200, 'stored as 4711']);
  assert.deepEqual((await call('GET', '/v1/leads?status=waiting')).body.data, []);
});
