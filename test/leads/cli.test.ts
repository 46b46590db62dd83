import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../packages/embedded-postgres/test/scratch.ts';
import { newLead } from '../asmx/new-lead.ts';
import { openServedOffice } from '../cli/office.ts';

test('an operator opens a form, sees who came in, and closes it', async (t) => {
  const folder = await scratch(t);
  const { ask, run, caller, baseUrl } = await openServedOffice(t);
  const mine = ['--business', caller.username];
  assert.deepEqual((await ask('lead-form', 'list', ...mine)).forms, []);

  const file = join(folder, 'questions.json');
  const options = ['Spring', { text: 'Autumn', value: 'A' }];
  const asked = [{ text: 'When\u202e?', kind: 'choice', options, isRequired: true }];
  await writeFile(file, JSON.stringify(asked));
  const words = ['lead-form', 'create', ...mine, '--name', 'Trips'];
  const made = await ask(...words, '--questions', file, '--origin', 'web-7', '--intro', 'Hello');
  assert.equal(made.questions[0].options[1].value, 'A');
  const path = new URL(made.address).pathname;
  const page = await fetch(baseUrl + path);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Trips/);

  const simple = await run('lead-form', 'create', ...mine, '--name', 'Two', '--question', 'A?|B?');
  assert.match(simple.out, /questions +2\n/);
  const asking = await ask(...words, '--ask', 'spouse,birth_date');
  assert.deepEqual(asking.topics, ['spouse', 'birth_date']);
  await ask('lead-form', 'close', `${asking.businessId}/${asking.id}`);
  assert.match(simple.out, /address +http\S+\/form\/[\w-]{22}\n/);
  const { forms } = await ask('lead-form', 'list', ...mine);
  assert.deepEqual(
    forms.map(({ name }: { name: string }) => name),
    ['Trips', 'Two', 'Trips'],
  );
  const form = `${made.businessId}/${made.id}`;
  const shown = await run('lead-form', 'show', form);
  assert.match(shown.out, /When\\u202e\? +choice +yes +Spring \| Autumn/);

  const lead = await newLead(baseUrl, caller);
  const { leads } = await ask('lead', 'list', ...mine, '--state', 'waiting');
  assert.deepEqual(
    leads.map(({ id, source }: { id: string; source: string }) => [id, source]),
    [[lead, 'contact_insert']],
  );
  assert.equal((await ask('lead', 'show', `${made.businessId}/${lead}`)).state, 'waiting');
  assert.deepEqual((await ask('lead', 'list', ...mine, '--form', String(made.id))).leads, []);

  assert.equal((await run('lead-form', 'close', form)).code, 0);
  assert.match((await run('lead-form', 'close', form)).err, /is closed already/);
  assert.equal((await fetch(baseUrl + path)).status, 410);
  const acts = JSON.stringify(await ask('audit', 'list', ...mine));
  assert.match(acts, /lead_form\.opened/);
  assert.match(acts, /lead_form\.closed/);

  for (const [wrong, said] of [
    [['--questions', file, '--question', 'x'], /give either --questions or --question/],
    [['--questions', join(folder, 'none.json')], /there is no file .*none\.json/],
    [['--question', 'x|'], /--question are wrong in question 2: text must not be empty/],
  ] as const) {
    const { code, err } = await run(...words, ...wrong);
    assert.equal(code, 2, err);
    assert.match(err, said);
  }
  await writeFile(file, '[{"text": "x", "kind": "date"}]');
  const unknown = await run(...words, '--questions', file);
  assert.match(unknown.err, /the questions in .* are wrong in question 1: kind must be one of/);
  assert.match((await run('lead', 'show', '1/1')).err, /business 1 has no lead 1/);
});
