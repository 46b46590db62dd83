import {
  parseAccountNumber,
  parseAccountType,
  parseRoutingNumber,
  usualAccountType,
} from '../../kernel/bank-account.ts';
import { checkExpiry, parseCardNumber, parseExpiryDate } from '../../kernel/card.ts';
import { flawInLength, lengths } from '../../kernel/lengths.ts';
import { maskCardNumbers, mayHoldCardNumber } from '../../kernel/mask.ts';
import { maskKnown } from '../../kernel/mask-known.ts';
import type { Parsed } from '../../kernel/parsed.ts';
import { parsePostalCode } from '../../kernel/postal-code.ts';
import { Secret } from '../../kernel/secret.ts';
import { flawInText } from '../../kernel/text.ts';
import type { OpenedSession, TypedMethod } from '../../payments/field-sessions/open-session.ts';
import type { NewMethod } from '../../payments/source.ts';
import type { Form } from './page.ts';

/** The fault of a field; the script of the page has the words. */
export type FieldCode = 'missing' | 'wrong' | 'past';
type Faults = Map<string, FieldCode>;

/** Asks for the details that the customer of the session does not have. */
export function asksFor({ session, customer }: Pick<OpenedSession, 'session' | 'customer'>) {
  return {
    name: !customer || (customer.firstName === '' && customer.lastName === ''),
    postalCode: session.kind === 'card' && (customer?.postalCode ?? '') === '',
  };
}

/** The input, or its faults by the name of the field. */
export function readFields(
  form: Form,
  opened: Pick<OpenedSession, 'session' | 'customer' | 'business'>,
  today: Temporal.PlainDate,
): TypedMethod | Faults {
  const faults: Faults = new Map();
  const asked = asksFor(opened);
  const isCard = opened.session.kind === 'card';
  const name = asked.name ? readName(form, faults) : '';
  const postalCode = asked.postalCode ? readPostalCode(form, opened, faults) : '';
  const method = isCard ? readCard(form, today, faults) : readBank(form, opened, name, faults);
  if (!method || faults.size > 0) return faults;
  const content = names.map((field) => form.text(field));
  return { method, name, postalCode, content: new Secret(JSON.stringify(content)) };
}

const names = [
  'number',
  'expiry',
  'name',
  'postal-code',
  'routing-number',
  'account-number',
  'account-kind',
];

function readCard(form: Form, today: Temporal.PlainDate, faults: Faults): NewMethod | undefined {
  const card = read(form, 'number', faults, parseCardNumber);
  const date = read(form, 'expiry', faults, (text) =>
    parseExpiryDate(text.replace(/^(\d)\//, '0$1/')),
  );
  const expiry = date && checkExpiry(date, today);
  if (expiry && !expiry.ok) faults.set('expiry', expiry.code === 'expired' ? 'past' : 'wrong');
  if (!card || !expiry?.ok) return undefined;
  return { kind: 'card', card, expiry: expiry.value, cvv: undefined };
}

function readBank(
  form: Form,
  { business: { environment }, customer }: Pick<OpenedSession, 'business' | 'customer'>,
  typed: string,
  faults: Faults,
): NewMethod | undefined {
  const routingNumber = read(form, 'routing-number', faults, (text) =>
    parseRoutingNumber(text, environment),
  );
  const number = read(form, 'account-number', faults, (text) =>
    parseAccountNumber(text, environment),
  );
  // A mistyped account number is noticed only days later.
  const again = bare(form.text('account-number-again'));
  if (number && !number.number.holds(again)) faults.set('account-number-again', 'wrong');
  if (!routingNumber || !number) return undefined;
  const type = parseAccountType(form.text('account-kind'));
  const { kind, holder } = type.ok ? type.value : usualAccountType;
  const known = [customer?.firstName, customer?.lastName].filter(Boolean).join(' ');
  const account = { name: typed || known, routingNumber, kind, holder };
  return { kind: 'bank', number, account };
}

function readName(form: Form, faults: Faults): string {
  const name = form.text('name');
  if (name === '') faults.set('name', 'missing');
  const isWrong =
    flawInLength(name, lengths.name) ??
    flawInText(name, { multiline: false }) ??
    (holdsNumber(form, name) || undefined);
  if (isWrong) faults.set('name', 'wrong');
  return name;
}

/** The issuer compares it, so an impossible one would be declined. */
function readPostalCode(
  form: Form,
  { customer }: Pick<OpenedSession, 'customer'>,
  faults: Faults,
): string {
  const text = form.text('postal-code');
  const code = parsePostalCode(text, customer?.countryCode ?? '');
  if (code.ok && !holdsNumber(form, text)) return code.value;
  faults.set('postal-code', text === '' ? 'missing' : 'wrong');
  return '';
}

/** A number in a field that is stored and shown. */
function holdsNumber(form: Form, text: string): boolean {
  const typed = ['number', 'account-number'].map((name) => bare(form.text(name)).slice(0, 24));
  if (typed.some((number) => maskKnown(number, text) !== text)) return true;
  return mayHoldCardNumber(text) && maskCardNumbers(text, { glued: true }) !== text;
}

function read<T>(
  form: Form,
  name: string,
  faults: Faults,
  parse: (text: string) => Parsed<T>,
): T | undefined {
  const text = bare(form.text(name));
  const parsed = text === '' ? undefined : parse(text);
  if (parsed?.ok) return parsed.value;
  faults.set(name, parsed ? 'wrong' : 'missing');
  return undefined;
}

/** Without the separators of groups. */
function bare(text: string): string {
  return text.replaceAll(/[\s-]/g, '');
}
