import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type RefusalCode, refusals } from '../../src/kernel/refusal.ts';
import { exchange } from './exchange.ts';
import { openFixture, type Stay } from './fixture.ts';
import {
  type Expected,
  expand,
  formatAnswer,
  parseMessage,
  readSamples,
  type Step,
  writeSample,
} from './sample.ts';

const updates = process.env.UPDATE === '1';
const samples = readSamples();
const enter = await openFixture({ after });
/** What callers were refused for, in all samples. */
const refused = new Set<string>();

for (const { name, settings, steps } of samples) {
  test(name.replace('__', ': ').replaceAll('_', ' '), async (t) => {
    const stay = await enter(settings);
    t.after(stay.leave);
    const found = new Map<string, string>();
    for (const step of steps) await take(stay, step, found);
    if (updates) writeSample(name, found);
    for (const code of stay.refused) refused.add(code);
  });
}

async function take(stay: Stay, step: Step, found: Map<string, string>): Promise<void> {
  const expect = ({ section, text }: Expected, actual: string) => {
    found.set(section, actual);
    if (updates) return;
    assert.ok(
      text !== undefined,
      `${section} is missing: run with UPDATE=1, and read what it wrote`,
    );
    assert.equal(utf8(actual), utf8(text));
    assert.equal(actual, text);
  };
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
      expect(step.expected, Buffer.from(`${lines.join('\n')}\n`).toString('latin1'));
      return;
    }
    case 'request': {
      const requests = step.requests.map(({ text }) =>
        parseMessage(expand(text, stay.credentials)),
      );
      const answers = await exchange(stay.port, requests);
      for (const [i, { expected }] of step.requests.entries()) {
        const answer = answers[i];
        assert.ok(answer, 'the connection was closed without an answer');
        noteUnlogged(answer.body);
        expect(expected, formatAnswer(answer));
      }
    }
  }
}

/** Texts are bytes; people read characters. */
function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
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
  // Of /v1 alone: test/v1/.
  'right_missing',
  'operator_only',
  'sandbox_only',
  'not_found',
  'changed_meanwhile',
  'request_in_progress',
  'shown_once',
  'not_supported',
  'wallet_not_saved',
  'too_many_listeners',
  // Of people who sign in: test/v1/sign-in.test.ts.
  'wrong_sign_in',
  'code_required',
  'second_factor_missing',
  'proof_required',
  'link_not_valid',
  'foreign_page',
  // Nobody throws it: what is not a refusal is a fault of ours, and answered as one.
  'internal',
  // Only Service.asmx refuses so: test/asmx/ shows them.
  'secrets_in_url',
  'not_refundable',
  'refund_too_large',
  // test/customers/ shows it.
  'customer_taken',
  // test/pay-links/, test/mail/ and test/subscriptions/ show them.
  'text_not_wanted',
  'number_takes_no_texts',
  'no_number_to_text_from',
  'invoice_ended',
  // Only /v1 refuses so: test/v1/ shows it.
  'mail_not_wanted',
  'unknown_lead',
  'unknown_subscription',
  'subscription_not_so',
  // The feed of a processor tells of it; test/disputes/ shows it.
  'payment_disputed',
  // Pages alone: test/risk/ shows it.
  'proof_wanted',
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
