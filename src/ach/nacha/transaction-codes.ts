type Account = 'checking' | 'savings';
type Direction = 'debit' | 'credit';

type Originated = {
  readonly account: Account;
  readonly direction: Direction;
  /** Asks whether the account is there, and moves nothing. */
  readonly isPrenote: boolean;
  /** The code that reverses the entry; a prenote has nothing to reverse. */
  readonly reversal: 22 | 27 | 32 | 37 | undefined;
  /** The code under which it comes back, or under which a notice of change speaks of it. */
  readonly returnedAs: 21 | 26 | 31 | 36;
};
type Returned = { readonly account: Account; readonly direction: Direction };

/** The codes that we send. A credit gives money to the receiver, a debit takes it. */
export const transactionCodes = {
  22: row('checking', 'credit', { reversal: 27, returnedAs: 21 }),
  23: prenote('checking', 'credit', { returnedAs: 21 }),
  27: row('checking', 'debit', { reversal: 22, returnedAs: 26 }),
  28: prenote('checking', 'debit', { returnedAs: 26 }),
  32: row('savings', 'credit', { reversal: 37, returnedAs: 31 }),
  33: prenote('savings', 'credit', { returnedAs: 31 }),
  37: row('savings', 'debit', { reversal: 32, returnedAs: 36 }),
  38: prenote('savings', 'debit', { returnedAs: 36 }),
} as const;

/** The codes of returns and notices of change. A returned debit is still counted as a debit. */
export const returnedCodes = {
  21: { account: 'checking', direction: 'credit' },
  26: { account: 'checking', direction: 'debit' },
  31: { account: 'savings', direction: 'credit' },
  36: { account: 'savings', direction: 'debit' },
} as const satisfies Record<number, Returned>;

export type TransactionCode = keyof typeof transactionCodes;
export type ReturnedCode = keyof typeof returnedCodes;

export function isTransactionCode(code: number): code is TransactionCode {
  return Object.hasOwn(transactionCodes, code);
}

export function isReturnedCode(code: number): code is ReturnedCode {
  return Object.hasOwn(returnedCodes, code);
}

export function directionOf(code: TransactionCode | ReturnedCode): Direction {
  return isReturnedCode(code) ? returnedCodes[code].direction : transactionCodes[code].direction;
}

function row(
  account: Account,
  direction: Direction,
  codes: Pick<Originated, 'reversal' | 'returnedAs'>,
): Originated {
  return { account, direction, isPrenote: false, ...codes };
}

function prenote(
  account: Account,
  direction: Direction,
  codes: Pick<Originated, 'returnedAs'>,
): Originated {
  return { account, direction, isPrenote: true, reversal: undefined, ...codes };
}
