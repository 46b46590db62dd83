import type { Currency } from '../../kernel/currency.ts';
import type { GatewayName } from '../../kernel/gateway-names.ts';
import type { Secret } from '../../kernel/secret.ts';
import { type HttpCall, type HttpCallOptions, httpCall } from '../../runtime/http-out/http-call.ts';
import { authorizeNetTrial } from './authorize-net/assumptions.ts';
import { authorizeNet } from './authorize-net/authorize-net.ts';
import { authorizeNetShows } from './authorize-net/shows.ts';
import { withBreaker } from './circuit-breaker.ts';
import { type Conversation, conversationsWith } from './conversations.ts';
import { elavonTrial } from './elavon/assumptions.ts';
import { readUser } from './elavon/desk.ts';
import { elavon } from './elavon/elavon.ts';
import { elavonShows } from './elavon/shows.ts';
import { helcimTrial } from './helcim/assumptions.ts';
import { helcim, helcimPace } from './helcim/helcim.ts';
import { helcimShows } from './helcim/shows.ts';
import { nmiTrial } from './nmi/assumptions.ts';
import { nmi } from './nmi/nmi.ts';
import { nmiShows } from './nmi/shows.ts';
import { pacedCall } from './pacing.ts';
import type { AccountCheck, Processor } from './processor.ts';
import type { Pace } from './request-terms.ts';
import { stripeTrial } from './stripe/assumptions.ts';
import { stripeShows } from './stripe/shows.ts';
import { stripe } from './stripe/stripe.ts';
import type { Trial } from './trial/trial.ts';

/** A processor at which a business has an account of its own. */
export type GatewayProcessor = Processor & {
  /** Whether the gateway takes the key, and whether it moves money. */
  check(): Promise<AccountCheck>;
};

/** What a business is given by a gateway. */
export type GatewayAccount = {
  readonly address: string;
  readonly key: Secret;
  /** Beside the key: one of its merchant accounts, or the name that goes with it. */
  readonly merchant: string | undefined;
};

type Kind = {
  /** Where accounts of each environment are, unless they are told to be elsewhere. */
  readonly addresses: Readonly<Record<'sandbox' | 'live', string>>;
  /** In which its connector charges. */
  readonly currencies: readonly Currency[];
  /**
   * The names of the fields that conversations with it are kept with: what a person needs to find out what happened. No
   * secret is among them, and nothing about a payer.
   */
  readonly shows: ReadonlySet<string>;
  /** What it is tried with in its sandbox. */
  readonly trial: Trial;
  /** What its connector declares. */
  readonly pace?: Pace;
  connect(account: GatewayAccount, line: Line): GatewayProcessor;
};

/** What a connector is given to reach its gateway; what goes over it is written down, masked. */
type Line = {
  callTo(options: Pick<HttpCallOptions, 'url' | 'keepsConnections'>): HttpCall;
  readonly now: () => Date;
  readonly signalAfter: (ms: number) => AbortSignal;
};

export type GatewayOptions = {
  readonly callTimeoutMs: number;
  readonly signalAfter: (ms: number) => AbortSignal;
  readonly now: () => Date;
  /** Takes each conversation about an account; never fails, and nobody waits for it but `idle`. */
  readonly keep: (account: AccountName, conversation: Conversation) => Promise<void>;
};

type AccountName = { readonly businessId: bigint; readonly name: string };
/** One account and its key: what is known of its outages lasts as long as that. */
export type AccountIdentity = AccountName & {
  readonly processor: GatewayName;
  readonly keyNumber: number;
};

const authorizeNetAddresses = {
  sandbox: 'https://apitest.authorize.net',
  live: 'https://api.authorize.net',
} as const;

