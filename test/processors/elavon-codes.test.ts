import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import {
  cardChecks,
  type Verdict,
  verdictOf,
  verdictOfError,
  verdictOfRow,
} from '../../src/ports/processors/elavon/codes.ts';

/** A verdict in a word. */
function word(verdict: Verdict): string {
  if (verdict.outcome === 'declined') return verdict.code;
  if (verdict.outcome === 'rejected')
    return verdict.refuses ? `${verdict.refuses} refused` : 'rejected';
  if (verdict.outcome === 'approved') return verdict.isPart ? 'a part' : 'approved';
  return verdict.outcome;
}

const errors: Readonly<Record<string, string>> = {
  3000: 'unknown',
  3001: 'unknown',
  3002: 'unknown',
  3003: 'unknown',
  4000: 'account refused',
  4002: 'account refused',
  4003: 'account refused',
  4005: 'rejected',
  4006: 'rejected',
  4007: 'rejected',
  4009: 'form refused',
  4010: 'form refused',
  4011: 'form refused',
  4013: 'account refused',
  4014: 'right refused',
  4016: 'right refused',
  4017: 'unknown',
  4018: 'already_settled',
  4019: 'account refused',
  4022: 'unknown',
  4023: 'rejected',
  4025: 'account refused',
  5000: 'incorrect_number',
  5001: 'expired_card',
  5002: 'rejected',
  5005: 'rejected',
  5006: 'refund_too_large',
  5021: 'incorrect_cvc',
  5022: 'incorrect_cvc',
  5040: 'rejected',
  5041: 'already_settled',
  5083: 'rejected',
  5085: 'token refused',
  5086: 'rejected',
  5087: 'rejected',
  5089: 'rejected',
  5091: 'refund_too_large',
  5093: 'already_settled',
  5095: 'unknown',
  5096: 'rejected',
  5098: 'rejected',
  5099: 'unknown',
  5100: 'card_declined',
  6001: 'card_declined',
  6002: 'incorrect_number',
  6003: 'stolen_card',
  6004: 'rejected',
  6005: 'card_declined',
  6006: 'card_declined',
  6007: 'do_not_honor',
  6008: 'insufficient_funds',
  6009: 'expired_card',
  6011: 'account refused',
  6012: 'account refused',
  6013: 'account refused',
  6014: 'rejected',
  6015: 'rejected',
  6016: 'rejected',
  6017: 'rejected',
  6018: 'card_declined',
  6020: 'do_not_honor',
  6021: 'do_not_honor',
  6022: 'incorrect_cvc',
  6023: 'processing_error',
  6029: 'unknown',
  6030: 'unknown',
  6031: 'unknown',
  6032: 'unknown',
  6033: 'unknown',
  6034: 'unknown',
  6038: 'processing_error',
  6042: 'form refused',
  7055: 'token refused',
  // In nobody's table.
  4099: 'unknown',
  9999: 'unknown',
};

test('Elavon: each code of an error has its meaning', () => {
  for (const [code, meaning] of Object.entries(errors)) {
    assert.equal(word(verdictOfError({ code, text: '' })), meaning, code);
  }
  for (const code of ['', '500', '50000', 'x', '0x10']) {
    assert.equal(word(verdictOfError({ code, text: '' })), 'unknown', code);
  }
});

const messages: Readonly<Record<string, string>> = {
  DECLINED: 'card_declined',
  'DECLINED: NSF': 'insufficient_funds',
  'DECLINED CVV2': 'incorrect_cvc',
  'EXPIRED CARD': 'expired_card',
  'PICK UP CARD': 'stolen_card',
  'CALL REF.; 123': 'do_not_honor',
  'CALL AUTH CENTER': 'do_not_honor',
  'INVALID CARD': 'incorrect_number',
  'EXCEEDS BAL.': 'insufficient_funds',
  'WITHDRAWAL LIMIT': 'limit_exceeded',
  'SUSPECTED FRAUD': 'suspected_fraud',
  'LOST CARD': 'lost_card',
  'STOLEN CARD': 'stolen_card',
  'PLEASE RETRY': 'processing_error',
  'declined: nsf': 'insufficient_funds',
  'anything else': 'card_declined',
  'HOST TIMEOUT': 'unknown',
  'NO REPLY': 'unknown',
  'SYSTEM UNAVAILABLE': 'unknown',
};

