import { currencies } from '../../../kernel/currency.ts';
import { languages } from '../../../kernel/language.ts';
import { Refusal } from '../../../kernel/refusal.ts';
import {
  type Business,
  businesses,
  businessStates,
  isAbove,
} from '../../../parties/businesses/business.ts';
import { secondsAhead } from '../../../parties/businesses/clock.ts';
import { type Profile, readProfile } from '../../../parties/businesses/profile.ts';
import { readBusiness } from '../../../parties/businesses/store.ts';
import { type Terms, validationMethods } from '../../../parties/businesses/terms.ts';
import type { Sql } from '../../../runtime/sql.ts';
import type { World } from '../../../world.ts';
import type { V1Call } from '../endpoint.ts';
import { columnIs, createdBetween } from '../filters.ts';
import type { Listing } from '../list.ts';
import {
  anything,
  bool,
  id,
  integer,
  list,
  moment,
  object,
  orNull,
  type TypeOf,
  text,
  word,
} from '../shape.ts';

const environments = ['sandbox', 'live'] as const;
const plainFields = {
  id: text('The business; the SalesSiteID of the other interfaces.'),
  parentId: orNull(text('The business above it.')),
  username: text('Goes with its API keys in the other interfaces.'),
  name: text('Its legal name.'),
  status: word('What it may do by now.', businessStates),
  environment: word('Live: it moves money.', environments),
  timeZone: text('Its days begin by it.'),
  currency: word('What it charges in where nothing names a currency.', currencies),
  typeId: text('Its type.'),
};
export const businessShape = object(
  { ...plainFields, createdAt: moment('When it was made.') },
  { name: 'Business' },
);

export const termFields = {
  cardFeeBps: integer('Of what is settled, in hundredths of a percent.', 0, 10_000),
  cardFeeCents: integer('For each card payment.', 0, 100_000),
  achFeeCents: integer('For each bank payment.', 0, 100_000),
  returnFeeCents: integer('For each bank payment that comes back.', 0, 100_000),
  holdDays: integer('Banking days for which the money of a bank payment is held.', 0, 30),
  represents: bool('True if a debit that came back for want of funds is sent again.'),
  sameDay: bool('True if bank payments go with the next file of the same day.'),
  prenotes: bool('True if a new bank account gets a prenote before it is debited.'),
  partialApprovals: bool('True if a card may pay a part of the amount.'),
  voidsWrongCode: bool('True if a charge with a wrong security code is declined.'),
  voidsWrongAddress: bool('True if a charge with a wrong address is declined.'),
  payerCancels: bool('True if payers may let a subscription end with its period, on their page.'),
  repeatMinutes: integer(
    'For how long an equal partial refund without Idempotency-Key is the same refund; 0: never.',
    0,
    1440,
  ),
};
export const termsShape = object(
  {
    ...termFields,
    batchCutoff: text('When its batches are closed, by its own clock: HH:MM.'),
    retryDays: list(
      integer('Days after the first.'),
      'On which days a declined period of a subscription is charged again.',
    ),
    accountValidation: word('How a bank account is validated before its first online debit.', [
      'none',
      ...validationMethods,
    ]),
  },
  { name: 'BusinessTerms' },
);

export const businessLanguage = word(
  'In which its pages, mails and texts speak to payers whose own language is not known; null: pages follow the browser, and ' +
    'all else is English.',
  languages,
);

export const wholeShape = object(
  {
    ...plainFields,
    clockAheadSeconds: integer('How far the time machine moved its clock on.', 0),
    services: list(text('One of them.'), 'What its type includes.'),
    email: orNull(text('Of the contact.')),
    phone: orNull(text('Of the contact.')),
    mobileNumber: orNull(text('The number that it texts from.')),
    language: orNull(businessLanguage),
    details: anything('What else was told of it, by the names of the other interfaces.'),
  },
  { name: 'BusinessDetails' },
);

type Row = Pick<
  Business,
  'id' | 'username' | 'name' | 'state' | 'environment' | 'timeZone' | 'currency' | 'typeId'
>;
function plainWire(row: Row, parentId: bigint | undefined) {
  return {
    id: String(row.id),
    parentId: parentId === undefined ? null : String(parentId),
    username: row.username,
    name: row.name,
    status: row.state,
    environment: row.environment,
    timeZone: row.timeZone,
    currency: row.currency,
    typeId: String(row.typeId),
  };
}

export function termsWire({ validationSince: _, ...terms }: Terms): TypeOf<typeof termsShape> {
  return terms;
}

export function wholeWire(
  business: Business,
  profile: Profile | undefined,
): TypeOf<typeof wholeShape> {
  return {
    ...plainWire(business, business.ancestors.at(-1)),
    clockAheadSeconds: secondsAhead(business),
    services: business.services,
    email: profile?.email || null,
    phone: profile?.phone || null,
    mobileNumber: profile?.mobileNumber ?? null,
    language: profile?.language ?? null,
    details: profile?.details ?? {},
  };
}

export async function businessView(sql: Sql, businessId: bigint) {
  const business = await readBusiness(sql, businessId);
  if (!business) throw new Refusal('not_found');
  return wholeWire(business, await readProfile(sql, businessId));
}

/** The business of a call, or one below it. */
export async function businessBelow(
  { db }: World,
  { business }: Pick<V1Call, 'business'>,
  businessId: string,
): Promise<Business> {
  const found = await readBusiness(db, BigInt(businessId));
  if (!found || !isAbove(business, found)) throw new Refusal('not_found');
  return found;
}

/** A condition for businesses `b`: the business of a call, and those below it. */
export function inTree({ business }: Pick<V1Call, 'business'>, $: (value: unknown) => string) {
  const own = $(business.id);
  return `(b.business_id = ${own} or ${own}::int8 = any (b.ancestors))`;
}

const rows = businesses.pick(
  'id',
  'parentId',
  'username',
  'name',
  'environment',
  'state',
  'timeZone',
  'createdAt',
  'typeId',
  'currency',
);
export const businessListing: Listing<(typeof rows)['fields'], TypeOf<typeof businessShape>> = {
  rows,
  select: rows.of('b'),
  from: 'businesses b',
  where: inTree,
  key: [{ sql: 'b.business_id', type: 'int8' }],
  filters: {
    status: columnIs('b.state', word('Its status.', businessStates)),
    environment: columnIs('b.environment', word('Where it lives.', environments)),
    parentId: columnIs('b.parent_id', id('The business directly above.')),
    ...createdBetween('b.created_at'),
  },
  search: {
    doc: 'its id or username, or a part of its name.',
    where: (q, $) => {
      const asText = $(q);
      const any = [
        `b.username = ${asText}`,
        `position(lower(${asText}) in lower(b.name)) > 0`,
        `b.business_id::text = ${asText}`,
      ];
      return any.join(' or ');
    },
  },
  item: businessShape,
  wire: (row) => ({ ...plainWire(row, row.parentId), createdAt: row.createdAt.toISOString() }),
};
