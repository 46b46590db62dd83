import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import {
  cardChecks,
  failureOf,
  refusesAccount,
  verdictOf,
} from '../../src/ports/processors/nmi/codes.ts';

/** What becomes of an answer, in a word. */
function told(response: string, code: string, text = ''): string {
  const verdict = verdictOf(response, code, text);
  if (verdict.outcome === 'declined') return verdict.code;
  if (verdict.outcome === 'rejected')
    return verdict.refuses ? `${verdict.refuses} refused` : 'rejected';
  return verdict.outcome;
}

const declines: Readonly<Record<string, string>> = {
  200: 'card_declined',
  201: 'do_not_honor',
  202: 'insufficient_funds',
  203: 'limit_exceeded',
  204: 'card_declined',
  220: 'incorrect_number',
  221: 'incorrect_number',
  222: 'incorrect_number',
  223: 'expired_card',
  224: 'expired_card',
  225: 'incorrect_cvc',
  226: 'card_declined',
  240: 'do_not_honor',
  250: 'stolen_card',
  251: 'lost_card',
  252: 'stolen_card',
  253: 'suspected_fraud',
  260: 'card_declined',
  261: 'recurring_stopped',
  262: 'recurring_stopped',
  263: 'card_replaced',
  264: 'card_declined',
  // In nobody's table.
  205: 'card_declined',
  299: 'card_declined',
};

test('NMI: each code of a decline has its meaning, and only as a decline', () => {
  for (const [code, meaning] of Object.entries(declines)) {
    assert.equal(told('2', code), meaning, code);
    assert.equal(told('1', code), 'unknown', code);
    assert.equal(told('3', code), 'unknown', code);
  }
});

const errors: Readonly<Record<string, string>> = {
  300: 'unknown',
  301: 'not_sent',
  400: 'unknown',
  410: 'account refused',
  411: 'account refused',
  420: 'unknown',
  421: 'unknown',
  430: 'unknown',
  440: 'rejected',
  441: 'rejected',
  460: 'rejected',
  461: 'card_declined',
  // In nobody's table.
  302: 'unknown',
  429: 'unknown',
  499: 'unknown',
  500: 'unknown',
};

test('NMI: each code of an error has its meaning, and only as an error', () => {
  for (const [code, meaning] of Object.entries(errors)) {
    assert.equal(told('3', code), meaning, code);
    assert.equal(told('2', code), 'unknown', code);
    assert.equal(told('1', code), 'unknown', code);
  }
});

test('NMI: an approval is response 1 with code 100, and nothing else', () => {
  assert.equal(told('1', '100'), 'approved');
  for (const [response, code] of [
    ['2', '100'],
    ['3', '100'],
    ['1', '200'],
    ['1', '101'],
    ['0', '100'],
    ['', ''],
  ] as const) {
    assert.equal(told(response, code), 'unknown', `${response} ${code}`);
  }
});

test('NMI: a request that the gateway rejects is told by its text', () => {
  for (const [text, meaning] of [
    ['Duplicate transaction REFID:123', 'unknown'],
    ['Only transactions pending settlement can be voided REFID:1', 'already_settled'],
    ['Refund amount may not exceed the transaction balance REFID:1', 'refund_too_large'],
    ['Invalid Credit Card Number REFID:1', 'incorrect_number'],
    ['Invalid Credit Card Expiration Date REFID:1', 'expired_card'],
    ['CVV must be 3 or 4 digits REFID:1', 'incorrect_cvc'],
    ['Authentication Failed', 'account refused'],
    ['Specified security key not found REFID:1', 'account refused'],
    ['User is not allowed to process Refund Transactions REFID:1', 'right refused'],
    ['Required Field cc_number is Missing or Empty REFID:1', 'form refused'],
    ['Invalid amount REFID:1', 'rejected'],
    ['Invalid Transaction ID specified REFID:1', 'rejected'],
    ['Transaction not found REFID:1', 'rejected'],
    ['A capture requires that the existing transaction be an AUTH REFID:1', 'rejected'],
    ['The specified amount of 5.00 exceeds the authorization amount of 1.00', 'rejected'],
    // In nobody's list: whether it was executed is not known.
    ['', 'unknown'],
    ['Something new REFID:1', 'unknown'],
    ['Processor error: Invalid Credit Card Number', 'unknown'],
    ['The issuer says: Invalid amount', 'unknown'],
    ['Cardholder authentication failed', 'unknown'],
  ] as const) {
    assert.equal(told('3', '300', text), meaning, text);
    assert.equal(told('3', '400', text), 'unknown', 'the text says nothing beside another code');
  }
});

