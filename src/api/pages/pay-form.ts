import {
  type AccountNumber,
  parseAccountNumber,
  parseAccountType,
  parseRoutingNumber,
  usualAccountType,
} from '../../kernel/bank-account.ts';
import {
  type CardNumber,
  checkExpiry,
  type Expiry,
  parseCardNumber,
  parseCvv,
  parseExpiryDate,
} from '../../kernel/card.ts';
import type { Currency } from '../../kernel/currency.ts';
import { parseEmail } from '../../kernel/email.ts';
import type { Language } from '../../kernel/language.ts';
import { flawInLength, lengths } from '../../kernel/lengths.ts';
import { maskCardNumbers } from '../../kernel/mask.ts';
import { maskKnown } from '../../kernel/mask-known.ts';
import { parsePhone, textable } from '../../kernel/phone.ts';
import { parsePostalCode } from '../../kernel/postal-code.ts';
import { flawInText } from '../../kernel/text.ts';
import type { CardAccounts } from '../../parties/businesses/business.ts';
import type { Service } from '../../parties/businesses/offering.ts';
import { takesBankAccounts, takesCards } from '../../payments/charge.ts';
import type { NewMethod } from '../../payments/source.ts';
import { markOf } from './debit-agreement.ts';
import type { Faults, Refilled } from './field.ts';
import { Notes, read } from './form-notes.ts';
import type { Form } from './page.ts';
import { flawText } from './words/refusals.ts';
import { slips } from './words/slips.ts';

/** A valid pay form. */
export type Filled = {
  readonly method: NewMethod;
  /** On the card, or of the owner of the account. */
  readonly name: string;
  /** '' for a bank account. */
  readonly postalCode: string;
  /** '': no receipt there. */
  readonly email: string;
  readonly phone: string;
  readonly isToBeSaved: boolean;
};

type Context = {
  readonly environment: 'sandbox' | 'live';
  readonly services: readonly Service[];
  readonly cardAccounts: CardAccounts;
  /** The currency of the invoice. */
  readonly currency: Currency;
  /** In the time zone of the business. */
  readonly today: Temporal.PlainDate;
  /** The present authorization text for a debit. */
  readonly agreement: string;
  /** The country of the person billed; '' if it is not known. */
  readonly countryCode: string;
  /** Of the page. */
  readonly language: Language;
};

/** The valid form, or all of its faults. */
export function readPayForm(form: Form, around: Context): Filled | Faults {
  const faults = new Notes(around.language);
  const isAskedFor = form.text('method') === 'bank' || !takesCards(around, around.currency);
  const isBank = isAskedFor && takesBankAccounts(around, around.currency);
  const method = isBank ? readBank(form, around, faults) : readCard(form, around, faults);
  const filled = {
    name: readName(form, isBank ? 'account-name' : 'name', faults),
    postalCode: isBank ? '' : readPostalCode(form, around, faults),
    email: readEmail(form, faults),
    phone: readPhone(form, faults),
    isToBeSaved: form.text('save') !== '',
  };
  return method && faults.size === 0 ? { ...filled, method } : faults;
}

