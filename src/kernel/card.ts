import { brandHasLength, type CardBrand, cardBrand } from './card-brand.ts';
import { allDigits, allSameDigit, luhnValid } from './digits.ts';
import { flaw, type Parsed, parsed } from './parsed.ts';
import { Secret } from './secret.ts';

/** A card number, and the part of it that may be shown. */
export type CardNumber = {
  readonly number: Secret;
  readonly brand: CardBrand;
  readonly first6: string;
  readonly last4: string;
};

/** `year` has four digits. A card is good until the end of this month. */
export type Expiry = { readonly month: number; readonly year: number };

const notDigits = flaw('malformed', 'must be a card number of 12 to 19 digits without spaces');
const notACard = flaw('invalid', 'must be a valid card number');
const notAMonth = flaw('malformed', 'must be a month of two digits, 01 to 12');
const notAYear = flaw('malformed', 'must be a year of two digits');
const notADate = flaw('malformed', 'must be a date as MMYY, for example 0931');
const expired = flaw('expired', 'must not lie in the past: the card has expired');
const tooFarAhead = flaw('too_large', 'must not lie more than 20 years ahead');
const notThreeDigits = flaw('malformed', 'must have 3 digits');
const notFourDigits = flaw('malformed', 'must have 4 digits');
const notThreeOrFourDigits = flaw('malformed', 'must have 3 or 4 digits');

export function parseCardNumber(text: string): Parsed<CardNumber> {
  if (text.length < 12 || text.length > 19 || !allDigits(text)) return notDigits;
  const brand = cardBrand(text);
  if (!brandHasLength(brand, text.length) || !luhnValid(text) || allSameDigit(text)) {
    return notACard;
  }
  const number = new Secret(text);
  return parsed({ number, brand, first6: text.slice(0, 6), last4: text.slice(-4) });
}

/** "01" and, since a JSON number has no leading zero, "1". */
export function parseExpiryMonth(text: string): Parsed<number> {
  if (text.length > 2 || !allDigits(text)) return notAMonth;
  const month = Number(text);
  return month >= 1 && month <= 12 ? parsed(month) : notAMonth;
}

/** Two digits, or the four of this century. */
export function parseExpiryYear(text: string): Parsed<number> {
  if (text.length !== 2 && !(text.length === 4 && text.startsWith('20'))) return notAYear;
  if (!allDigits(text)) return notAYear;
  return parsed(text.length === 2 ? 2000 + Number(text) : Number(text));
}

/** Month and year in one field: "0931", or as printed on cards "09/31". */
export function parseExpiryDate(text: string): Parsed<Expiry> {
  const [, monthText = '', yearText = ''] = /^(\d{2})\/?(\d{2}|\d{4})$/.exec(text) ?? [];
  const month = parseExpiryMonth(monthText);
  const year = parseExpiryYear(yearText);
  return month.ok && year.ok ? parsed({ month: month.value, year: year.value }) : notADate;
}

/**
 * When a card counts as expired: it is valid through the last day of its month, in the time zone of the business. This
 * checks dates that are sent, and announces the end of saved cards. A saved card that has expired is charged all the
 * same, and its processor declines it.
 */
export function isCardExpired(expiry: Expiry, today: Temporal.PlainDate): boolean {
  return monthsLeft(expiry, today) < 0;
}

function monthsLeft({ year, month }: Expiry, today: Temporal.PlainDate): number {
  return (year - today.year) * 12 + month - today.month;
}

/** The flaw belongs to the year: a month by itself is never past. */
export function checkExpiry(expiry: Expiry, today: Temporal.PlainDate): Parsed<Expiry> {
  if (isCardExpired(expiry, today)) return expired;
  return monthsLeft(expiry, today) > 20 * 12 ? tooFarAhead : parsed(expiry);
}

/** The length depends on the brand; for unknown brands both lengths are accepted. */
export function parseCvv(text: string, brand: CardBrand): Parsed<Secret> {
  const { length } = text;
  const digits = length <= 4 && allDigits(text);
  if (brand === 'unknown') {
    return digits && (length === 3 || length === 4)
      ? parsed(new Secret(text))
      : notThreeOrFourDigits;
  }
  if (brand === 'amex') {
    return digits && length === 4 ? parsed(new Secret(text)) : notFourDigits;
  }
  return digits && length === 3 ? parsed(new Secret(text)) : notThreeDigits;
}
