export type CardBrand = keyof typeof lengthsOf;

/** The lengths of a brand's numbers. */
const lengthsOf = {
  visa: [13, 16, 19],
  mastercard: [16],
  amex: [15],
  discover: [16, 17, 18, 19],
  jcb: [16, 17, 18, 19],
  diners: [14, 15, 16, 17, 18, 19],
  unionpay: [16, 17, 18, 19],
  unknown: [12, 13, 14, 15, 16, 17, 18, 19],
} as const;

export const cardBrands = Object.keys(lengthsOf) as readonly CardBrand[];

/** First and last issuer number of each range, six digits wide. No two rows overlap. */
const ranges: readonly (readonly [from: number, to: number, brand: CardBrand])[] = [
  [400000, 499999, 'visa'],
  [510000, 559999, 'mastercard'],
  [222100, 272099, 'mastercard'],
  [340000, 349999, 'amex'],
  [370000, 379999, 'amex'],
  [601100, 601199, 'discover'],
  [644000, 659999, 'discover'],
  [300000, 305999, 'diners'],
  [309500, 309599, 'diners'],
  [360000, 369999, 'diners'],
  [380000, 399999, 'diners'],
  [352800, 358999, 'jcb'],
  // JCB's older ranges, around one of Diners; they contain a widely published test number.
  [308800, 309499, 'jcb'],
  [309600, 310299, 'jcb'],
  [311200, 312099, 'jcb'],
  [315800, 315999, 'jcb'],
  [333700, 334999, 'jcb'],
  // 622126–622925 is also routed over Discover's network in the US; the card shows UnionPay.
  [620000, 629999, 'unionpay'],
  [810000, 819999, 'unionpay'],
];

/** Reads the brand from a number of at least six digits; `unknown` when no range holds it. */
export function cardBrand(digits: string): CardBrand {
  const issuer = Number(digits.slice(0, 6));
  for (const [from, to, brand] of ranges) {
    if (issuer >= from && issuer <= to) return brand;
  }
  return 'unknown';
}

export function brandHasLength(brand: CardBrand, length: number): boolean {
  const lengths: readonly number[] = lengthsOf[brand];
  return lengths.includes(length);
}

export function isOfKnownBrand(digits: string): boolean {
  const brand = cardBrand(digits);
  return brand !== 'unknown' && brandHasLength(brand, digits.length);
}
