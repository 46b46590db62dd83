import { luhnValid } from '../../../../src/kernel/digits.ts';
import type { BehaviourName } from './behaviours.ts';

export type TestCard = {
  readonly number: string;
  readonly brand: string;
  readonly does: BehaviourName | 'by_amount';
  /** One sentence for docs/interface/sandbox.md. */
  readonly says: string;
};

/** Our own numbers begin with this, inside the prefix that gateways use for test cards. */
export const ownRange = '400000999';

/** Each row is a card number and the behaviour of its charges. */
export const testCards: readonly TestCard[] = [
  card('4242424242424242', 'Visa', 'approve', 'Approves.'),
  card('4111111111111111', 'Visa', 'approve', 'Approves.'),
  card('4012888888881881', 'Visa', 'approve', 'Approves.'),
  card('4000056655665556', 'Visa', 'approve', 'Approves; a debit card.'),
  card('4444333322221111', 'Visa', 'approve', 'Approves.'),
  card('4917610000000000', 'Visa', 'approve', 'Approves; a debit card.'),
  card('4166676667666746', 'Visa', 'approve', 'Approves.'),
  card('4462030000000000', 'Visa', 'approve', 'Approves; a debit card.'),
  card('4005519200000004', 'Visa', 'approve', 'Approves.'),
  card('4009348888881881', 'Visa', 'approve', 'Approves.'),
  card('4012000033330026', 'Visa', 'approve', 'Approves.'),
  card('4012000077777777', 'Visa', 'approve', 'Approves.'),
  card('4217651111111119', 'Visa', 'approve', 'Approves.'),
  card('4500600000000061', 'Visa', 'approve', 'Approves; a prepaid card.'),
  card('4007000000027', 'Visa', 'approve', 'Approves; thirteen digits.'),
  card('4012888818888', 'Visa', 'approve', 'Approves; thirteen digits.'),
  card('4222222222222', 'Visa', 'approve', 'Approves; thirteen digits.'),
  card('5555555555554444', 'Mastercard', 'approve', 'Approves.'),
  card('5105105105105100', 'Mastercard', 'approve', 'Approves; a prepaid card.'),
  card('5200828282828210', 'Mastercard', 'approve', 'Approves; a debit card.'),
  card('5454545454545454', 'Mastercard', 'approve', 'Approves.'),
  card('5424000000000015', 'Mastercard', 'approve', 'Approves.'),
  card('5555444433331111', 'Mastercard', 'approve', 'Approves.'),
  card('5136333333333335', 'Mastercard', 'approve', 'Approves.'),
  card('5100290029002909', 'Mastercard', 'approve', 'Approves.'),
  card('2223003122003222', 'Mastercard', 'approve', 'Approves; a number of the 2-series.'),
  card('2223000048400011', 'Mastercard', 'approve', 'Approves; a number of the 2-series.'),
  card('2223000010309703', 'Mastercard', 'approve', 'Approves; a number of the 2-series.'),
  card('2223000010309711', 'Mastercard', 'approve', 'Approves; a number of the 2-series.'),
  card('2222410740360010', 'Mastercard', 'approve', 'Approves; a number of the 2-series.'),
  card('2221000000000009', 'Mastercard', 'approve', 'Approves; a number of the 2-series.'),
  card('378282246310005', 'American Express', 'approve', 'Approves.'),
  card('371449635398431', 'American Express', 'approve', 'Approves.'),
  card('370000000000002', 'American Express', 'approve', 'Approves.'),
  card('343434343434343', 'American Express', 'approve', 'Approves.'),
  card('378734493671000', 'American Express', 'approve', 'Approves.'),
  card('6011111111111117', 'Discover', 'approve', 'Approves.'),
  card('6011000990139424', 'Discover', 'approve', 'Approves.'),
  card('6011981111111113', 'Discover', 'approve', 'Approves; a debit card.'),
  card('6011000000000012', 'Discover', 'approve', 'Approves.'),
  card('6011000991300009', 'Discover', 'approve', 'Approves.'),
  card('3056930009020004', 'Diners Club', 'approve', 'Approves; sixteen digits.'),
  card('30569309025904', 'Diners Club', 'approve', 'Approves.'),
  card('38520000023237', 'Diners Club', 'approve', 'Approves.'),
  card('36227206271667', 'Diners Club', 'approve', 'Approves.'),
  card('36259600000004', 'Diners Club', 'approve', 'Approves.'),
  card('38000000000006', 'Diners Club', 'approve', 'Approves.'),
  card('3566002020360505', 'JCB', 'approve', 'Approves.'),
  card('3530111333300000', 'JCB', 'approve', 'Approves.'),
  card('3566111111111113', 'JCB', 'approve', 'Approves.'),
  card('3088000000000017', 'JCB', 'approve', 'Approves.'),
  card('6200000000000005', 'UnionPay', 'approve', 'Approves.'),
  card('6200000000000047', 'UnionPay', 'approve', 'Approves; a debit card.'),
  card('6205500000000000004', 'UnionPay', 'approve', 'Approves; nineteen digits.'),
  card('6243030000000001', 'UnionPay', 'approve', 'Approves.'),

  card('4000000000000077', 'Visa', 'approve', 'Approves.'),
  card('4000000000000093', 'Visa', 'approve', 'Approves.'),
  card('4000000000000010', 'Visa', 'approve', 'Approves; address checks are not simulated.'),
  card('4000000000000028', 'Visa', 'approve', 'Approves; address checks are not simulated.'),
  card('4000000000000036', 'Visa', 'approve', 'Approves; address checks are not simulated.'),
  card('4000000000000044', 'Visa', 'approve', 'Approves; address checks are not simulated.'),
  card('4000000000009235', 'Visa', 'approve', 'Approves; a raised risk alone declines nothing.'),
  card('4000000000000259', 'Visa', 'approve', 'Approves; the dispute is not simulated.'),

  card('4000000000000002', 'Visa', 'card_declined', 'Declines without a reason.'),
  card('4000000000009995', 'Visa', 'insufficient_funds', 'Declines for insufficient funds.'),
  card('4000000000009987', 'Visa', 'lost_card', 'Declines as a lost card.'),
  card('4000000000009979', 'Visa', 'stolen_card', 'Declines as a stolen card.'),
  card('4000000000000069', 'Visa', 'expired_card', 'Declines as expired, whatever its date.'),
  card('4000000000000127', 'Visa', 'incorrect_cvc', 'Declines for a wrong security code.'),
  card('4000000000000101', 'Visa', 'incorrect_cvc', 'Declines for a wrong security code.'),
  card('4000000000000119', 'Visa', 'processing_error', 'Declines with a processing error.'),
  card('4000000000006975', 'Visa', 'card_velocity_exceeded', 'Declines: used too often.'),
  card('4000000000000341', 'Visa', 'card_declined', 'Makes a token, but never pays.'),
  card('4100000000000019', 'Visa', 'suspected_fraud', 'Declines for suspected fraud.'),
  card('4000000000004954', 'Visa', 'suspected_fraud', 'Declines for the highest risk.'),
  card('4000111111111511', 'Visa', 'suspected_fraud', 'Declines for suspected fraud.'),
  card('4000002500003155', 'Visa', 'authentication_required', 'Declines: asks for 3-D Secure.'),
  card('4000002760003184', 'Visa', 'authentication_required', 'Declines: asks for 3-D Secure.'),
  card('4000000000003220', 'Visa', 'authentication_required', 'Declines: asks for 3-D Secure.'),
  card('4000008260003178', 'Visa', 'insufficient_funds', 'Declines for insufficient funds.'),
  card('4000008400001629', 'Visa', 'card_declined', 'Declines without a reason.'),
  card('4000111111111115', 'Visa', 'do_not_honor', 'Declines: the bank does not say why.'),
  card('38520000009814', 'Diners Club', 'do_not_honor', 'Declines: the bank does not say why.'),

  own('4000009990000005', 'by_amount', 'Behaves by the cents of the amount, as listed below.'),
  own('4000009990000013', 'connection_refused', 'Never reached: certain that nothing was charged.'),
  own('4000009990000104', 'timeout_before_booking', 'No answer in time, and nothing is charged.'),
  own('4000009990000112', 'timeout_after_booking', 'No answer in time, but the charge happened.'),
  own('4000009990000120', 'timeout_after_decline', 'No answer in time, and the bank declined.'),
  own('4000009990000138', 'late_booking', 'No answer in time; charged seconds after we gave up.'),
  own('4000009990000146', 'wrong_amount_booked', 'No answer in time; charged one dollar too much.'),
  own('4000009990000203', 'server_error_before_booking', 'A server error, and nothing is charged.'),
  own('4000009990000211', 'server_error_after_booking', 'A server error, but the charge happened.'),
  own('4000009990000229', 'garbage_answer', 'An unreadable answer to a charge that happened.'),
  own('4000009990000237', 'wrong_amount_answer', 'An answer that names another amount.'),
  own('4000009990000245', 'wrong_reference_answer', 'An answer meant for somebody else.'),
  own('4000009990000252', 'slow_drip', 'An answer too slow to wait for; the charge happened.'),
  own('4000009990000260', 'duplicate_answer', 'Approves, and sends its answer twice.'),
  own('4000009990000278', 'half_answer', 'Half an answer to a charge that happened.'),
  own('4000009990000302', 'slow_approval', 'Approves after three seconds.'),
  own('4000009990000310', 'slow_decline', 'Declines after three seconds.'),
  own('4000009990000401', 'rejection', 'The processor calls the request itself wrong.'),
  own(
    '4000009990000500',
    'partial_approval',
    'Approves half of the amount where a part is welcome; elsewhere declines as `insufficient_funds`.',
  ),

  own('4000009990000609', 'capture_declined', 'Declines to capture: it has ended.'),
  own(
    '4000009990000617',
    'capture_timeout_before_booking',
    'No answer to the capture, which never happens.',
  ),
  own(
    '4000009990000625',
    'capture_timeout_after_booking',
    'No answer to the capture, which happened.',
  ),
  own('4000009990000708', 'void_declined', 'Declines to void: already settled.'),
  own(
    '4000009990000716',
    'void_timeout_before_booking',
    'No answer to the void, which never happens.',
  ),
  own('4000009990000724', 'void_timeout_after_booking', 'No answer to the void, which happened.'),
  own('4000009990000807', 'refund_declined', 'Declines the refund.'),
  own(
    '4000009990000815',
    'refund_timeout_before_booking',
    'No answer to the refund, which never happens.',
  ),
  own(
    '4000009990000823',
    'refund_timeout_after_booking',
    'No answer to the refund, which happened.',
  ),
  own(
    '4000009990000831',
    'refund_late_booking',
    'No answer to the refund; it happens seconds later.',
  ),
  own('4000009990000849', 'refund_server_error', 'A server error, but the refund happened.'),
];

