import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { type RefusalCode, refusals } from '../../src/base/refusal.ts';
import { exchange } from './exchange.ts';
import { openHouse, type Stay } from './house.ts';
import { expand, formatMessage, parseMessage, readSamples, type Step } from './sample.ts';

const updates = process.env.UPDATE === '1';
const samples = readSamples();
const enter = await openHouse({ after });
/** What callers were refused for, in all samples. */
const refused = new Set<string>();

for (const { name, settings, steps } of samples) {
  test(name.replace('__', ': ').replaceAll('_', ' '), async (t) => {
    const stay = await enter(settings);
    t.after(stay.leave);
    for (const step of steps) await take(stay, step);
    for (const code of stay.refused) refused.add(code);
  });
}

async function take(stay: Stay, step: Step): Promise<void> {
  switch (step.kind) {
    case 'given':
      await stay.db.query(step.sql);
      return;
    case 'wait':
      stay.pass(step.duration);
      return;
    case 'stored': {
      const rows = await stay.db.query(step.sql);
      const lines = rows.map((row) => JSON.stringify(row, (_, value) => plain(value)));
      expect(step.expectation, `${lines.join('\n')}\n`);
      return;
    }
    case 'request': {
      const requests = step.requests.map(({ text }) =>
        parseMessage(expand(text, stay.credentials)),
      );
      const answers = await exchange(stay.port, requests);
      for (const [i, { expectation }] of step.requests.entries()) {
        const answer = answers[i];
        assert.ok(answer, 'the connection was closed without an answer');
        noteUnlogged(answer.body);
        expect(expectation, Buffer.from(formatMessage(answer), 'latin1').toString());
      }
    }
  }
}

function expect(path: string, actual: string): void {
  const expected = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  if (updates) {
    if (actual !== expected) writeFileSync(path, actual);
    return;
  }
  assert.ok(
    expected !== undefined,
    `${path} is missing: run with UPDATE=1, and read what it wrote`,
  );
  assert.equal(actual, expected);
}

function plain(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

/** What is refused before there is an operation is not logged; its sentence tells. */
function noteUnlogged(body: string): void {
  for (const [code, { message }] of Object.entries(refusals)) {
    if (body.includes(JSON.stringify(message))) refused.add(code);
  }
}

const notHere = new Set<RefusalCode>([
  // Nobody throws it: what is not a refusal is a fault of ours, and answered as one.
  'internal',
  // Only Service.asmx refuses so: test/asmx/ shows them.
  'secrets_in_url',
  'not_refundable',
  'refund_too_large',
  // test/customers/ shows it.
  'customer_taken',
  // test/pay-links/, test/letters/ and test/subscriptions/ show them.
  'text_not_wanted',
  'number_takes_no_texts',
  'no_number_to_text_from',
  'invoice_ended',
  'unknown_lead',
  'unknown_subscription',
  'subscription_not_so',
  // Two calls at one moment; test/followups/ shows it.
  'payment_busy',
  // Only the operator is refused so, at the command line.
  'unknown_application',
  'wrong_state',
]);

test('every refusal that can occur occurs in a sample', () => {
  const codes = Object.keys(refusals) as RefusalCode[];
  assert.deepEqual(
    codes.filter((code) => !refused.has(code) && !notHere.has(code)),
    [],
  );
  assert.deepEqual(
    codes.filter((code) => refused.has(code) && notHere.has(code)),
    [],
  );
});
