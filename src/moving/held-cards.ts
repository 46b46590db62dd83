import { parseCardNumber } from '../kernel/card.ts';
import { type CardBrand, cardBrands } from '../kernel/card-brand.ts';
import { flawInLength } from '../kernel/lengths.ts';
import { flaw, type Parsed, parsed } from '../kernel/parsed.ts';
import { Secret } from '../kernel/secret.ts';
import { flawInText } from '../kernel/text.ts';
import type { Business } from '../parties/businesses/business.ts';
import { readAccount } from '../payments/accounts/account.ts';
import { processorOf } from '../payments/accounts/open-account.ts';
import type { HeldCard } from '../payments/source.ts';
import type { World } from '../world.ts';

/** The columns of a row for a card that a gateway stores. */
export type HeldRow = {
  readonly kind: 'card' | 'bank';
  readonly number: object | undefined;
  readonly processorToken: Secret;
  /** The account; undefined: that to which the business sends cards. */
  readonly processor: string | undefined;
  readonly brand: string | undefined;
  readonly last4: string | undefined;
  readonly expiryMonth: number | undefined;
  readonly expiryYear: number | undefined;
  readonly holder: string;
  readonly address: string;
  readonly postalCode: string;
};

/** The card of a row, or why it is refused. `judge`: why an account cannot charge by tokens. */
export async function heldCardOf(
  row: HeldRow,
  business: Business,
  judge: (account: string) => Promise<string | undefined>,
): Promise<HeldCard | string> {
  if (row.kind === 'bank') return 'processorToken is of cards only';
  if (row.number) return 'number and processorToken are both there: one of them is too much';
  const account = row.processor ?? business.cardAccounts[business.currency];
  if (account === undefined)
    return 'processorToken cannot be charged: the business has no account at a gateway, and the simulated bank charges by number';
  const against = await judge(account);
  if (against !== undefined) return against;
  const { processorToken: name, expiryMonth: month, expiryYear: year } = row;
  if (month === undefined || year === undefined) return 'expiryMonth and expiryYear are missing';
  const brand = brandOf(row.brand);
  if (!brand) return `brand must be one of: ${cardBrands.join(', ')}`;
  const { last4, holder, address, postalCode } = row;
  if (last4 === undefined || !/^\d{4}$/.test(last4)) return 'last4 must have 4 digits';
  return {
    account,
    name,
    brand,
    last4,
    expiry: { month, year },
    holder,
    address,
    postalCode,
  };
}

/** Tells if an account charges by tokens of its gateway; asked once for each account of a file. */
export function accountJudge(
  world: World,
  { id: businessId }: Business,
): (account: string) => Promise<string | undefined> {
  const verdicts = new Map<string, Promise<string | undefined>>();
  return (name) => {
    const known = verdicts.get(name) ?? judge(name);
    verdicts.set(name, known);
    return known;
  };

  async function judge(name: string): Promise<string | undefined> {
    if (world.processors.has(name))
      return `processorToken cannot be charged: ${name} charges by number`;
    const account = await readAccount(world.db, { businessId, name });
    if (!account) return 'processor is no account of this business';
    const { can } = await processorOf(world, { businessId, processor: name });
    if (can.tokens) return undefined;
    return `processorToken cannot be charged: ${account.processor}, where the account ${name} is, charges by number`;
  }
}

const isANumber = flaw('card_number', 'must not be a card number');

/** A gateway's token may look like a card number, but one of no brand. */
export function nameAtGateway(text: string): Parsed<Secret> {
  const number = parseCardNumber(text);
  if (number.ok && number.value.brand !== 'unknown') return isANumber;
  const against = flawInText(text, { multiline: false }) ?? flawInLength(text, 200);
  return against ?? parsed(new Secret(text));
}

function brandOf(text: string | undefined): CardBrand | undefined {
  return cardBrands.find((brand) => brand === text?.toLowerCase());
}
