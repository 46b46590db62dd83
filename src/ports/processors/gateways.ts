import { createHash } from 'node:crypto';
import type { GatewayName } from '../../kernel/gateway-names.ts';
import type { Secret } from '../../kernel/secret.ts';
import { type HttpCall, type HttpCallOptions, httpCall } from '../../runtime/http-out/http-call.ts';
import type { Telemetry } from '../../runtime/telemetry.ts';
import { authorizeNetTrial } from './authorize-net/assumptions.ts';
import { authorizeNet, authorizeNetCan } from './authorize-net/authorize-net.ts';
import { authorizeNetShows } from './authorize-net/shows.ts';
import { withBreaker } from './circuit-breaker.ts';
import { type Conversation, conversationsWith } from './conversations.ts';
import { elavonTrial } from './elavon/assumptions.ts';
import { readUser } from './elavon/desk.ts';
import { elavon, elavonCan } from './elavon/elavon.ts';
import { elavonShows } from './elavon/shows.ts';
import { helcimTrial } from './helcim/assumptions.ts';
import { helcim, helcimCan } from './helcim/helcim.ts';
import { helcimShows } from './helcim/shows.ts';
import { nmiTrial } from './nmi/assumptions.ts';
import { nmi, nmiCan } from './nmi/nmi.ts';
import { nmiShows } from './nmi/shows.ts';
import { createPacer, type Pacer } from './pacing.ts';
import type { AccountCheck, Capabilities, Processor } from './processor.ts';
import { stripeTrial } from './stripe/assumptions.ts';
import { stripeShows } from './stripe/shows.ts';
import { stripe, stripeCan } from './stripe/stripe.ts';
import type { Trial } from './trial/trial.ts';
import { watchedProcessor } from './watched-processor.ts';

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
  /**
   * The names of the fields that conversations with it are kept with: what a person needs to find out what happened. No
   * secret is among them, and nothing about a payer.
   */
  readonly shows: ReadonlySet<string>;
  /** What it is tried with in its sandbox. */
  readonly trial: Trial;
  /** What its connector declares. */
  readonly can: Capabilities;
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
  readonly connectTimeoutMs?: number;
  readonly signalAfter: (ms: number) => AbortSignal;
  readonly now: () => Date;
  /** Takes each conversation about an account; never fails, and nobody waits for it but `idle`. */
  readonly keep: (account: AccountName, conversation: Conversation) => Promise<void>;
  readonly telemetry?: Telemetry;
};

type Opened = { readonly version: string; readonly processor: Promise<GatewayProcessor> };

type AccountName = { readonly businessId: bigint; readonly name: string };
/** One account, its place and its key: what is known of its outages lasts as long as that. */
export type AccountIdentity = AccountName & {
  readonly processor: GatewayName;
  readonly address: string;
  readonly keyNumber: number;
};

const authorizeNetAddresses = {
  sandbox: 'https://apitest.authorize.net',
  live: 'https://api.authorize.net',
} as const;

const kinds: Readonly<Record<GatewayName, Kind>> = {
  nmi: {
    addresses: { sandbox: 'https://sandbox.nmi.com', live: 'https://secure.nmi.com' },
    can: nmiCan,
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
    can: authorizeNetCan,
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
    can: elavonCan,
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
    can: helcimCan,
    shows: helcimShows,
    trial: helcimTrial,
    connect({ address: url, key: apiToken }, { callTo, signalAfter }) {
      const call = callTo({ url, keepsConnections: false });
      return helcim({ call, apiToken, signalAfter });
    },
  },
  stripe: {
    // The key says which of the two it is.
    addresses: { sandbox: 'https://api.stripe.com', live: 'https://api.stripe.com' },
    can: stripeCan,
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
  canOf(name: GatewayName): Capabilities;
  /** One connector for each account: whoever opens it shares its circuit breaker. */
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

export function createGateways({ keep, now, telemetry, ...timing }: GatewayOptions): Gateways {
  /** By the account, of its latest key. */
  const opened = new Map<string, Opened>();
  /** By gateway, address and key: what is asked under a key counts together, whoever asks. */
  const pacers = new Map<string, Pacer>();
  const keeping = new Set<Promise<void>>();

  return {
    addressOf: (name, environment) => kinds[name].addresses[environment],
    trialOf: (name) => kinds[name].trial,
    connect: (name, account, tell = () => {}) => connect(name, account, tell),
    canOf: (name) => kinds[name].can,
    async open(identity, account) {
      const { businessId, name, keyNumber, address } = identity;
      const [which, version] = [`${businessId} ${name}`, `${keyNumber} ${address}`];
      const known = opened.get(which);
      if (known?.version === version) return await known.processor;
      const made = { version, processor: account().then((one) => guarded(identity, one)) };
      opened.set(which, made);
      try {
        return await made.processor;
      } catch (error) {
        // Whoever comes next tries again.
        if (opened.get(which) === made) opened.delete(which);
        throw error;
      }
    },
    async idle() {
      while (keeping.size > 0) await Promise.all(keeping);
    },
  };

  function guarded(
    { businessId, name, processor }: AccountIdentity,
    account: GatewayAccount,
  ): GatewayProcessor {
    const plain = connect(processor, account, (one) => {
      const kept = keep({ businessId, name }, one).finally(() => keeping.delete(kept));
      keeping.add(kept);
    });
    const watched = telemetry ? watchedProcessor(plain, processor, telemetry) : plain;
    const note = telemetry?.circuits.watch(processor, `${businessId} ${name}`);
    const breaker = { now, ...(note && { note }) };
    return { ...withBreaker(watched, breaker), check: () => plain.check() };
  }

  function connect(
    name: GatewayName,
    account: GatewayAccount,
    tell: (conversation: Conversation) => void,
  ): GatewayProcessor {
    const { shows } = kinds[name];
    const paced = pacerOf(name, account);
    const conversations = conversationsWith({ account, shows, now, keep: tell });
    const line: Line = {
      now,
      signalAfter: timing.signalAfter,
      callTo(options) {
        const call = httpCall({ ...timing, ...options });
        return conversations.record(paced(call));
      },
    };
    return conversations.about(kinds[name].connect(account, line));
  }

  function pacerOf(name: GatewayName, { address, key }: GatewayAccount): Pacer {
    const digest = createHash('sha256').update(key.reveal()).digest('base64');
    const identity = `${name} ${address} ${digest}`;
    const known = pacers.get(identity);
    if (known) return known;
    const made = createPacer(kinds[name].can.pace, { ...timing, now });
    pacers.set(identity, made);
    return made;
  }
}
