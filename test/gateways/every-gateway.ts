import {
  openAuthorizeNetDouble,
  openElavonDouble,
  openHelcimDouble,
  openNmiDouble,
  openStripeDouble,
} from '#sandbox';
import type { ByHand } from '../../packages/sandbox/src/gateways/by-hand.ts';
import type { GatewayFault } from '../../packages/sandbox/src/gateways/faults.ts';
import type { GatewayName } from '../../src/kernel/gateway-names.ts';
import { partsOfReference } from '../../src/payments/payment.ts';

/* Each gateway as a test of all of them needs it: its double for a live account, and what is particular to it. */

export type Double = {
  readonly url: string;
  readonly script: (reference: string, fault: GatewayFault) => void;
  readonly journal: () => string;
  readonly close: () => void;
};

/** One at which a test may be a payer who disputes a charge, or a person in the portal, where that is told of. */
type Watched = Double & {
  readonly disputes?: (charge: { reference: string; processorId: string }) => void;
  readonly byHand?: ByHand;
  /** What faults call the next capture or void of a charge, where it comes without a reference of ours. */
  readonly callNext?: (kind: 'capture' | 'void', chargeId: string, reference: string) => void;
};

export type EveryGateway = {
  readonly name: GatewayName;
  readonly key: string;
  readonly merchant?: string;
  open(now: () => Date): Promise<Watched>;
  /** A code with which the issuer declines. */
  readonly decline: string;
  /** A code that says nothing certain, whatever becomes of the request. */
  readonly doubt: string;
  /** True if only what was settled is refunded. */
  readonly refundsSettledOnly?: true;
  /** True if no token of its own is made of a card that is stored with a charge. */
  readonly chargesByNumber?: true;
  /** True if a charge that is not found is never proved absent. */
  readonly neverProvesAbsence?: true;
};

// Nobody waits for the next drop: whoever asked gives up first.
const sleep = () => new Promise<void>(() => {});
const key = 'Canary8Jk2PqLm4R';
const loginId = 'exampleLog1';
const user = { merchantId: '0012345', userId: 'quittance' };
const liveKey = ['sk', 'live', 'Canary51HxY'].join('_');

export const everyGateway: readonly EveryGateway[] = [
  {
    name: 'nmi',
    key,
    open: (now) => openNmiDouble({ now, sleep, securityKey: key, isTestMode: false }),
    decline: '202',
    doubt: '420',
  },
  {
    name: 'authorize-net',
    key,
    merchant: loginId,
    async open(now) {
      const double = await openAuthorizeNetDouble({ now, sleep, loginId, transactionKey: key });
      return {
        ...double,
        disputes: ({ processorId }) => double.dispute(processorId, { status: 'chargeback' }),
      };
    },
    decline: '2',
    doubt: '120',
    refundsSettledOnly: true,
  },
  {
    name: 'elavon',
    key,
    merchant: `${user.merchantId}:${user.userId}`,
    open: (now) => openElavonDouble({ now, sleep, ...user, pin: key, isTestMode: false }),
    decline: 'DECLINED: NSF',
    doubt: '6006',
  },
  {
    name: 'helcim',
    key,
    open: (now) => openHelcimDouble({ now, sleep, apiToken: key, refusesDuplicates: false }),
    decline: 'Do Not Honor',
    doubt: '503',
    refundsSettledOnly: true,
    neverProvesAbsence: true,
    chargesByNumber: true,
  },
  {
    name: 'stripe',
    key: liveKey,
    async open(now) {
      const double = await openStripeDouble({ now, sleep, secretKey: liveKey });
      const facts = { status: 'needs_response', reason: 'fraudulent', reasonCode: '10.4' };
      return { ...double, disputes: ({ reference }) => double.dispute(reference, facts) };
    },
    decline: 'generic_decline',
    doubt: '500',
  },
];

type Line = {
  readonly event: string;
  readonly type: string;
  readonly reference: string;
  readonly transactionId: string;
  readonly of?: string;
  readonly cents: string;
};

/** What the gateway took and kept, by the payment: sales and captures, less what followed them. */
export function keptAt({ journal }: Pick<Double, 'journal'>): Map<bigint, bigint> {
  const lines = journal().split('\n');
  const all = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
  /** The charge that each transaction belongs to. */
  const charges = new Map<string, Charge>();
  for (const { event, type, reference, transactionId, of = '', cents } of all) {
    if (event !== 'approved' && event !== 'undone') continue;
    const charge = charges.get(of) ?? charges.get(transactionId) ?? newCharge(reference);
    charges.set(transactionId, charge);
    if (type === 'sale' || type === 'capture') charge.kept += BigInt(cents);
    if (type === 'refund') charge.kept -= BigInt(cents);
    if (type === 'void') charge.kept = 0n;
  }
  const kept = new Map<bigint, bigint>();
  for (const { payment, kept: cents } of new Set(charges.values()))
    kept.set(payment, (kept.get(payment) ?? 0n) + cents);
  return kept;
}

type Charge = { readonly payment: bigint; kept: bigint };

function newCharge(reference: string): Charge {
  const parts = partsOfReference(reference);
  if (!parts) throw new Error(`${reference} is no reference of ours`);
  return { payment: parts.paymentId, kept: 0n };
}