test('NMI: a gateway that answers in words of its own is not down, unless its processor is', () => {
  const kindOf = (code: string, text = '') => {
    const verdict = verdictOf('3', code, text);
    return verdict.outcome === 'unknown' && [verdict.isAnswered, verdict.isDuplicate];
  };
  for (const text of ['', 'Something new', 'Rejected by AVS rule REFID:1'])
    assert.deepEqual(kindOf('300', text), [true, undefined], text);
  for (const code of ['430', '499', 'x']) assert.deepEqual(kindOf(code), [true, undefined], code);
  for (const code of ['400', '420', '421']) assert.deepEqual(kindOf(code), [undefined, undefined]);
  assert.deepEqual(kindOf('300', 'Duplicate transaction REFID:1'), [true, true]);
  const refused = failureOf('300', 'Duplicate transaction REFID:1');
  assert.equal(refused.outcome === 'declined' && refused.code, 'duplicate');
});

test('NMI: a text that is longer than any of the list is not searched for one', () => {
  // As long as an answer may be; the pattern would need time by the square of it.
  for (const text of [' '.repeat(64_000), `REFID:${' '.repeat(64_000)}x`]) {
    assert.equal(told('3', '300', text), 'unknown');
  }
  assert.equal(told('3', '300', `Invalid amount${' '.repeat(500)}`), 'unknown');
});

test('NMI: an action that failed is a decline, unless the issuer may have approved it', () => {
  const failed = (code: string, text = '') => {
    const verdict = failureOf(code, text);
    return verdict.outcome === 'declined' ? verdict.code : verdict.outcome;
  };
  for (const [code, meaning] of Object.entries(declines)) assert.equal(failed(code), meaning);
  for (const code of ['300', '301', '410', '411', '440', '441', '460']) {
    assert.equal(failed(code), 'processing_error', code);
  }
  assert.equal(failed('461'), 'card_declined');
  assert.equal(failed('300', 'Invalid Credit Card Number'), 'incorrect_number');
  for (const code of ['100', '400', '420', '421', '430', '499', '', 'x']) {
    assert.equal(failed(code), 'unknown', code);
  }
});

test('NMI: a reason has nothing of what the gateway wrote but a code', () => {
  const verdict = verdictOf('4111111111111111', '<4111111111111111>', '4111111111111111');
  const reason = 'response ? with code ?';
  assert.deepEqual(verdict, { outcome: 'unknown', reason, isAnswered: true });
});

test('NMI: each letter of the address check and of the security code has its meaning', () => {
  const address = (letter: string) => cardChecks(letter, '').address;
  for (const letter of 'XYDM') assert.equal(address(letter), 'match', letter);
  assert.equal(address('A'), 'street');
  for (const letter of 'WZPL') assert.equal(address(letter), 'postal_code', letter);
  for (const letter of 'NC') assert.equal(address(letter), 'no_match', letter);
  for (const letter of ['U', 'G', 'I', 'R', 'E', 'S', '0', 'O', 'B', '', '?', 'y']) {
    assert.equal(address(letter), 'not_checked', letter);
  }
  const code = (letter: string) => cardChecks('', letter).securityCode;
  assert.equal(code('M'), 'match');
  assert.equal(code('N'), 'no_match');
  for (const letter of ['P', 'S', 'U', '', '?']) assert.equal(code(letter), 'not_checked', letter);
});

test('NMI: a report that is refused for the key is told from one that is not available', () => {
  for (const text of [
    'Authentication Failed',
    'Invalid security_key',
    'Specified security key not found REFID:1',
    'Invalid Username or Password',
  ]) {
    assert.equal(refusesAccount(text), true, text);
  }
  for (const text of ['', 'The report is not available', 'Please try again later']) {
    assert.equal(refusesAccount(text), false, text);
  }
});
