import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { followUp } from '../../../packages/sandbox/test/subject.ts';
import { elavonCan } from './elavon/elavon.ts';
import type { Connector, Standing } from './gateway-kind.ts';
import {
  answered,
  malformed,
  missingRight,
  refusedAccount,
  there,
  unfitReference,
  unknown,
  unknownCharge,
} from './gateway-text.ts';
import type { ChargeAnswer, FollowUpRequest, Unknown } from './processor.ts';
import { declinedFor, withReasons } from './refused-undo.ts';

const reference = '1-a-2';
const refused: ChargeAnswer = { outcome: 'rejected', message: 'No.' };
const unproved: ChargeAnswer = { ...answered('No.'), isRefused: true };
const notRead = unknown('the gateway does not answer');

/** What the charge shows, in the order of the columns; the last: it cannot be read. */
const charges: readonly (Standing | Unknown | undefined)[] = [
  ...(['taken', 'settled', 'empty', undefined] as const),
  notRead,
];
const [late, early, no] = ['already_settled', 'not_settled', 'rejected'];
const rows: readonly (readonly [FollowUpRequest['kind'], ChargeAnswer, readonly string[]])[] = [
  ['void', refused, [no, late, no, no, no]],
  ['void', unproved, ['No.', late, no, 'No.', notRead.reason]],
  ['refund', refused, [early, no, no, no, no]],
  ['refund', unproved, [early, 'No.', no, 'No.', notRead.reason]],
  ['capture', refused, [no, no, no, no, no]],
  ['capture', unproved, ['No.', 'No.', no, 'No.', notRead.reason]],
];

test('A refusal that does not tell why is explained by what the charge shows', async () => {
  for (const [kind, refusal, told] of rows)
    for (const [i, charge] of charges.entries()) {
      const { answer } = await ask(kind, refusal, charge);
      const what = `${kind} ${refusal.outcome} ${JSON.stringify(charge)}`;
      assert.equal(wordOf(answer), told[i], what);
      assert.ok(!('isRefused' in answer), what);
      if ('reference' in answer) assert.equal(answer.reference, reference);
    }
});

test('An answer that tells why, or that nothing was sent, is what it was, and the charge is not read', async () => {
  const processorId = '1';
  const others: readonly ChargeAnswer[] = [
    { outcome: 'approved', reference, processorId, amountCents: 1n, authorizationCode: '' },
    declinedFor(reference, 'card_declined'),
    declinedFor(reference, 'refund_too_large'),
    unfitReference,
    unknownCharge,
    refusedAccount('1', 'No.'),
    missingRight('No.'),
    malformed('No.'),
    { outcome: 'rejected', message: 'No.', because: 'charge' },
    { outcome: 'not_sent', reason: 'circuit open' },
    notRead,
    answered('in words of its own'),
    there('a repetition'),
  ];
  for (const kind of ['void', 'refund', 'capture'] as const)
    for (const other of others)
      for (const charge of charges)
        assert.deepEqual(await ask(kind, other, charge), { answer: other, reads: 0 });
  assert.deepEqual(await ask('capture', refused, 'settled'), { answer: refused, reads: 0 });
});

test('Where a charge shows nothing, a refusal is what it was', async () => {
  const { standing: _, ...silent } = connector(refused, 'settled').connector;
  assert.equal(await withReasons(silent).followUp(requestOf('void')), refused);
});

async function ask(
  kind: FollowUpRequest['kind'],
  answer: ChargeAnswer,
  charge: Standing | Unknown | undefined,
) {
  const made = connector(answer, charge);
  const told = await withReasons(made.connector).followUp(requestOf(kind));
  return { answer: told, reads: made.reads() };
}

function requestOf(kind: FollowUpRequest['kind']): FollowUpRequest {
  return followUp(kind, reference, { reference: '1-a-1', processorId: '1', amountCents: 1000n });
}

function connector(answer: ChargeAnswer, charge: Standing | Unknown | undefined) {
  let reads = 0;
  const nothing = async () => notRead;
  const made: Connector = {
    name: 'fake',
    can: elavonCan,
    charge: nothing,
    followUp: async () => answer,
    async standing(of) {
      assert.equal(of.reference, reference);
      reads += 1;
      return charge;
    },
    inquire: nothing,
    cancel: nothing,
    closeBatch: nothing,
    inquireBatch: nothing,
    findCustomer: nothing,
    check: nothing,
  };
  return { connector: made, reads: () => reads };
}

function wordOf(answer: ChargeAnswer): string {
  if (answer.outcome === 'declined') return answer.code;
  return answer.outcome === 'unknown' ? answer.reason : answer.outcome;
}
