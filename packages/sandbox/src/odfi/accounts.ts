/** A kind of account in the sandbox. Its eight digits are 99, one for the kind, three for a day, two for a code. */
export type SimulatedAccount = {
  readonly digit: '0' | '1' | '2' | '3' | '4';
  readonly does: Behaviour;
  readonly says: string;
};

export type Behaviour =
  | 'return_always'
  | 'return_first'
  | 'return_credits'
  | 'correct'
  | 'correct_unreadably';

export const simulatedAccounts: readonly SimulatedAccount[] = [
  {
    digit: '0',
    does: 'return_always',
    says: 'Every debit and every prenote comes back, however often it is presented.',
  },
  {
    digit: '1',
    does: 'return_first',
    says: 'A debit comes back the first time and is paid when it is presented again.',
  },
  {
    digit: '2',
    does: 'return_credits',
    says: 'Debits are paid; money sent to the account, as a refund is, comes back.',
  },
  {
    digit: '3',
    does: 'correct',
    says: 'Everything goes through, and the bank tells what to write the next time.',
  },
  {
    digit: '4',
    does: 'correct_unreadably',
    says: 'The same, but what it tells does not stand in its columns.',
  },
];

/** The banking day after settlement on which the bank answers, where the number names none. */
export const usualDay = 2;

export type SimulatedEntry = {
  readonly does: Behaviour;
  /** Banking days after settlement. */
  readonly day: number;
  /** R01, C05 and so on. */
  readonly code: string;
};

/** Undefined for an ordinary account, which pays. */
export function simulatedAccount(accountNumber: string): SimulatedEntry | undefined {
  const [, digit, day, code] = /^99(\d)(\d{3})(\d\d)$/.exec(accountNumber) ?? [];
  const account = simulatedAccounts.find((one) => one.digit === digit);
  if (!account || code === '00') return undefined;
  const letter = account.does.startsWith('correct') ? 'C' : 'R';
  return { does: account.does, day: Number(day) || usualDay, code: `${letter}${code}` };
}

/** The account number of a behaviour. */
export function simulatedNumber(does: Behaviour, code: string, day = 0): string {
  const { digit } = simulatedAccounts.find((one) => one.does === does)!;
  return `99${digit}${String(day).padStart(3, '0')}${code.slice(1)}`;
}
