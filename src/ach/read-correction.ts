import {
  type AccountType,
  parseAccountNumber,
  parseRoutingNumber,
} from '../kernel/bank-account.ts';
import type { Parsed } from '../kernel/parsed.ts';
import { type Correction, correctedDataLength, correctionRule } from './correction-codes.ts';

type Environment = 'sandbox' | 'live';
type Field = keyof Correction;

/**
 * Reads the corrected data of a notification, all of it or nothing. A bank that moves a number by two columns would
 * have us debit somebody else, so misplaced data goes to a person.
 */
export function readCorrection(
  code: string,
  data: string,
  environment: Environment = 'live',
): Correction | undefined {
  const fields = Object.entries(correctionRule(code).columns) as [Field, [number, number]][];
  if (fields.length === 0 || data.length > correctedDataLength) return undefined;
  const beside = [...data];
  let correction: Correction = {};
  for (const [field, [from, to]] of fields) {
    const text = beside.splice(from - 1, to - from + 1, ...' '.repeat(to - from + 1)).join('');
    const value = readers[field](text.trim(), environment);
    if (!value) return undefined;
    correction = { ...correction, ...value };
  }
  return beside.join('').trim() === '' ? correction : undefined;
}

const readers: Readonly<
  Record<Field, (text: string, environment: Environment) => Correction | undefined>
> = {
  accountNumber: (text, environment) =>
    good(parseAccountNumber(text, environment), (accountNumber) => ({ accountNumber })),
  routingNumber: (text, environment) =>
    good(parseRoutingNumber(text, environment), (routingNumber) => ({ routingNumber })),
  accountKind: (text) => {
    const accountKind = kindOf.get(text);
    return accountKind && { accountKind };
  },
  individualName: (text) => (text === '' ? undefined : { individualName: text }),
  identification: (text) => (text === '' ? undefined : { identification: text }),
};

function good<T>(read: Parsed<T>, as: (value: T) => Correction): Correction | undefined {
  return read.ok ? as(read.value) : undefined;
}

/** Transaction codes of credits, debits and prenotes. No token of ours is a general ledger or a loan. */
const kindOf: ReadonlyMap<string, AccountType['kind']> = new Map([
  ...['22', '23', '24', '27', '28', '29'].map((code) => [code, 'checking'] as const),
  ...['32', '33', '34', '37', '38', '39'].map((code) => [code, 'savings'] as const),
]);
