/** The groups of the return policy; our reaction depends on the group. */
export type ReturnGroup =
  | 'funds'
  | 'dead_account'
  | 'authorization'
  | 'frozen'
  | 'formatting'
  | 'asked_back'
  | 'contested';

/**
 * The longest time from the settlement of an entry to its return, or `other` if no number of days limits it. A return
 * arrives by the opening of the last of the banking days, or of the banking day after the last calendar day.
 */
export type ReturnWindow =
  | { readonly within: number; readonly days: 'banking' | 'calendar' }
  | 'other';

export type ReturnRow = {
  readonly code: string;
  readonly title: string;
  readonly window: ReturnWindow;
  /** Set if the code differs from the rest of its group; see groupPolicy. */
  readonly isUnauthorized?: boolean;
  readonly again?: 'corrected';
};

const two = { within: 2, days: 'banking' } as const;
const five = { within: 5, days: 'banking' } as const;
const sixty = { within: 60, days: 'calendar' } as const;
const other = 'other';

/** Every code that a return can carry. A code that the policy does not name is in a group that a person reviews. */
export const returnRows: Readonly<Record<ReturnGroup, readonly ReturnRow[]>> = {
  funds: [
    { code: 'R01', window: two, title: 'Too little money in the account' },
    { code: 'R09', window: two, title: 'The money in the account is not collected yet' },
  ],
  dead_account: [
    { code: 'R02', window: two, title: 'The account was closed' },
    { code: 'R03', window: two, title: 'No such account, or not of this person' },
    { code: 'R04', window: two, title: 'Not an account number' },
    { code: 'R12', window: two, title: 'The branch was sold to another bank' },
    { code: 'R13', window: two, title: 'No bank with this routing number takes part' },
    { code: 'R20', window: two, title: 'An account that takes no such payments' },
  ],
  authorization: [
    { code: 'R05', window: sixty, title: 'A business debit on a consumer’s account' },
    { code: 'R07', window: sixty, title: 'The customer withdrew the authorization' },
    { code: 'R08', window: two, title: 'The customer stopped this payment' },
    { code: 'R10', window: sixty, title: 'The customer says that it was never authorized' },
    {
      code: 'R11',
      window: sixty,
      title: 'Authorized, but not as it was debited: amount, date or the like',
      again: 'corrected',
    },
    { code: 'R29', window: two, title: 'The business says that it was never authorized' },
  ],
  frozen: [
    { code: 'R14', window: two, title: 'Whoever acts for the payee died or can no longer act' },
    { code: 'R15', window: two, title: 'The payee or the account holder died' },
    { code: 'R16', window: two, title: 'The account is frozen' },
  ],
  formatting: [
    { code: 'R17', window: two, title: 'Fields that the bank cannot process, or a dubious entry' },
    { code: 'R18', window: other, title: 'Not a possible effective date' },
    { code: 'R19', window: other, title: 'Not a possible amount' },
    { code: 'R21', window: two, title: 'Not a valid company identification' },
    { code: 'R22', window: two, title: 'Not a valid identification of the individual' },
    // Before a person answers it, our own books show if it was sent twice.
    { code: 'R24', window: two, title: 'The same entry came twice' },
    { code: 'R25', window: other, title: 'An addenda record is wrong' },
    { code: 'R26', window: other, title: 'A mandatory field is wrong' },
    { code: 'R27', window: other, title: 'A trace number is wrong' },
    { code: 'R28', window: other, title: 'The routing number’s check digit is wrong' },
    { code: 'R35', window: other, title: 'A debit where none may be' },
    { code: 'R36', window: other, title: 'A credit where none may be' },
  ],
  asked_back: [
    { code: 'R06', window: other, title: 'Our bank asked for it back' },
    { code: 'R31', window: other, title: 'Late, with the consent of our bank' },
    // No code of Nacha's, but some banks send it.
    { code: 'R90', window: other, title: 'Held back because of sanctions' },
    // The policy does not name these three.
    { code: 'R23', window: other, title: 'The receiver refused the credit' },
    { code: 'R32', window: other, title: 'The receiving bank cannot settle' },
    { code: 'R34', window: other, title: 'The receiving bank may take part in a limited way only' },
  ],
  contested: [
    // About paper checks, which the policy does not name: we send no such entries.
    { code: 'R30', window: other, title: 'The bank does not take truncated checks' },
    { code: 'R33', window: sixty, title: 'A destroyed check, returned' },
    { code: 'R37', window: sixty, title: 'The check behind it was presented too' },
    { code: 'R38', window: sixty, title: 'The check behind it was stopped' },
    { code: 'R39', window: two, title: 'Not a check that may become an entry' },
    // Enrollments with the government.
    { code: 'R40', window: other, title: 'Enrollment: returned by the agency' },
    { code: 'R41', window: other, title: 'Enrollment: wrong transaction code' },
    { code: 'R42', window: other, title: 'Enrollment: wrong routing number' },
    { code: 'R43', window: other, title: 'Enrollment: wrong account number' },
    { code: 'R44', window: other, title: 'Enrollment: wrong identification' },
    { code: 'R45', window: other, title: 'Enrollment: wrong name' },
    { code: 'R46', window: other, title: 'Enrollment: wrong mark of a representative' },
    { code: 'R47', window: other, title: 'Enrollment: made before' },
    // Checks that were presented again.
    { code: 'R50', window: two, title: 'Check: the law of the state does not allow it' },
    {
      code: 'R51',
      window: sixty,
      title: 'Check: not one that may be presented again',
      isUnauthorized: true,
    },
    { code: 'R52', window: sixty, title: 'Check: stopped' },
    { code: 'R53', window: sixty, title: 'Check: presented on paper too' },
    // A return that our bank sends back. R63 to R66 are R69 today.
    { code: 'R61', window: five, title: 'Dishonored: the return went to the wrong bank' },
    { code: 'R62', window: five, title: 'Dishonored: the reversal left the receiver a credit' },
    { code: 'R63', window: five, title: 'Dishonored: wrong amount (no longer in use)' },
    { code: 'R64', window: five, title: 'Dishonored: wrong identification (no longer in use)' },
    { code: 'R65', window: five, title: 'Dishonored: wrong transaction code (no longer in use)' },
    { code: 'R66', window: five, title: 'Dishonored: wrong company (no longer in use)' },
    { code: 'R67', window: five, title: 'Dishonored: returned twice' },
    { code: 'R68', window: five, title: 'Dishonored: returned too late' },
    { code: 'R69', window: five, title: 'Dishonored: fields of the return are wrong' },
    { code: 'R70', window: five, title: 'Dishonored: nobody asked for the return' },
    // The answer of the receiving bank to that.
    { code: 'R71', window: two, title: 'Contested: it was dishonored to the wrong bank' },
    { code: 'R72', window: two, title: 'Contested: it was dishonored too late' },
    { code: 'R73', window: two, title: 'Contested: the return was in time' },
    { code: 'R74', window: two, title: 'Contested: the return, corrected' },
    { code: 'R75', window: two, title: 'Contested: it was returned once only' },
    { code: 'R76', window: two, title: 'Contested: the return had no errors' },
    { code: 'R77', window: two, title: 'Contested: the receiver’s credit is gone or was returned' },
    // Payments abroad.
    { code: 'R80', window: other, title: 'Abroad: the entry is coded wrong' },
    { code: 'R81', window: other, title: 'Abroad: no agreement with the gateway' },
    { code: 'R82', window: other, title: 'Abroad: no such bank' },
    { code: 'R83', window: other, title: 'Abroad: the bank there cannot settle' },
    { code: 'R84', window: other, title: 'Abroad: the gateway did not process it' },
    { code: 'R85', window: other, title: 'Abroad: sent as a payment within the country' },
  ],
};