/** The values to fill in again: no card or account number, not even one in another field. */
export function valuesToRefill(form: Form, agreement: string): Refilled {
  const numbers = numbersIn(form);
  // Consent to another text is no consent to this one.
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
/** Longer than any card or account number. */
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

/** A card that is only saved: no security code is asked for, since nothing keeps it. */
export function readSavedCard(
  form: Form,
  around: Pick<Context, 'today' | 'countryCode' | 'language'>,
): (Pick<Filled, 'name' | 'postalCode'> & { readonly method: CardMethod }) | Faults {
  const faults = new Notes(around.language);
  const card = readCardNumber(form, faults);
  const expiry = readExpiry(form, around, faults);
  const name = readName(form, 'name', faults);
  const postalCode = readPostalCode(form, around, faults);
  if (!card || !expiry || faults.size > 0) return faults;
  return { method: { kind: 'card', card, expiry, cvv: undefined }, name, postalCode };
}
type CardMethod = Extract<NewMethod, { readonly kind: 'card' }>;

function readCard(form: Form, around: Context, faults: Notes): NewMethod | undefined {
  const card = readCardNumber(form, faults);
  const expiry = readExpiry(form, around, faults);
  const cvv = read(form, 'cvv', faults, {
    missing: faults.texts.cvv.missing,
    parse: (text) => parseCvv(text, card?.brand ?? 'unknown'),
    wrong: ({ rule }) => faults.say(slips.securityCode(rule)),
  });
  return card && expiry && cvv ? { kind: 'card', card, expiry, cvv } : undefined;
}

function readExpiry(
  form: Form,
  { today }: Pick<Context, 'today'>,
  faults: Notes,
): Expiry | undefined {
  return read(form, 'expiry', faults, {
    missing: faults.texts.expiry.missing,
    parse: (text) => {
      const date = parseExpiryDate(text.replaceAll(/[\s-]/g, '').replace(/^(\d)\//, '0$1/'));
      return date.ok ? checkExpiry(date.value, today) : date;
    },
    wrong: ({ code }) => expiryFault(code, faults),
  });
}

function expiryFault(code: string, { say, texts }: Notes): string {
  if (code === 'expired') return texts.expiry.past;
  return code === 'too_large' ? say(slips.year) : texts.expiry.wrong;
}

function readCardNumber(form: Form, faults: Notes): CardNumber | undefined {
  return read(form, 'card-number', faults, {
    missing: faults.texts['card-number'].missing,
    parse: (text) => parseCardNumber(bare(text)),
    wrong: () => faults.texts['card-number'].wrong,
  });
}

function readBank(form: Form, around: Context, faults: Notes): NewMethod | undefined {
  const { environment } = around;
  const routingNumber = read(form, 'routing-number', faults, {
    missing: faults.texts['routing-number'].missing,
    parse: (text) => parseRoutingNumber(bare(text), environment),
    wrong: ({ code }) =>
      code === 'malformed' ? faults.say(slips.nineDigits) : faults.texts['routing-number'].wrong,
  });
  const number = readAccountNumber(form, environment, faults);
  const type = parseAccountType(form.text('account-kind'));
  const fault = faultInConsent(form, around, faults);
  if (fault) faults.set('authorized', fault);
  if (!routingNumber || !number) return undefined;
  const { kind, holder } = type.ok ? type.value : usualAccountType;
  const name = form.text('account-name');
  return { kind: 'bank', number, account: { name, routingNumber, kind, holder } };
}

/** Consent is to the text that was shown, which is stored. */
function faultInConsent(form: Form, around: Context, { say }: Notes): string | undefined {
  if (form.text('authorized') === '') return say(slips.agree(takesCards(around, around.currency)));
  if (form.text('agreement') === markOf(around.agreement)) return undefined;
  return say(slips.otherWording);
}

const noAccountNumber = [
  'No es un número de cuenta. Revise los dígitos.',
  'Ce n’est pas un numéro de compte. Vérifiez les chiffres.',
] as const;

/** Asked for twice: a mistyped account number is noticed only days later. */
function readAccountNumber(
  form: Form,
  environment: Context['environment'],
  faults: Notes,
): AccountNumber | undefined {
  const number = read(form, 'account-number', faults, {
    missing: faults.texts['account-number'].missing,
    parse: (text) => parseAccountNumber(bare(text), environment),
    wrong: (flaw) => faults.say(flawText(flaw, noAccountNumber)),
  });
  if (number && !number.number.holds(bare(form.text('account-number-again')))) {
    faults.set('account-number-again', faults.texts['account-number-again'].wrong);
  }
  return number;
}

function readName(form: Form, field: 'name' | 'account-name', faults: Notes): string {
  return readText(form, field, faults, { ...faults.texts[field], longest: lengths.name });
}

/** The issuer compares it, so an impossible one would be declined. */
function readPostalCode(
  form: Form,
  { countryCode }: Pick<Context, 'countryCode'>,
  faults: Notes,
): string {
  const { missing, wrong } = faults.texts['postal-code'];
  const text = readText(form, 'postal-code', faults, { missing, longest: lengths.postalCode });
  const code = parsePostalCode(text, countryCode);
  if (code.ok) return code.value;
  if (!faults.has('postal-code')) faults.set('postal-code', wrong);
  return '';
}

function readText(
  form: Form,
  field: string,
  faults: Notes,
  { missing, longest }: { readonly missing: string; readonly longest: number },
): string {
  const text = form.text(field);
  if (text === '') faults.set(field, missing);
  const flaw = flawInLength(text, longest) ?? flawInText(text, { multiline: false });
  if (flaw) faults.set(field, faults.say(flawText(flaw)));
  if (holdsNumber(form, text)) faults.set(field, faults.say(slips.noNumberHere));
  return text;
}

function readEmail(form: Form, faults: Notes): string {
  const text = form.text('email');
  if (text === '') return '';
  const email = parseEmail(text);
  if (!email.ok) faults.set('email', faults.texts.email.wrong);
  if (holdsNumber(form, text)) faults.set('email', faults.say(slips.noNumberHere));
  return text.toLowerCase();
}

function readPhone(form: Form, faults: Notes): string {
  const text = form.text('phone').replaceAll(/[\s().-]/g, '');
  if (text === '') return '';
  const phone = parsePhone(text);
  if (phone.ok && textable(phone.value)) return phone.value;
  faults.set('phone', faults.texts.phone.wrong);
  return '';
}

function holdsNumber(form: Form, text: string): boolean {
  return (
    numbersIn(form).some((number) => maskKnown(number, text) !== text) || maskCards(text) !== text
  );
}

/** Without the separators of groups. */
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
