import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { chargeRequest } from '../../packages/sandbox/test/subject.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { readErrors } from '../../src/ports/processors/helcim/client.ts';
import {
  cardChecks,
  verdictOf,
  verdictOfDecline,
} from '../../src/ports/processors/helcim/codes.ts';
import { openHelcimSceneForFile } from './helcim-scene.ts';

function inAWord(verdict: ReturnType<typeof verdictOf>): string {
  if (verdict.outcome === 'declined') return verdict.code;
  if (verdict.outcome === 'rejected')
    return verdict.refuses ? `${verdict.refuses} refused` : 'rejected';
  return verdict.outcome;
}

/** The security code that brings it about in a test account, its text, and our code. */
const declines = [
  ['200', 'DECLINE CVV2', 'incorrect_cvc'],
  ['201', 'PICK UP CARD', 'stolen_card'],
  ['202', 'AMOUNT ERROR', 'rejected'],
  ['203', 'AMT OVER SVC LMT', 'limit_exceeded'],
  ['204', 'APPL TYPE ERROR', 'processing_error'],
  ['205', 'CANNOT CONVERT', 'do_not_honor'],
  ['206', 'DECLINED T4', 'card_declined'],
  ['207', 'DECLINED-HELP 9999', 'processing_error'],
  ['208', 'DUP CHECK NBR', 'processing_error'],
  ['209', 'Do Not Honor', 'do_not_honor'],
  ['210', 'EXPIRED CARD', 'expired_card'],
  ['212', 'INVALID CARD', 'incorrect_number'],
  ['213', 'invalid CAVV', 'authentication_required'],
  ['214', 'invalid terminal', 'rejected'],
  ['222', 'general system error', 'processing_error'],
  ['223', 'please retry', 'processing_error'],
  ['225', 'REQUEST EXCEEDS BALANCE', 'insufficient_funds'],
  ['227', 'invalid request', 'rejected'],
  ['229', 'refer to issuer', 'do_not_honor'],
] as const;

test('Helcim: errors are told as a text, as a list, or by field', () => {
  for (const [errors, texts] of [
    ['Unauthorized', ['Unauthorized']],
    [
      ['Missing amount', 'Missing currency'],
      ['Missing amount', 'Missing currency'],
    ],
    [{ amount: 'Missing amount' }, ['Missing amount']],
    ['', []],
    [undefined, []],
  ] as const) {
    assert.deepEqual(readErrors(JSON.stringify({ errors })), texts);
  }
});

test('Helcim: each text of a decline has its meaning, however it is wrapped', () => {
  for (const [, text, meaning] of declines) {
    for (const said of [
      text,
      text.toUpperCase(),
      `Transaction Declined: DECLINED - ${text}`,
      `Transaction Declined: ${text}`,
      `DECLINE - ${text}`,
      `Transaction Declined: ${text.toUpperCase()} - ${text}`,
      `Transaction Declined: ${text} - Something of the Issuer`,
    ]) {
      assert.equal(inAWord(verdictOfDecline(said)), meaning, said);
    }
    const wrapped = `Transaction Declined: DECLINED - ${text}`;
    assert.equal(inAWord(verdictOf(500, [wrapped])), meaning, wrapped);
    assert.equal(inAWord(verdictOf(502, [wrapped])), 'unknown', 'only with the status of declines');
  }
  for (const text of ['', 'SOMETHING NEW', '4111111111111111']) {
    assert.equal(inAWord(verdictOfDecline(text)), 'card_declined', text);
  }
  const duplicate = 'Suspected duplicate transaction in the last 5 minutes';
  assert.equal(inAWord(verdictOfDecline(duplicate)), 'card_velocity_exceeded');
});

