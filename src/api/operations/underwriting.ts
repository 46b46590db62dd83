import { flaw, parsed } from '../../kernel/parsed.ts';
import { ipAddress } from './business-fields.ts';
import {
  accountType,
  boolean,
  changed,
  country,
  type Field,
  freeText,
  money,
  optional,
  percentage,
  plain,
} from './fields.ts';
import type { Draft, Review } from './operation.ts';
import { wordOf } from './words.ts';

/** Optional facts for the decision on an application. */
export const underwritingParameters = {
  Tier: optional(freeText('Tier or plan that was chosen.', 'name')),
  OwnershipType: optional(
    wordOf('Legal form of the business.', {
      LLC: ['Limited Liability Company'],
      Corporation: ['Corp'],
      Partnership: [],
      'Sole Proprietor': ['Sole Proprietorship'],
      'Non-Profit': ['Non-Profit Organization'],
    }),
  ),
  AverageTicket: optional(money('Amount of a usual transaction.')),
  HighTicket: optional(money('Largest amount of a transaction; at least AverageTicket.')),
  CardMonthlyVolume: optional(volume('Total card payments in a usual month.')),
  MccCode: optional(categoryCode('Merchant category code.')),
  BusinessDescription: optional(
    freeText('Goods or services that the business sells.', 'description', { multiline: true }),
  ),
  SwipedPercent: optional(share('with the card present')),
  KeyedPercent: optional(share('with the card number keyed in')),
  EcommercePercent: optional(share('on the web')),
  OwnerTitle: optional(freeText("The owner's title.", 'name')),
  OwnershipPercent: optional(percentage('Percentage of the business that the owner has.')),
  IsOwnerController: changed(boolean('Whether the owner controls the business.', false)),
  IsOwnerSigner: changed(boolean('Whether the owner signs for the business.', false)),
  OwnerAddressCountryCode: optional(country("Country of the owner's address.")),
  BusinessAddressCountryCode: optional(country("Country of the business's address.")),
  AccountType: optional(
    accountType(
      'Type of the bank account that deposits go to: Checking or Savings, also with Personal or Business before it; ' +
        'checking when it is blank.',
    ),
  ),
  IPAddress: optional(
    ipAddress('IP address, version 4 or 6, that the merchant signed the application from.'),
  ),
};

const shares = ['SwipedPercent', 'KeyedPercent', 'EcommercePercent'] as const;
const whole = 10_000n;

const notWhole = flaw('contradictory', 'must add up to 100 with the other percentages of sales');
const moreThanWhole = flaw(
  'contradictory',
  'must add up to at most 100 with the other percentages of sales',
);
const belowAverage = flaw('contradictory', 'must be at least AverageTicket');

/** Generated clients send zeros for empty numbers: a zero contradicts nothing. */
export function reviewUnderwriting(
  p: Draft<typeof underwritingParameters>,
  { sent, note }: Review,
): void {
  const { AverageTicket: average, HighTicket: high } = p;
  if (average && high && high < average) note('HighTicket', belowAverage);

  const sentNames = shares.filter(sent);
  const values = sentNames.map((name) => p[name]);
  if (!values.every((value) => value !== undefined)) return;
  const sum = values.reduce<bigint>((total, value) => total + (value ?? 0n), 0n);
  // An omitted one may be the rest to 100.
  const areAllSent = sentNames.length === shares.length;
  const flawed = areAllSent ? sum !== 0n && sum !== whole : sum > whole;
  if (flawed) for (const name of sentNames) note(name, areAllSent ? notWhole : moreThanWhole);
}

function share(how: string): Field<bigint> {
  return percentage(
    `Percentage of sales ${how}. The three percentages of sales add up to 100; where not all are sent, to at most 100.`,
  );
}

const notACategory = flaw('malformed', 'must be a merchant category code of 4 digits');

function categoryCode(doc: string): Field<string> {
  return plain(doc, { type: 'string', pattern: '^[0-9]{4}$' }, (text) =>
    /^\d{4}$/.test(text) ? parsed(text) : notACategory,
  );
}

const notAVolume = flaw(
  'malformed',
  'must be an amount of up to 12 digits with at most two decimals, for example 25000',
);

/** The limit of a sum of payments may exceed the limit of one payment. */
function volume(doc: string): Field<bigint> {
  const pattern = '^[0-9]{1,12}(\\.[0-9]{1,2})?$';
  return plain(doc, { type: 'string', pattern, examples: ['25000'] }, (text) => {
    const [, dollars, cents = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
    return dollars === undefined ? notAVolume : parsed(BigInt(dollars + cents.padEnd(2, '0')));
  });
}
