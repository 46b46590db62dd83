import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import {
  cardChecks,
  declineOf,
  lacksRight,
  refusesKey,
  standingOf,
  verdictOf,
  verdictOfMessage,
} from '../../src/ports/processors/authorize-net/codes.ts';

type Verdict = ReturnType<typeof verdictOf>;

function inAWord(verdict: Verdict): string {
  if (verdict.outcome === 'declined') return verdict.code;
  if (verdict.outcome === 'rejected') return verdict.refuses ?? 'rejected';
  return verdict.outcome;
}
const told = (responseCode: string, reason: string) => inAWord(verdictOf(responseCode, reason));

/** What each reason says as a decline, and as an error. */
const reasons: Readonly<Record<string, readonly [string, string]>> = {
  2: ['card_declined', 'card_declined'],
  3: ['card_declined', 'card_declined'],
  4: ['stolen_card', 'stolen_card'],
  5: ['card_declined', 'rejected'],
  6: ['incorrect_number', 'incorrect_number'],
  7: ['expired_card', 'expired_card'],
  8: ['expired_card', 'expired_card'],
  9: ['card_declined', 'rejected'],
  10: ['card_declined', 'rejected'],
  11: ['unknown', 'unknown'],
  13: ['card_declined', 'account'],
  15: ['card_declined', 'rejected'],
  16: ['card_declined', 'rejected'],
  17: ['card_declined', 'card_declined'],
  19: ['unknown', 'unknown'],
  20: ['unknown', 'unknown'],
  21: ['unknown', 'unknown'],
  22: ['unknown', 'unknown'],
  23: ['unknown', 'unknown'],
  24: ['unknown', 'unknown'],
  25: ['unknown', 'unknown'],
  26: ['unknown', 'unknown'],
  27: ['card_declined', 'card_declined'],
  28: ['card_declined', 'card_declined'],
  33: ['card_declined', 'rejected'],
  36: ['incorrect_number', 'incorrect_number'],
  37: ['incorrect_number', 'incorrect_number'],
  44: ['incorrect_cvc', 'incorrect_cvc'],
  45: ['incorrect_cvc', 'incorrect_cvc'],
  49: ['limit_exceeded', 'limit_exceeded'],
  51: ['refund_too_large', 'refund_too_large'],
  54: ['card_declined', 'rejected'],
  55: ['refund_too_large', 'refund_too_large'],
  57: ['unknown', 'unknown'],
  58: ['unknown', 'unknown'],
  59: ['unknown', 'unknown'],
  60: ['unknown', 'unknown'],
  61: ['unknown', 'unknown'],
  62: ['unknown', 'unknown'],
  63: ['unknown', 'unknown'],
  65: ['incorrect_cvc', 'incorrect_cvc'],
  78: ['incorrect_cvc', 'incorrect_cvc'],
  103: ['card_declined', 'account'],
  120: ['unknown', 'unknown'],
  121: ['unknown', 'unknown'],
  122: ['unknown', 'unknown'],
  127: ['card_declined', 'card_declined'],
  141: ['suspected_fraud', 'suspected_fraud'],
  145: ['suspected_fraud', 'suspected_fraud'],
  165: ['suspected_fraud', 'suspected_fraud'],
  250: ['suspected_fraud', 'suspected_fraud'],
  251: ['suspected_fraud', 'suspected_fraud'],
  252: ['unknown', 'unknown'],
  253: ['unknown', 'unknown'],
  254: ['suspected_fraud', 'suspected_fraud'],
  295: ['unknown', 'unknown'],
  310: ['unknown', 'unknown'],
  311: ['unknown', 'unknown'],
  315: ['incorrect_number', 'incorrect_number'],
  316: ['expired_card', 'expired_card'],
  317: ['expired_card', 'expired_card'],
  // In nobody's table.
  12: ['card_declined', 'unknown'],
  999: ['card_declined', 'unknown'],
};

test('Authorize.Net: each reason has its meaning, as a decline and as an error', () => {
  for (const [reason, [decline, error]] of Object.entries(reasons)) {
    assert.equal(told('2', reason), decline, `decline ${reason}`);
    assert.equal(told('3', reason), error, `error ${reason}`);
    assert.equal(told('1', reason), 'unknown', `approval ${reason}`);
    assert.equal(told('4', reason), 'unknown', `review ${reason}`);
  }
});

test('Authorize.Net: a part of the amount is there, and nobody reviews it', () => {
  for (const responseCode of ['1', '4']) {
    const told = { outcome: 'unknown', reason: 'a part was approved', isThere: true };
    assert.deepEqual(verdictOf(responseCode, '295'), told);
  }
});

