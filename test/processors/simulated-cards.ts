import { testCard } from '../../packages/sandbox/test/bank.ts';

const cards = {
  approves: '4242424242424242',
  declines: '4000000000009995',
  approvesAPart: testCard('partial_approval'),
  timesOutBeforeBooking: testCard('timeout_before_booking'),
  timesOutAfterBooking: testCard('timeout_after_booking'),
  booksLate: testCard('late_booking'),
  captureDeclines: testCard('capture_declined'),
  captureTimesOutAfterBooking: testCard('capture_timeout_after_booking'),
  voidTimesOutAfterBooking: testCard('void_timeout_after_booking'),
  refundDeclines: testCard('refund_declined'),
  refundTimesOutBeforeBooking: testCard('refund_timeout_before_booking'),
  refundTimesOutAfterBooking: testCard('refund_timeout_after_booking'),
};
/** What the simulator is tried with. */
export const tried = {
  cards,
  customer: 'C-1001',
  comparesVoids: true,
  recordsFollowUps: true,
  refundsSettledOnly: false,
  voidsAuthorizedOnly: false,
  tellsVoided: false,
};
