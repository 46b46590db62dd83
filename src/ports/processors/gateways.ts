import type { Secret } from '../../kernel/secret.ts';
import { httpCall } from '../../runtime/http-out/http-call.ts';
import { authorizeNet } from './authorize-net/authorize-net.ts';
import { withBreaker } from './circuit-breaker.ts';
import { nmi } from './nmi/nmi.ts';
import type { AccountCheck, Processor } from './processor.ts';

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
  connect(account: GatewayAccount, options: GatewayOptions): GatewayProcessor;
};

export type GatewayOptions = {
  readonly callTimeoutMs: number;
  readonly signalAfter: (ms: number) => AbortSignal;
  readonly now: () => Date;
};

/** The gateways that there are connectors for. */
export const gatewayNames = ['nmi', 'authorize-net'] as const;
export type GatewayName = (typeof gatewayNames)[number];

const authorizeNetAddresses = {
  sandbox: 'https://apitest.authorize.net',
  live: 'https://api.authorize.net',
} as const;

const kinds: Readonly<Record<GatewayName, Kind>> = {
  nmi: {
    addresses: { sandbox: 'https://sandbox.nmi.com', live: 'https://secure.nmi.com' },
    connect({ address: url, key: securityKey, merchant: processorId }, options) {
      // A connection that was kept and dies with a charge on it leaves that unknown.
      const call = httpCall({ ...options, url, keepsConnections: false });
      return nmi({ call, securityKey, processorId });
    },
  },
  'authorize-net': {
    addresses: authorizeNetAddresses,
    connect({ address: url, key: transactionKey, merchant: loginId = '' }, options) {
      const call = httpCall({ ...options, url, keepsConnections: false });
      const isSandbox = url === authorizeNetAddresses.sandbox;
      return authorizeNet({ call, loginId, transactionKey, isSandbox, now: options.now });
    },
  },
};

export type Gateways = {
  addressOf(name: GatewayName, environment: 'sandbox' | 'live'): string;
  /** `identity` names one account and its key: what is known of its outages lasts as long as that. */
  open(
    name: GatewayName,
    identity: string,
    account: () => Promise<GatewayAccount>,
  ): Promise<GatewayProcessor>;
  /** To try a key that is not stored yet. */
  connect(name: GatewayName, account: GatewayAccount): GatewayProcessor;
};

export function createGateways(options: GatewayOptions): Gateways {
  const opened = new Map<string, GatewayProcessor>();
  const connect = (name: GatewayName, account: GatewayAccount): GatewayProcessor =>
    kinds[name].connect(account, options);

  return {
    addressOf: (name, environment) => kinds[name].addresses[environment],
    connect,
    async open(name, identity, account) {
      const known = opened.get(identity);
      if (known) return known;
      const plain = connect(name, await account());
      const processor = { ...withBreaker(plain, { now: options.now }), check: () => plain.check() };
      opened.set(identity, processor);
      return processor;
    },
  };
}