test('Authorize.Net: an approval is response 1 with reason 1, and no decline has that reason or none', () => {
  assert.equal(told('1', '1'), 'approved');
  for (const [responseCode, reason] of [
    ['3', '1'],
    ['4', '1'],
    ['0', '1'],
    ['', ''],
    ['1', ''],
    ['3', ''],
    ['2', '1'],
    ['2', ''],
    ['2', 'two'],
  ] as const) {
    assert.equal(told(responseCode, reason), 'unknown', `${responseCode} ${reason}`);
  }
});

test('Authorize.Net: a message without a transaction says that nothing was done, or nothing', () => {
  for (const [code, meaning] of [
    ['E00001', 'unknown'],
    ...(['E00002', 'E00003', 'E00004', 'E00045'] as const).map((code) => [code, 'form'] as const),
    ...(['E00005', 'E00006', 'E00007', 'E00008', 'E00009'] as const).map(
      (code) => [code, 'account'] as const,
    ),
    ['E00010', 'right'],
    ['E00011', 'right'],
    ['E00015', 'unknown'],
    ['E00027', 'unknown'],
    ['E00040', 'unknown'],
    ['E00053', 'unknown'],
    ['E00104', 'unknown'],
    ['E99999', 'unknown'],
  ] as const) {
    assert.equal(inAWord(verdictOfMessage(code)), meaning, code);
    assert.equal(refusesKey(code), meaning === 'account');
    assert.equal(lacksRight(code), meaning === 'right');
  }
});

test('Authorize.Net: each status of a transaction has its meaning, or leaves it open', () => {
  for (const [status, meaning] of [
    ['authorizedPendingCapture', 'authorized'],
    ['capturedPendingSettlement', 'taken'],
    ['pendingSettlement', 'taken'],
    ['pendingFinalSettlement', 'taken'],
    ['updatingSettlement', 'taken'],
    ['refundPendingSettlement', 'taken'],
    ['settledSuccessfully', 'settled'],
    ['refundSettledSuccessfully', 'settled'],
    ['approvedReview', 'accepted'],
    ['declined', 'declined'],
    ['generalError', 'declined'],
    ['failedReview', 'declined'],
    ['expired', 'declined'],
    ['voided', 'voided'],
    ...[
      ...['communicationError', 'couldNotVoid', 'settlementError'],
      ...['underReview', 'FDSPendingReview', 'FDSAuthorizedPendingReview', 'returnedItem'],
      ...['chargeback', 'chargebackReversal', 'authorizedPendingRelease', '', 'Voided'],
    ].map((open) => [open, undefined] as const),
  ] as const) {
    assert.equal(standingOf(status), meaning, status);
  }
});

test('Authorize.Net: a declined transaction says why, by its status and its reason', () => {
  for (const [status, reason, code] of [
    ['declined', '2', 'card_declined'],
    ['declined', '44', 'incorrect_cvc'],
    ['declined', '19', 'card_declined'],
    ['generalError', '19', 'processing_error'],
    ['generalError', '6', 'incorrect_number'],
    ['failedReview', '2', 'suspected_fraud'],
    ['expired', '1', 'authorization_expired'],
  ] as const) {
    assert.equal(declineOf(status, reason), code, `${status} ${reason}`);
  }
});

test('Authorize.Net: each letter of the address check and of the security code has its meaning', () => {
  const addresses = {
    ...{ X: 'match', Y: 'match', A: 'street', W: 'postal_code', Z: 'postal_code', N: 'no_match' },
    ...Object.fromEntries([...'BEGPRSU', '', 'y'].map((letter) => [letter, 'not_checked'])),
  };
  for (const [letter, meaning] of Object.entries(addresses)) {
    assert.equal(cardChecks(letter, '').address, meaning, letter);
  }
  const codes = { M: 'match', N: 'no_match', P: 'not_checked', S: 'not_checked', U: 'not_checked' };
  for (const [letter, meaning] of Object.entries({ ...codes, '': 'not_checked' })) {
    assert.equal(cardChecks('', letter).securityCode, meaning, letter);
  }
});

test('Authorize.Net: a reason has nothing of what the gateway wrote but a code', () => {
  const verdict = verdictOf('4111111111111111', '<4111111111111111>');
  const reason = 'response ? with reason ?';
  assert.deepEqual(verdict, { outcome: 'unknown', reason, isAnswered: true });
});

test('Authorize.Net: trouble on the way to the issuer is an outage, and a reason of a card is none', () => {
  const isOutage = (verdict: Verdict) =>
    verdict.outcome === 'unknown' && !verdict.isAnswered && !verdict.isThere;
  for (const reason of ['19', '26', '57', '63', '120', '122'])
    assert.ok(isOutage(verdictOf('3', reason)), reason);
  for (const reason of ['118', '295', '310', '999'])
    assert.ok(!isOutage(verdictOf('3', reason)), reason);
  for (const code of ['E00001', 'E00053', 'E00104'])
    assert.ok(isOutage(verdictOfMessage(code)), code);
  for (const code of ['E00027', 'E00040', 'E99999'])
    assert.ok(!isOutage(verdictOfMessage(code)), code);
});