/**
 * Only for the card that behaves by amount, so that no ordinary amount is ever a surprise. The cents are
 * the response codes that card networks have used for decades.
 */
export const centsOfAmount: ReadonlyMap<number, { does: BehaviourName; says: string }> = new Map([
  [5, { does: 'do_not_honor', says: 'Declines: the bank does not say why.' }],
  [14, { does: 'incorrect_number', says: 'Declines: no such card number.' }],
  [41, { does: 'lost_card', says: 'Declines as a lost card.' }],
  [43, { does: 'stolen_card', says: 'Declines as a stolen card.' }],
  [51, { does: 'insufficient_funds', says: 'Declines for insufficient funds.' }],
  [54, { does: 'expired_card', says: 'Declines as an expired card.' }],
  [59, { does: 'suspected_fraud', says: 'Declines for suspected fraud.' }],
  [61, { does: 'limit_exceeded', says: 'Declines: over the limit of the card.' }],
  [65, { does: 'card_velocity_exceeded', says: 'Declines: used too often.' }],
  [68, { does: 'timeout_after_booking', says: 'No answer in time, but the charge happened.' }],
  [82, { does: 'incorrect_cvc', says: 'Declines for a wrong security code.' }],
  [91, { does: 'timeout_before_booking', says: 'No answer in time, and nothing is charged.' }],
  [96, { does: 'server_error_before_booking', says: 'A server error, and nothing is charged.' }],
]);

const byNumber = new Map(testCards.map((row) => [row.number, row.does]));

/** The behaviour of a charge of this number. */
export function chooseBehaviour(number: string, amountCents: bigint): BehaviourName {
  const does = byNumber.get(number);
  if (does === 'by_amount') return centsOfAmount.get(Number(amountCents % 100n))?.does ?? 'approve';
  if (does) return does;
  return number.length >= 12 && luhnValid(number) ? 'approve' : 'incorrect_number';
}

function card(number: string, brand: string, does: TestCard['does'], says: string): TestCard {
  return { number, brand, does, says };
}

function own(number: string, does: TestCard['does'], says: string): TestCard {
  return { number, brand: 'Visa', does, says };
}
