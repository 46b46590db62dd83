import { readHook } from '../ach/validation/hook.ts';
import { areRetryDays } from '../invoicing/subscriptions/dunning.ts';
import { currencies, parseCurrency } from '../kernel/currency.ts';
import { flaw, type Parsed, parsed } from '../kernel/parsed.ts';
import { parsePhone } from '../kernel/phone.ts';
import { Refusal } from '../kernel/refusal.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import { invoiceFields } from '../parties/businesses/invoice-fields.ts';
import { services } from '../parties/businesses/offering.ts';
import { setBusinessPhone } from '../parties/businesses/profile.ts';
import { setCurrency } from '../parties/businesses/set-currency.ts';
import { switchFor } from '../parties/businesses/switches.ts';
import {
  features,
  type Terms,
  usualFeatures,
  validationMethods,
} from '../parties/businesses/terms.ts';
import { changeType, listTypes, setType } from '../parties/businesses/types.ts';
import { changeTerms } from '../settlement/change-terms.ts';
import { ExpectedError } from './command.ts';
import { dataCommand } from './data-command.ts';
import { facts, money } from './layout.ts';
import { catalogue } from './list.ts';
import { businessWord } from './names.ts';
import {
  amount,
  line,
  listOrNone,
  oneOf,
  onOff,
  percent,
  timeOfDay,
  wholeNumber,
} from './values.ts';
import { type Options, option, positional, required } from './words.ts';

const typeId = wholeNumber(1, 999_999_999);
const fee = option('DOLLARS', amount(100_000n));
const feature = option('on|off', onOff);

const notRetryDays = flaw('malformed', 'must be growing numbers of days up to 60, such as 1,3,5,7');

function retryDays(text: string): Parsed<readonly number[]> {
  const days = text.split(',').map(Number);
  return areRetryDays(days) ? parsed(days) : notRetryDays;
}

const validations = ['none', ...validationMethods] as const;

const termWords = {
  business: businessWord,
  cardPercent: option('PERCENT', percent),
  cardFixed: fee,
  achFixed: fee,
  returnFee: fee,
  batchCutoff: option('HH:MM', timeOfDay),
  holdDays: option('N', wholeNumber(0, 30)),
  represents: feature,
  sameDay: feature,
  prenotes: feature,
  partialApprovals: feature,
  voidsWrongCode: feature,
  voidsWrongAddress: feature,
  payerCancels: feature,
  retryDays: option('N,N,...', retryDays),
  repeatMinutes: option('N', wholeNumber(0, 1440)),
  accountValidation: option(validations.join('|'), oneOf(validations)),
};

