import { mixedAreaCodes, ranges } from './ranges.ts';
import { testNumber } from './test-numbers.ts';

export const phoneTypes = ['mobile', 'landline', 'voip', 'tollfree', 'premium', 'unknown'] as const;
export type PhoneType = (typeof phoneTypes)[number];

export type PhoneFacts = { readonly type: PhoneType; readonly carrier: string | undefined };

/** In service; 822 and the rest of the 88Xs are kept for later. */
export const tollFreeAreaCodes = ['800', '833', '844', '855', '866', '877', '888'];
export const premiumAreaCode = '900';
/** Pay-per-call in every area code of the United States and Canada, and nothing else there. */
export const premiumExchange = '976';

/**
 * What the numbering plan itself says of a number with certainty. Most numbers of the United States and
 * Canada are `unknown`: lines and mobiles share their ranges, and numbers move with their owners. Who
 * carries a number today no plan says, so that only the sandbox's test numbers have a carrier.
 */
export function phoneType(number: string, environment: 'sandbox' | 'live'): PhoneFacts {
  if (!couldExist.test(number)) return fact.unknown;
  const areaCode = number.slice(0, 3);
  const exchange = number.slice(3, 6);
  if (tollFreeAreaCodes.includes(areaCode)) return fact.tollfree;
  if (areaCode === premiumAreaCode) return fact.premium;
  if (isFictitious(number)) {
    return (environment === 'sandbox' ? testNumber(number) : undefined) ?? fact.unknown;
  }
  if (exchange === premiumExchange && mixed.has(areaCode)) return fact.premium;
  const type = byPrefix.get(number.slice(0, 7)) ?? byPrefix.get(number.slice(0, 6));
  return fact[type ?? 'unknown'];
}

/** Whether somebody could have it: what nobody can, no carrier is asked about. */
export function mayBeInService(number: string): boolean {
  return couldExist.test(number) && !isFictitious(number);
}

const couldExist = /^[2-9]\d\d[2-9]\d{6}$/;

/** Kept for films and documents under every area code: 555-0100 to 555-0199. */
function isFictitious(number: string): boolean {
  return number.startsWith('55501', 3);
}

const fact = Object.fromEntries(
  phoneTypes.map((type) => [type, Object.freeze({ type, carrier: undefined })]),
) as Readonly<Record<PhoneType, PhoneFacts>>;

const mixed: ReadonlySet<string> = new Set(
  [mixedAreaCodes.us, mixedAreaCodes.ca].flat().flatMap((line) => line.split(' ')),
);

const byPrefix: ReadonlyMap<string, PhoneType> = new Map(
  ranges.flatMap(([, areaCode, type, exchanges]) =>
    exchanges.split(' ').flatMap((run) => prefixes(areaCode, run).map((p) => [p, type] as const)),
  ),
);

/** 460-463 under 268 is 268460, 268461, 268462, 268463. */
function prefixes(areaCode: string, run: string): string[] {
  const [first, last = first] = run.split('-').map(Number) as [number, number?];
  return Array.from({ length: last - first + 1 }, (_, step) => `${areaCode}${first + step}`);
}
