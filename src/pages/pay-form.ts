import {
  type AccountNumber,
  parseAccountNumber,
  parseAccountType,
  parseRoutingNumber,
  usualAccountType,
} from '../base/bank-account.ts';
import {
  type CardNumber,
  judgeExpiry,
  parseCardNumber,
  parseCvv,
  parseExpiryDate,
} from '../base/card.ts';
import { parseEmail } from '../base/email.ts';
import { flawInLength, lengths } from '../base/lengths.ts';
import { maskCardNumbers } from '../base/mask.ts';
import { maskKnown } from '../base/mask-known.ts';
import type { Parsed } from '../base/parsed.ts';
import { parsePhone, textable } from '../base/phone.ts';
import { flawInText } from '../base/text.ts';
import { takesCards } from '../payments/charge.ts';
import type { NewMethod } from '../payments/new-source.ts';
import { markOf } from './debit-agreement.ts';
import type { Faults, Kept } from './field.ts';
import type { Form } from './form.ts';

/** Everything that the form for paying asks, read. */
export type Filled = {
  readonly method: NewMethod;
  /** On the card, or of whoever owns the account. */
  readonly name: string;
  /** '' for a bank account. */
  readonly postalCode: string;
  /** '' where no receipt is wanted there. */
  readonly email: string;
  readonly phone: string;
  readonly isToBeSaved: boolean;
};

type Surroundings = {
  readonly environment: 'sandbox' | 'live';
  /** Where the business is. */
  readonly today: Temporal.PlainDate;
  /** What is agreed to for a debit, as it reads now. */
  readonly agreement: string;
};

/** What was filled in, or what is wrong with it; all of that at once. */
export function readPayForm(form: Form, around: Surroundings): Filled | Faults {
  const faults = new Map<string, string>();
  const isBank = form.text('method') === 'bank' || !takesCards(around);
  const method = isBank ? readBank(form, around, faults) : readCard(form, around, faults);
  const filled = {
    name: readName(form, isBank ? 'account-name' : 'name', faults),
    postalCode: isBank ? '' : readPostalCode(form, faults),
    email: readEmail(form, faults),
    phone: readPhone(form, faults),
    isToBeSaved: form.text('save') !== '',
  };
  return method && faults.size === 0 ? { ...filled, method } : faults;
}

/**
 * What may stand in the form again when it comes back: no number that pays, not even where somebody wrote it into
 * another field.
 */
export function keptOf(form: Form, agreement: string): Kept {
  const numbers = numbersIn(form);
  // Whoever agreed to another text has not agreed to this one.
  const isOfNow = form.text('agreement') === markOf(agreement);
  const names = mayBeKept.filter((name) => isOfNow || name !== 'authorized');
  return Object.fromEntries(
    names.map((name) => {
      const text = form.text(name).slice(0, mostKept);
      return [name, numbers.reduce((left, number) => maskKnown(number, left), maskCards(text))];
    }),
  );
}

const mostKept = 300;
/** More digits are no number that pays. */
const longestNumber = 24;
const mayBeKept = [
  'method',
  'name',
  'expiry',
  'postal-code',
  'account-name',
  'account-kind',
  'email',
  'phone',
  'save',
  'authorized',
];

type Notes = Map<string, string>;