/** Only the given terms. */
function changesIn(given: Options<typeof termWords>): Partial<Terms> {
  const isOn = (word: 'on' | 'off' | undefined) => word && word === 'on';
  const changes = {
    cardFeeBps: given.cardPercent,
    cardFeeCents: given.cardFixed,
    achFeeCents: given.achFixed,
    returnFeeCents: given.returnFee,
    batchCutoff: given.batchCutoff,
    holdDays: given.holdDays,
    represents: isOn(given.represents),
    sameDay: isOn(given.sameDay),
    prenotes: isOn(given.prenotes),
    partialApprovals: isOn(given.partialApprovals),
    voidsWrongCode: isOn(given.voidsWrongCode),
    voidsWrongAddress: isOn(given.voidsWrongAddress),
    payerCancels: isOn(given.payerCancels),
    retryDays: given.retryDays,
    repeatMinutes: given.repeatMinutes,
    accountValidation: given.accountValidation,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

function textOf(terms: Terms): string {
  const word = (on: boolean) => (on ? 'on' : 'off');
  return facts({
    'card percent': money(BigInt(terms.cardFeeBps)),
    'card fixed': money(BigInt(terms.cardFeeCents)),
    'ach fixed': money(BigInt(terms.achFeeCents)),
    'return fee': money(BigInt(terms.returnFeeCents)),
    'batch cut-off': terms.batchCutoff,
    'hold days': terms.holdDays,
    represents: word(terms.represents),
    'same day': word(terms.sameDay),
    prenotes: word(terms.prenotes),
    'partial approvals': word(terms.partialApprovals),
    'voids wrong code': word(terms.voidsWrongCode),
    'voids wrong address': word(terms.voidsWrongAddress),
    'payer cancels': word(terms.payerCancels),
    'retry days': terms.retryDays.join(','),
    'repeat minutes': terms.repeatMinutes,
    'account validation': terms.accountValidation,
  });
}

/** Commands for the terms of a business: its own, or those of its type. */
export const businessTermCommands = {
  'business phone': dataCommand({
    doc: 'Changes the phone number of a business: on receipts and pages, and for calls to its messaging number.',
    words: { business: businessWord, phone: positional('NUMBER', parsePhone) },
    async work(world, { business, phone }, actor) {
      const { id } = business;
      const own = atClockOf(world, business);
      const { mobileNumber } = await setBusinessPhone(own, id, phone, actor).catch((error) => {
        if (!(error instanceof Refusal && error.code === 'wrong_state')) throw error;
        throw new ExpectedError(`business ${id} is closed: its calls are not forwarded any more`);
      });
      const called = mobileNumber ?? 'its messaging number, once it has one,';
      const text = `The phone of business ${id} is ${phone}. Calls to ${called} are forwarded there.`;
      return { data: { business: id, phone, mobileNumber }, text };
    },
  }),
  'business currency': dataCommand({
    doc:
      'Sets the currency in which a business charges from now on. What was made before keeps its own: payments, open ' +
      'invoices, plans and subscriptions. Bank accounts are debited in USD only, and cards need an account in the ' +
      'currency: see processor connect.',
    words: { business: businessWord, currency: positional(currencies.join('|'), parseCurrency) },
    async work(world, { business: { id: business }, currency }, actor) {
      await setCurrency(world, business, currency, actor);
      const text = `Business ${business} charges in ${currency}.`;
      return { data: { business, currency }, text };
    },
  }),
  'business limits': dataCommand({
    doc: 'Switches rate and velocity limits of a sandbox business on or off. A live business always has them.',
    words: { business: businessWord, limits: positional('on|off', onOff) },
    async work(world, { business: { id: business }, limits }, actor) {
      await switchFor(world, business, 'limits', { on: limits === 'on', actor });
      return {
        data: { business, limits },
        text: `Limits of business ${business} are ${limits}.`,
      };
    },
  }),
  'business secrets-in-url': dataCommand({
    doc: 'Allows or refuses card, bank and personal data in addresses (HTTP GET). SECRETS_IN_URL must allow it too.',
    words: { business: businessWord, secretsInUrl: positional('on|off', onOff) },
    async work(world, { business: { id: business }, secretsInUrl }, actor) {
      await switchFor(world, business, 'secretsInUrl', { on: secretsInUrl === 'on', actor });
      const text = `Secrets in addresses are ${secretsInUrl} for business ${business}.`;
      return { data: { business, secretsInUrl }, text };
    },
  }),
  'business terms': dataCommand({
    doc:
      'Shows the terms of a business and changes those that are given: the fee of a card payment, a bank payment and a ' +
      'returned one; the time of day in its own time zone at which its batches close; the banking days for which bank ' +
      'money is held; the days on which a declined subscription is charged again; whether payers may let one end with its period; the minutes for which an equal ' +
      'partial refund without Idempotency-Key counts as the same one, 0 for never; how a bank account is validated before ' +
      'its first online debit; and its features.',
    words: termWords,
    async work(world, options, actor) {
      const { business } = options;
      const changes = changesIn(options);
      if (changes.accountValidation === 'hook' && !(await readHook(world.db, business.id))) {
        throw new ExpectedError(
          `business ${business.id} has no validation service: see account-validation hook`,
        );
      }
      const terms =
        Object.keys(changes).length === 0
          ? business.terms
          : await changeTerms(atClockOf(world, business), business.id, changes, actor);
      return { data: { business: business.id, ...terms }, text: textOf(terms) };
    },
  }),
  'business type': dataCommand({
    doc:
      'Changes the type of a business. Its services, invoice fields and features follow within seconds. It is also ' +
      'that of new businesses directly below it which name none.',
    words: { business: businessWord, type: positional('N', typeId) },
    async work(world, { business: { id }, type }, actor) {
      const { before, after } = await changeType(world, id, type, actor);
      const text =
        before === after.id
          ? `Business ${id} was of type ${after.id} (${after.name}) already.`
          : `Business ${id} is of type ${after.id} (${after.name}) now.`;
      return { data: { business: id, before, type: after }, text };
    },
  }),
  'business-type list': catalogue({
    doc: 'Lists the types of business with their services, invoice fields and features',
    of: 'business types',
    filters: {},
    rows: async ({ db }) => await listTypes(db),
    columns: {
      id: 'id',
      name: 'name',
      services: (one) => one.services.join(','),
      'invoice fields': (one) => one.invoiceFields.join(','),
      features: (one) => one.features.join(','),
    },
  }),
  'business-type set': dataCommand({
    doc:
      'Creates or changes a type of business, for all its businesses within seconds: their services, what invoices and ' +
      'receipts show, and the features of businesses without terms of their own. "none" is an empty list. ' +
      `Services: ${services.join(', ')}. Invoice fields: ${invoiceFields.join(', ')}. ` +
      `Features: ${features.join(', ')}; ${usualFeatures.join(', ')} when left out.`,
    words: {
      id: positional('N', typeId),
      name: required('NAME', line(100)),
      services: required('a,b', listOrNone(services)),
      invoiceFields: required('a,b', listOrNone(invoiceFields)),
      features: option('a,b', listOrNone(features)),
    },
    async work(world, { id, name, features: given, ...offered }, actor) {
      const type = {
        id,
        name,
        services: offered.services,
        invoiceFields: offered.invoiceFields,
        features: given ?? [...usualFeatures],
      };
      const { isNew } = await setType(world, type, actor);
      const shown = facts({
        id,
        name,
        services: type.services.join(',') || 'none',
        'invoice fields': type.invoiceFields.join(',') || 'none',
        features: type.features.join(',') || 'none',
      });
      return { data: { ...type, isNew }, text: `${isNew ? 'Made' : 'Changed'}:\n${shown}` };
    },
  }),
} as const;
