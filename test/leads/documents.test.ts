import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readQuestions } from '../../src/leads/lead-form.ts';
import { submitLead } from '../../src/leads/submit.ts';
import { openDesk, told } from './desk.ts';

/** What the page about leads shows is what the service does. */
const { fixture, world, baseUrl, form } = await openDesk({ after });
const shop = await fixture.addBusiness();
const page = await readFile(join(import.meta.dirname, '../../docs/interface/leads.md'), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, text]) => text!,
  );

const questions = readQuestions(JSON.parse(blocks('json')[0]!));
const answers = [
  { question: 0, text: 'Rome' },
  { question: 1, chosen: [0] },
];
if (questions.ok) {
  const made = await form(shop, { name: 'Trips', questions: questions.value.slice(0, 2) });
  await submitLead(world, made, { ...told, answers }, 'page');
}

test('the questions that the page shows are taken', () => {
  assert.ok(questions.ok);
});

test('the calls that the page shows are answered as it says', async () => {
  const [look, listed, acknowledge, acknowledged] = blocks('http');
  for (const [request, answer] of [
    [look!, listed!],
    [acknowledge!, acknowledged!],
  ] as const) {
    const [head, body] = request.trimEnd().split('\n\n');
    const [, path] = /^POST (\S+)/.exec(head!)!;
    const sent = body!.replace('100001', shop.username).replace('API-KEY', shop.apiKey);
    const heard = await fetch(baseUrl + path, { method: 'POST', body: new URLSearchParams(sent) });
    const expected = answer.slice(answer.indexOf('<?xml')).trimEnd();
    assert.equal((await heard.text()).trimEnd(), expected);
  }
});