function readCard(form: Form, { today }: Surroundings, faults: Notes): NewMethod | undefined {
  const card = readCardNumber(form, faults);
  const expiry = read(form, 'expiry', faults, {
    missing: 'Enter the date when the card expires.',
    parse: (text) => {
      const date = parseExpiryDate(text.replaceAll(/[\s-]/g, '').replace(/^(\d)\//, '0$1/'));
      return date.ok ? judgeExpiry(date.value, today) : date;
    },
    wrong: ({ code }) => expiryFaults[code] ?? 'Write the expiry date as MM/YY, for example 09/31.',
  });
  const cvv = read(form, 'cvv', faults, {
    missing: 'Enter the security code of the card.',
    parse: (text) => parseCvv(text, card?.brand ?? 'unknown'),
    wrong: ({ rule }) => `The security code ${rule}.`,
  });
  return card && expiry && cvv ? { kind: 'card', card, expiry, cvv } : undefined;
}

const expiryFaults: Readonly<Record<string, string>> = {
  expired: 'This card has expired. Please use another one.',
  too_large: 'Please check the year when the card expires.',
};

function readCardNumber(form: Form, faults: Notes): CardNumber | undefined {
  return read(form, 'card-number', faults, {
    missing: 'Enter the number of the card.',
    parse: (text) => parseCardNumber(bare(text)),
    wrong: () => 'This is not a card number. Please check its digits.',
  });
}

function readBank(form: Form, around: Surroundings, faults: Notes): NewMethod | undefined {
  const { environment } = around;
  const routingNumber = read(form, 'routing-number', faults, {
    missing: 'Enter the routing number of your bank.',
    parse: (text) => parseRoutingNumber(bare(text), environment),
    wrong: ({ code }) =>
      code === 'malformed'
        ? 'A routing number has 9 digits.'
        : 'This is not a routing number. Please check its digits.',
  });
  const number = readAccountNumber(form, environment, faults);
  const type = parseAccountType(form.text('account-kind'));
  const fault = faultInConsent(form, around);
  if (fault) faults.set('authorized', fault);
  if (!routingNumber || !number) return undefined;
  const { kind, holder } = type.ok ? type.value : usualAccountType;
  const name = form.text('account-name');
  return { kind: 'bank', number, account: { name, routingNumber, kind, holder } };
}

/** It is kept as what was agreed to: so it must be the very text that was read. */
function faultInConsent(form: Form, around: Surroundings): string | undefined {
  if (form.text('authorized') === '') {
    return `Please agree to the debit${takesCards(around) ? ', or pay by card' : ''}.`;
  }
  if (form.text('agreement') === markOf(around.agreement)) return undefined;
  return 'The wording has changed: please read it again and agree.';
}

/** A slip in an account number is found out by its owner only days later: so it is asked for twice. */
function readAccountNumber(
  form: Form,
  environment: Surroundings['environment'],
  faults: Notes,
): AccountNumber | undefined {
  const number = read(form, 'account-number', faults, {
    missing: 'Enter your account number.',
    parse: (text) => parseAccountNumber(bare(text), environment),
    wrong: ({ rule }) => `This ${rule}.`,
  });
  if (number && !number.number.holds(bare(form.text('account-number-again')))) {
    faults.set('account-number-again', 'Enter the same account number once more.');
  }
  return number;
}

function readName(form: Form, field: string, faults: Notes): string {
  const whose = field === 'name' ? 'Enter the name on the card.' : 'Enter the name on the account.';
  return readText(form, field, faults, { missing: whose, longest: lengths.name });
}

function readPostalCode(form: Form, faults: Notes): string {
  const missing = 'Enter the ZIP or postal code of the card.';
  const text = readText(form, 'postal-code', faults, { missing, longest: lengths.postalCode });
  if (text && !/^[A-Za-z0-9][A-Za-z0-9 -]{2,}$/.test(text)) {
    faults.set('postal-code', 'This is not a ZIP or postal code, such as 10001 or K1A 0B1.');
  }
  return text;
}

function readText(
  form: Form,
  field: string,
  faults: Notes,
  { missing, longest }: { readonly missing: string; readonly longest: number },
): string {
  const text = form.text(field);
  if (text === '') faults.set(field, missing);
  const flaw = flawInText(text, { multiline: false }) ?? flawInLength(text, longest);
  if (flaw) faults.set(field, `This ${flaw.rule}.`);
  if (holdsNumber(form, text)) faults.set(field, 'A card or account number does not belong here.');
  return text;
}

function readEmail(form: Form, faults: Notes): string {
  const text = form.text('email');
  if (text === '') return '';
  const email = parseEmail(text);
  if (!email.ok) faults.set('email', 'Enter an e-mail address such as name@example.com.');
  if (holdsNumber(form, text))
    faults.set('email', 'A card or account number does not belong here.');
  return text.toLowerCase();
}

function readPhone(form: Form, faults: Notes): string {
  const text = form.text('phone').replaceAll(/[\s().-]/g, '');
  if (text === '') return '';
  const phone = parsePhone(text);
  if (phone.ok && textable(phone.value)) return phone.value;
  faults.set('phone', 'Enter a US mobile number with its area code: ten digits.');
  return '';
}

function holdsNumber(form: Form, text: string): boolean {
  return (
    numbersIn(form).some((number) => maskKnown(number, text) !== text) || maskCards(text) !== text
  );
}

type Reading<T> = {
  readonly missing: string;
  readonly parse: (text: string) => Parsed<T>;
  readonly wrong: (flaw: { readonly code: string; readonly rule: string }) => string;
};

function read<T>(form: Form, field: string, faults: Notes, reading: Reading<T>): T | undefined {
  const text = form.text(field);
  const found = text === '' ? undefined : reading.parse(text);
  if (found?.ok) return found.value;
  faults.set(field, found ? reading.wrong(found) : reading.missing);
  return undefined;
}

/** People write numbers in groups. */
function bare(text: string): string {
  return text.replaceAll(/[\s-]/g, '');
}

function numbersIn(form: Form): string[] {
  return ['card-number', 'account-number', 'account-number-again', 'routing-number'].map((name) =>
    form.text(name).replaceAll(/\D/g, '').slice(0, longestNumber),
  );
}

function maskCards(text: string): string {
  return maskCardNumbers(text, { glued: true });
}
