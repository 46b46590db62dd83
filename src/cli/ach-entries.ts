import { type Entry, type EntryState, entryMoves, isMicro } from '../ach/entry.ts';
import { listEntries, listReturned } from '../ach/entry-store.ts';
import { returnRule } from '../ach/return-codes.ts';
import { returnByHand } from '../ach/returns/apply-by-hand.ts';
import { representByHand } from '../ach/returns/represent-by-hand.ts';
import { bpsOf, mostBps, ratedDays, returnRates } from '../ach/returns/returned-rates.ts';
import { dayMs } from '../kernel/duration.ts';
import { parseAmountToPay } from '../kernel/money.ts';
import { flaw, type Parsed, parsed } from '../kernel/parsed.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import { ExpectedError } from './command.ts';
import { dataCommand } from './data-command.ts';
import { type Columns, money, nameOf } from './layout.ts';
import { catalogue, list } from './list.ts';
import { object, ofAnyBusiness, ofBusiness, worldOf } from './names.ts';
import { oneOf, reason, wholeNumber } from './values.ts';
import { option, required } from './words.ts';

export const entryColumns: Columns<Entry> = {
  entry: (one) => nameOf(one),
  kind: 'kind',
  state: 'state',
  // A person who knows the amounts of micro-deposits can confirm an account.
  cents: (one) => (isMicro(one) ? undefined : one.amountCents),
  payment: 'paymentId',
  account: (one) => `${one.accountKind} …${one.last4}`,
  trace: 'traceNumber',
  effective: 'effectiveOn',
  due: 'nextAt',
  returned: 'returnCode',
};

/** Without the holder of the account and the place of its number. */
export function entryJson({ holder, numberOwner, effectiveOn, ...entry }: Entry) {
  const amountCents = isMicro(entry) ? undefined : entry.amountCents;
  return { ...entry, amountCents, effectiveOn: effectiveOn?.toString() };
}

const notACode = flaw('malformed', 'must be the code of a return, as in R33');

function returnCode(text: string): Parsed<string> {
  return /^R\d\d$/.test(text) ? parsed(text) : notACode;
}

const notBooked = {
  again: 'it is already',
  stored: 'it came back before, for another reason',
  not_yet: 'its file is just being sent',
} as const;

const shares = ['returned', 'administrative', 'unauthorized'] as const;
type Share = (typeof shares)[number];
type Rates = Awaited<ReturnType<typeof returnRates>>[number];

const isTooMuch = (rate: Rates, share: Share) => bpsOf(rate[share], rate) > mostBps[share];

function rateCell(rate: Rates, share: Share): string {
  const percent = (bpsOf(rate[share], rate) / 100).toFixed(2);
  return `${rate[share]} (${percent}%)${isTooMuch(rate, share) ? ' !' : ''}`;
}

export const achEntryCommands = {
  'ach entries': list({
    doc: 'Lists the bank transfers of a business',
    of: 'bank transfers',
    filters: {
      business: ofBusiness,
      state: option('STATE', oneOf(Object.keys(entryMoves) as EntryState[])),
    },
    rows: async ({ db }, { business, state, before, limit }) =>
      await listEntries(db, business.id, { state, limit, before: before?.id }),
    columns: entryColumns,
    json: (entries) => entries.map(entryJson),
  }),
  'ach returns': list({
    doc: 'Lists the bank transfers that came back to a business in the last 60 days, or --days',
    of: 'returned bank transfers',
    filters: {
      business: ofBusiness,
      days: option('N', wholeNumber(1, 3650)),
    },
    async rows(world, { business, days = 60, before, limit }) {
      const now = atClockOf(world, business).now();
      const since = new Date(now.getTime() - days * dayMs);
      const entries = await listReturned(world.db, business.id, since, limit, before?.id);
      return entries.map((entry) => ({
        entry: nameOf(entry),
        kind: entry.kind,
        state: entry.state,
        paymentId: entry.paymentId,
        amountCents: isMicro(entry) ? undefined : entry.amountCents,
        presentment: entry.presentment,
        code: entry.returnCode,
        says: returnRule(entry.returnCode ?? '').title,
        returnedAt: entry.returnedAt,
      }));
    },
    columns: {
      entry: 'entry',
      kind: 'kind',
      payment: 'paymentId',
      amount: (one) => (one.amountCents === undefined ? undefined : money(one.amountCents)),
      time: 'presentment',
      code: 'code',
      returned: 'returnedAt',
      why: (one) => (one.state === 'late_returned' ? `${one.says} (late)` : one.says),
    },
  }),
  'ach return': dataCommand({
    doc: 'Books that a bank transfer came back: for a code that is not booked by itself, or a return that no file contains.',
    words: {
      entry: object,
      code: required('CODE', returnCode),
      reason: required('TEXT', reason),
    },
    async work(world, { entry, code, reason: why }, actor) {
      const own = await worldOf(world, entry);
      const result = await returnByHand(own, { ...entry, code, actor, reason: why });
      const name = nameOf(entry);
      if (result === undefined) throw new ExpectedError(`there is no entry ${name}`);
      if (result === 'applied') {
        return {
          data: { entry: name, code },
          text: `Entry ${name} is booked as returned: ${code}.`,
        };
      }
      const refused = typeof result === 'object' ? result.stranger : notBooked[result];
      throw new ExpectedError(`entry ${name} is not booked as returned: ${refused}`);
    },
  }),
  'ach rates': catalogue({
    doc: `Shows the share of bank debits that came back to each business in ${ratedDays} days; ! is above the limit of the network`,
    of: 'bank debits',
    filters: { business: ofAnyBusiness },
    async rows(world, { business }) {
      const { now } = business ? atClockOf(world, business) : world;
      const since = new Date(now().getTime() - ratedDays * dayMs);
      return await returnRates(world.db, since, business?.id);
    },
    columns: {
      business: 'businessId',
      debits: 'debits',
      returned: (one) => rateCell(one, 'returned'),
      administrative: (one) => rateCell(one, 'administrative'),
      unauthorized: (one) => rateCell(one, 'unauthorized'),
    },
    json: (rates) =>
      rates.map((rate) => ({
        ...rate,
        ...Object.fromEntries(shares.map((share) => [`${share}Bps`, bpsOf(rate[share], rate)])),
        isTooMuch: shares.filter((share) => isTooMuch(rate, share)),
      })),
  }),
  'ach represent': dataCommand({
    doc: 'Sends a returned debit again. After a return for want of funds its amount stays; --amount corrects it where the bank asks for that.',
    words: { entry: object, amount: option('AMOUNT', parseAmountToPay) },
    async work(world, { entry, amount: amountCents }, actor) {
      const own = await worldOf(world, entry);
      const name = nameOf(entry);
      const again = await representByHand(own, { ...entry, amountCents, actor });
      if ('refused' in again) {
        throw new ExpectedError(`entry ${name} is not sent again: ${again.refused}`);
      }
      const { presentment, nextAt } = again;
      return {
        data: { entry: name, presentment, nextAt },
        text: `Entry ${name} goes with the file that is made at ${nextAt.toISOString()}.`,
      };
    },
  }),
} as const;
