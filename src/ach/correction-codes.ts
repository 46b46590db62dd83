import type { AccountNumber, AccountType } from '../kernel/bank-account.ts';

/** The values that a bank corrects in a notification of change. */
export type Correction = {
  readonly accountNumber?: AccountNumber;
  readonly routingNumber?: string;
  readonly accountKind?: AccountType['kind'];
  readonly individualName?: string;
  readonly identification?: string;
};

/** First and last column of the corrected data, counted from 1. */
type Columns = readonly [from: number, to: number];

export type CorrectionRule = {
  readonly code: string;
  readonly title: string;
  readonly action: 'correct_token' | 'ask_person' | 'store';
  /** The columns of each corrected value; all other columns must be blank. */
  readonly columns: { readonly [Field in keyof Correction]?: Columns };
};

/** Its columns are 36 to 64 of the record. */
export const correctedDataLength = 29;

/*
 * A person handles names and identifications: neither is on a token, and a new name on an account may be somebody
 * else's. C08 and C14 are about payments abroad, C10 to C12 about us. C61 to C69 refuse a correction: our bank may send
 * them to others, and nobody sends them to us.
 */
const rows: readonly (readonly [
  code: string,
  title: string,
  action: CorrectionRule['action'],
  columns?: CorrectionRule['columns'],
])[] = [
  ['C01', 'Another account number', 'correct_token', { accountNumber: [1, 17] }],
  ['C02', 'Another routing number', 'correct_token', { routingNumber: [1, 9] }],
  [
    'C03',
    'Another routing number and account number',
    'correct_token',
    { routingNumber: [1, 9], accountNumber: [13, 29] },
  ],
  ['C04', 'Another name', 'ask_person', { individualName: [1, 22] }],
  ['C05', 'Another kind of account', 'correct_token', { accountKind: [1, 2] }],
  [
    'C06',
    'Another account number and kind of account',
    'correct_token',
    { accountNumber: [1, 17], accountKind: [21, 22] },
  ],
  [
    'C07',
    'Another routing number, account number and kind of account',
    'correct_token',
    { routingNumber: [1, 9], accountNumber: [10, 26], accountKind: [27, 28] },
  ],
  ['C08', 'Another bank abroad', 'ask_person'],
  ['C09', 'Another identification of the individual', 'ask_person', { identification: [1, 22] }],
  ['C10', 'Another company name', 'ask_person'],
  ['C11', 'Another company identification', 'ask_person'],
  ['C12', 'Another company name and identification', 'ask_person'],
  ['C13', 'The addenda record is not readable', 'ask_person'],
  ['C14', 'A payment abroad, sent as one within the country', 'ask_person'],
  ['C61', 'Refused: sent to the wrong bank', 'store'],
  ['C62', 'Refused: wrong trace number', 'store'],
  ['C63', 'Refused: wrong company identification', 'store'],
  ['C64', 'Refused: wrong identification of the individual', 'store'],
  ['C65', 'Refused: corrected data not readable', 'store'],
  ['C66', 'Refused: wrong discretionary data', 'store'],
  ['C67', 'Refused: not the routing number of the entry', 'store'],
  ['C68', 'Refused: not the account number of the entry', 'store'],
  ['C69', 'Refused: wrong transaction code', 'store'],
];

export const correctionRules: readonly CorrectionRule[] = rows.map(
  ([code, title, action, columns = {}]) => ({ code, title, action, columns }),
);

const byCode = new Map(correctionRules.map((rule) => [rule.code, rule]));

/** The values that a notification with this code corrects. An unknown code goes to a person. */
export function correctionRule(code: string): CorrectionRule {
  const unknown = { code, title: 'Not a known code', action: 'ask_person', columns: {} } as const;
  return byCode.get(code) ?? unknown;
}
