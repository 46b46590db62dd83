import { mixedAreaCodes, ranges } from './ranges.ts';

export const phoneTypes = ['mobile', 'landline', 'voip', 'tollfree', 'premium', 'unknown'] as const;
export type PhoneType = (typeof phoneTypes)[number];

export type PhoneFacts = { readonly type: PhoneType; readonly carrier: string | undefined };

/** In service; 822 and the rest of the 88Xs are kept for later. */
export const tollFreeAreaCodes = ['800', '833', '844', '855', '866', '877', '888'];
export const premiumAreaCode = '900';
/** Pay-per-call in every area code of the United States and Canada, and nothing else there. */
export const premiumExchange = '976';

/**
 * The facts that the numbering plan itself gives with certainty. Most numbers of the United States and Canada are
 * `unknown`: lines and mobiles share their ranges, and numbers move with their owners. No plan names a number's carrier
 * of today, so only the sandbox's test numbers have a carrier.
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

/** True if it has the shape of a phone number. */
export function isPhoneNumber(number: string): boolean {
  return couldExist.test(number);
}

/** False for numbers that cannot be assigned: carriers are not asked about them. */
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

type TestRange = PhoneFacts & { readonly from: string; readonly to: string };

/**
 * Numbers that are never assigned, one range for each kind of phone in the sandbox: the last four digits after the
 * exchange 555, under any area code.
 */
export const testRanges: readonly TestRange[] = [
  { from: '0100', to: '0109', type: 'mobile', carrier: 'Sandbox Wireless' },
  { from: '0110', to: '0119', type: 'landline', carrier: 'Sandbox Telephone' },
  { from: '0120', to: '0129', type: 'voip', carrier: 'Sandbox Voice' },
  { from: '0130', to: '0139', type: 'tollfree', carrier: undefined },
  { from: '0140', to: '0149', type: 'premium', carrier: undefined },
];

function testNumber(number: string): PhoneFacts | undefined {
  const line = number.slice(6);
  const range = testRanges.find(({ from, to }) => from <= line && line <= to);
  return range && { type: range.type, carrier: range.carrier };
}