test('Helcim: each status has its meaning, and only with an error of the gateway', () => {
  for (const [status, text, meaning] of [
    [400, 'Card is not verified', 'rejected'],
    [404, 'No data found', 'unknown'],
    [400, 'Request rejected', 'unknown'],
    [422, 'Service unavailable', 'unknown'],
    [400, 'Refund amount exceeds the amount of the transaction', 'refund_too_large'],
    [401, 'Unauthorized', 'account refused'],
    [401, 'Not allowed to send full card number', 'right refused'],
    [401, 'No access permission', 'right refused'],
    [403, 'No access permission', 'right refused'],
    [400, '', 'unknown'],
    [401, '', 'unknown'],
    [403, '', 'unknown'],
    [404, '', 'unknown'],
    [500, '', 'unknown'],
    [500, 'Failed to process transaction', 'unknown'],
    [500, 'Not a Transaction Declined', 'unknown'],
    [502, 'Bad gateway', 'unknown'],
    [503, 'Unavailable', 'unknown'],
    [408, 'Timeout', 'unknown'],
    [409, 'The key was used for another request', 'unknown'],
    // That it was refused before it was carried out is not certain.
    [429, 'Too many requests', 'unknown'],
    [302, 'Moved', 'unknown'],
    [204, '', 'unknown'],
  ] as const) {
    assert.equal(inAWord(verdictOf(status, text ? [text] : [])), meaning, `${status} ${text}`);
  }
});

test('Helcim: only an error that comes before a request is accepted proves that nothing happened', () => {
  for (const field of ['card Data.card Number', 'billing Address.postal Code']) {
    const missing = [`Missing required data ${field}`];
    assert.equal(inAWord(verdictOf(400, missing)), 'form refused', field);
  }
  for (const text of [
    'invalid idempotencyKey',
    'Invalid line items',
    'Invalid amount',
    'Invalid card number',
    'Card is not verified',
    'Card Transaction cannot be refunded',
    'Card Transaction cannot be reversed',
  ]) {
    assert.equal(inAWord(verdictOf(400, [text])), 'rejected', text);
    assert.equal(inAWord(verdictOf(422, [text, text])), 'rejected', text);
    const doubtful = verdictOf(400, [text, 'Something else']);
    assert.equal(doubtful.outcome === 'unknown' && doubtful.isAnswered, true, text);
    assert.equal(inAWord(verdictOf(500, [text])), 'unknown', text);
  }
  for (const text of ['Invalid', 'Card is not verified.', 'It has a missing required data field']) {
    assert.equal(inAWord(verdictOf(400, [text])), 'unknown', text);
  }
  const failed = verdictOf(500, ['Failed to process transaction']);
  assert.equal(failed.outcome === 'unknown' && failed.isAnswered, true, 'it is not down');
  const taken = verdictOf(400, ['Invoice number already existed']);
  assert.equal(taken.outcome === 'unknown' && taken.isThere, true, 'it came before');
});

test('Helcim: the double declines by security code in both shapes, as a test account does', async () => {
  for (const declinesWith of [200, 500] as const) {
    const { processor } = await openHelcimSceneForFile({ declinesWith });
    for (const [code, , meaning] of declines) {
      const request = chargeRequest(`1-${code}-1`, '4124939999999990');
      const card = { ...request.card, cvv: new Secret(code) };
      const answer = await processor.charge({ ...request, card });
      const told = answer.outcome === 'declined' ? answer.code : answer.outcome;
      assert.equal(told, meaning, code);
    }
  }
});

test('Helcim: each letter of the address check and of the security code has its meaning', () => {
  const address = (letter: string) => cardChecks(letter, '').address;
  for (const letter of 'XYDM') assert.equal(address(letter), 'match', letter);
  assert.equal(address('A'), 'street');
  for (const letter of 'WZ') assert.equal(address(letter), 'postal_code', letter);
  assert.equal(address('N'), 'no_match');
  for (const letter of ['B', 'C', 'E', 'G', 'I', 'P', 'R', 'S', 'U', '', '?', 'x']) {
    assert.equal(address(letter), 'not_checked', letter);
  }
  const code = (letter: string) => cardChecks('', letter).securityCode;
  assert.equal(code('M'), 'match');
  assert.equal(code('N'), 'no_match');
  for (const letter of ['P', 'S', 'U', '', '?']) assert.equal(code(letter), 'not_checked', letter);
});