const kinds: Readonly<Record<GatewayName, Kind>> = {
  nmi: {
    addresses: { sandbox: 'https://sandbox.nmi.com', live: 'https://secure.nmi.com' },
    currencies: ['USD', 'CAD'],
    shows: nmiShows,
    trial: nmiTrial,
    connect({ address: url, key: securityKey, merchant: processorId }, { callTo }) {
      // A connection that was kept and dies with a charge on it leaves that unknown.
      const call = callTo({ url, keepsConnections: false });
      return nmi({ call, securityKey, processorId });
    },
  },
  'authorize-net': {
    addresses: authorizeNetAddresses,
    currencies: ['USD', 'CAD'],
    shows: authorizeNetShows,
    trial: authorizeNetTrial,
    connect({ address: url, key: transactionKey, merchant: loginId = '' }, { callTo, now }) {
      const call = callTo({ url, keepsConnections: false });
      const isSandbox = url === authorizeNetAddresses.sandbox;
      return authorizeNet({ call, loginId, transactionKey, isSandbox, now });
    },
  },
  elavon: {
    addresses: {
      sandbox: 'https://api.demo.convergepay.com/VirtualMerchantDemo',
      live: 'https://api.convergepay.com/VirtualMerchant',
    },
    currencies: ['USD'],
    shows: elavonShows,
    trial: elavonTrial,
    connect({ address: url, key: pin, merchant = '' }, { callTo }) {
      const call = callTo({ url, keepsConnections: false });
      return elavon({ call, user: readUser(merchant), pin, isDemo: isElavonDemo(url) });
    },
  },
  helcim: {
    // Whether an account moves money, the account decides.
    addresses: { sandbox: 'https://api.helcim.com', live: 'https://api.helcim.com' },
    currencies: ['USD'],
    shows: helcimShows,
    pace: helcimPace,
    trial: helcimTrial,
    connect({ address: url, key: apiToken }, { callTo, signalAfter }) {
      const call = callTo({ url, keepsConnections: false });
      return helcim({ call, apiToken, signalAfter });
    },
  },
  stripe: {
    // The key says which of the two it is.
    addresses: { sandbox: 'https://api.stripe.com', live: 'https://api.stripe.com' },
    currencies: ['USD'],
    shows: stripeShows,
    trial: stripeTrial,
    connect({ address: url, key: secretKey, merchant: account }, { callTo, now }) {
      const call = callTo({ url, keepsConnections: false });
      return stripe({ call, secretKey, account, now });
    },
  },
};

/** The path tells the demo from the real one, whose accounts are others. */
function isElavonDemo(address: string): boolean {
  return new URL(address).pathname.startsWith('/VirtualMerchantDemo');
}

export type Gateways = {
  addressOf(name: GatewayName, environment: 'sandbox' | 'live'): string;
  currenciesOf(name: GatewayName): readonly Currency[];
  open(
    identity: AccountIdentity,
    account: () => Promise<GatewayAccount>,
  ): Promise<GatewayProcessor>;
  /** To try a key that is not stored yet; `tell` takes the masked conversations. */
  connect(
    name: GatewayName,
    account: GatewayAccount,
    tell?: (conversation: Conversation) => void,
  ): GatewayProcessor;
  trialOf(name: GatewayName): Trial;
  /** Settles when no conversation waits to be kept. */
  idle(): Promise<void>;
};

export function createGateways({ keep, now, ...timing }: GatewayOptions): Gateways {
  const opened = new Map<string, GatewayProcessor>();
  const keeping = new Set<Promise<void>>();

  return {
    addressOf: (name, environment) => kinds[name].addresses[environment],
    trialOf: (name) => kinds[name].trial,
    currenciesOf: (name) => kinds[name].currencies,
    connect: (name, account, tell = () => {}) => connect(name, account, tell),
    async open({ businessId, name, processor, keyNumber }, account) {
      const identity = `${businessId} ${name} ${keyNumber}`;
      const known = opened.get(identity);
      if (known) return known;
      const plain = connect(processor, await account(), (one) => {
        const kept = keep({ businessId, name }, one).finally(() => keeping.delete(kept));
        keeping.add(kept);
      });
      const guarded = { ...withBreaker(plain, { now }), check: () => plain.check() };
      opened.set(identity, guarded);
      return guarded;
    },
    async idle() {
      while (keeping.size > 0) await Promise.all(keeping);
    },
  };

  function connect(
    name: GatewayName,
    account: GatewayAccount,
    tell: (conversation: Conversation) => void,
  ): GatewayProcessor {
    const { shows, pace } = kinds[name];
    const conversations = conversationsWith({ account, shows, now, keep: tell });
    const line: Line = {
      now,
      signalAfter: timing.signalAfter,
      callTo(options) {
        const call = httpCall({ ...timing, ...options });
        return conversations.record(pace ? pacedCall(call, pace, { ...timing, now }) : call);
      },
    };
    return conversations.about(kinds[name].connect(account, line));
  }
}
