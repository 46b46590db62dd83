import { addressBucket, bitsOf4 } from '../../../kernel/ip-address.ts';

/*
 * Tries are counted by who makes them: the API user, or on a pay page its link, the network of the browser, and all
 * pages of the business together.
 */
export const suspectKinds = ['caller', 'link', 'network', 'pages'] as const;
export type SuspectKind = (typeof suspectKinds)[number];

export type Suspect = {
  /** Unique, and typed by people: `caller:100002`, `link:100002/17`, `network:203.0.113.0/24`. */
  readonly name: string;
  readonly kind: SuspectKind;
  /** 0 for a network: it tries cards at any business. */
  readonly businessId: bigint;
  /** The id of the business, the link or the network. */
  readonly objectId: bigint;
};

/** Identifies the payer who tries a card, and verifies the proof of work from the browser. */
export type Tester = {
  readonly suspects: readonly Suspect[];
  /** Spends the proof that came with the request; false if there is none. Undefined for callers that cannot prove. */
  readonly prove?: () => Promise<boolean>;
};

export function callerSuspect(businessId: bigint): Suspect {
  return { name: `caller:${businessId}`, kind: 'caller', businessId, objectId: businessId };
}

/** All that a try on a pay page is counted for. */
export function pageSuspects(
  link: { readonly businessId: bigint; readonly id: bigint },
  address: string,
): Suspect[] {
  const { businessId, id } = link;
  return [
    { name: `link:${businessId}/${id}`, kind: 'link', businessId, objectId: id },
    networkSuspect(address),
    { name: `pages:${businessId}`, kind: 'pages', businessId, objectId: businessId },
  ];
}

/** The /24 of an IPv4 address, the /64 of an IPv6 address; any other text is a network of its own. */
function networkSuspect(address: string): Suspect {
  const bucket = addressBucket(address);
  const [, first24] = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(bucket) ?? [];
  const name = first24 === undefined ? bucket : `${first24}.0/24`;
  return {
    name: `network:${name.slice(0, 80)}`,
    kind: 'network',
    businessId: 0n,
    objectId: first24 === undefined ? idOf6(bucket) : bitsOf4(`${first24}.0`),
  };
}

function idOf6(bucket: string): bigint {
  const [, prefix] = /^([\da-f]{16})\/64$/.exec(bucket) ?? [];
  return prefix === undefined ? 0n : BigInt.asIntN(64, BigInt(`0x${prefix}`));
}