test('Elavon: each message of a decline has its meaning, and only as a decline', () => {
  for (const [message, meaning] of Object.entries(messages)) {
    assert.equal(word(verdictOf('1', message)), meaning, message);
    assert.equal(word(verdictOf('0', message)), 'unknown', message);
    assert.equal(word(verdictOf('', message)), 'unknown', message);
  }
});

test('Elavon: an approval is result 0 with a message of approvals, and nothing else', () => {
  for (const message of ['APPROVAL', 'APPROVED', ' approval ']) {
    assert.equal(word(verdictOf('0', message)), 'approved');
    assert.equal(word(verdictOf('1', message)), 'unknown');
  }
  assert.equal(word(verdictOf('0', 'PARTIAL APPROVAL')), 'a part');
  for (const [result, message] of [
    ['0', ''],
    ['00', 'APPROVAL'],
    ['2', 'DECLINED'],
    ['1', ''],
    ['', 'APPROVAL'],
  ] as const) {
    assert.equal(word(verdictOf(result, message)), 'unknown', `${result} ${message}`);
  }
});

test('Elavon: a row of a search is a decline only where its message says so', () => {
  const row = (message: string) => {
    const verdict = verdictOfRow(message);
    return verdict && word(verdict);
  };
  assert.equal(row('APPROVAL'), 'approved');
  assert.equal(row('PARTIAL APPROVAL'), 'a part');
  assert.equal(row('DECLINED: NSF'), 'insufficient_funds');
  assert.equal(row('PICK UP CARD'), 'stolen_card');
  for (const message of ['', 'HOST TIMEOUT', 'Scheduled for Settlement', 'anything else']) {
    assert.equal(row(message), undefined, message);
  }
});

test('Elavon: what it says of a card is no outage, and trouble of its own is one', () => {
  const isAnswered = (verdict: ReturnType<typeof verdictOf>) =>
    verdict.outcome === 'unknown' && verdict.isAnswered === true;
  for (const code of ['3000', '3003', '4017', '4022', '6029', '6034'])
    assert.equal(isAnswered(verdictOfError({ code, text: '' })), false, code);
  assert.equal(isAnswered(verdictOfError({ code: '9999', text: '' })), true);
  assert.equal(isAnswered(verdictOf('1', 'HOST TIMEOUT')), false);
  assert.equal(isAnswered(verdictOf('1', 'Declined - Transaction previously authorized')), true);
});

test('Elavon: a reason has nothing of what the gateway wrote but a code', () => {
  assert.deepEqual(verdictOfError({ code: '4111111111111111', text: '' }), {
    outcome: 'unknown',
    reason: 'error ?',
    isAnswered: true,
  });
  assert.deepEqual(verdictOf('4111111111111111', '4111111111111111'), {
    outcome: 'unknown',
    reason: 'a result without sense',
  });
});

test('Elavon: each letter of the address check and of the security code has its meaning', () => {
  const address = (letter: string) => cardChecks(letter, '').address;
  for (const letter of 'XYDFM') assert.equal(address(letter), 'match', letter);
  for (const letter of 'AB') assert.equal(address(letter), 'street', letter);
  for (const letter of 'WZP') assert.equal(address(letter), 'postal_code', letter);
  assert.equal(address('N'), 'no_match');
  for (const letter of ['C', 'E', 'G', 'I', 'O', 'R', 'S', 'U', '', '?', 'y']) {
    assert.equal(address(letter), 'not_checked', letter);
  }
  const code = (letter: string) => cardChecks('', letter).securityCode;
  assert.equal(code('M'), 'match');
  assert.equal(code('N'), 'no_match');
  for (const letter of ['P', 'S', 'U', '', '?']) assert.equal(code(letter), 'not_checked', letter);
});
