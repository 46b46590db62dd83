import { createHash } from 'node:crypto';
import type { GatewayName } from '../../kernel/gateway-names.ts';
import { httpCall } from '../../runtime/http-out/http-call.ts';
import type { Telemetry } from '../../runtime/telemetry.ts';
import { withBreaker } from './circuit-breaker.ts';
import { type Conversation, conversationsWith } from './conversations.ts';
import type { GatewayAccount, GatewayProcessor, Line } from './gateway-kind.ts';
import { gatewayList } from './gateway-list.ts';
import { createPacer, type Pacer, type PacingWatch } from './pacing.ts';
import type { Capabilities } from './processor.ts';
import { pacingWatch, watchedProcessor } from './watched-processor.ts';

export type GatewayOptions = {
  /** `PROCESSOR_TIMEOUT_MS`. */
  readonly callTimeoutMs: number;
  readonly connectTimeoutMs?: number;
  readonly signalAfter: (ms: number) => AbortSignal;
  readonly now: () => Date;
  /** Stores each conversation about an account. It never fails, and only `idle` waits for it. */
  readonly keep: (account: AccountName, conversation: Conversation) => Promise<void>;
  readonly telemetry?: Telemetry;
  /** Called when the circuit breaker of an account opens or closes. */
  readonly noteCircuit?: (account: AccountName, isOpen: boolean) => void;
};

type Opened = { readonly version: string; readonly processor: Promise<GatewayProcessor> };

type AccountName = { readonly businessId: bigint; readonly name: string };
/** An account with its address and its key. Its circuit breaker starts anew when the address or the key changes. */
export type AccountIdentity = AccountName & {
  readonly processor: GatewayName;
  readonly address: string;
  readonly keyNumber: number;
};

export type Gateways = {
  addressOf(name: GatewayName, environment: 'sandbox' | 'live'): string;
  canOf(name: GatewayName): Capabilities;
  /** Opens one connector for each account: all callers share its circuit breaker. */
  open(
    identity: AccountIdentity,
    account: () => Promise<GatewayAccount>,
  ): Promise<GatewayProcessor>;
  /** Connects with a key that is not stored yet, to try it; `tell` receives the masked conversations. */
  connect(
    name: GatewayName,
    account: GatewayAccount,
    tell?: (conversation: Conversation) => void,
  ): GatewayProcessor;
  /** Resolves when no conversation waits to be stored. */
  idle(): Promise<void>;
};

export function createGateways({
  keep,
  now,
  telemetry,
  noteCircuit,
  callTimeoutMs,
  connectTimeoutMs,
  signalAfter,
}: GatewayOptions): Gateways {
  /** By account: the connector of its latest key. */
  const opened = new Map<string, Opened>();
  /** By gateway, address and key: all requests under a key count together, whoever sends them. */
  const pacers = new Map<string, Pacer>();
  const keeping = new Set<Promise<void>>();

  return {
    addressOf: (name, environment) => gatewayList[name].addresses[environment],
    connect: (name, account, tell = () => {}) => connect(name, account, tell),
    canOf: (name) => gatewayList[name].can,
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
        // The next caller tries again.
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
    const tell = (one: Conversation) => {
      const kept = keep({ businessId, name }, one).finally(() => keeping.delete(kept));
      keeping.add(kept);
    };
    const label = telemetry?.accountLabel({ businessId, name }) ?? '';
    const pacing = telemetry && pacingWatch(processor, telemetry, label);
    const plain = connect(processor, account, tell, pacing);
    const watched = telemetry ? watchedProcessor(plain, processor, telemetry, label) : plain;
    const count = telemetry?.circuits.watch(processor, { businessId, name });
    const note = (isOpen: boolean) => {
      count?.(isOpen);
      noteCircuit?.({ businessId, name }, isOpen);
    };
    return { ...withBreaker(watched, { now, note }), check: () => plain.check() };
  }

  function connect(
    name: GatewayName,
    account: GatewayAccount,
    tell: (conversation: Conversation) => void,
    pacing?: PacingWatch,
  ): GatewayProcessor {
    const { shows, hides } = gatewayList[name];
    const paced = pacerOf(name, account);
    const conversations = conversationsWith({ account, shows, hides, now, keep: tell });
    const line: Line = {
      now,
      signalAfter,
      callTo(url) {
        const limits = { callTimeoutMs, connectTimeoutMs, signalAfter };
        // If a kept connection dies with a charge on it, the charge is unknown.
        const call = httpCall({ url, keepsConnections: false, ...limits });
        return conversations.record(paced(call, pacing));
      },
    };
    return conversations.about(gatewayList[name].connect(account, line));
  }

  function pacerOf(name: GatewayName, { address, key }: GatewayAccount): Pacer {
    const digest = createHash('sha256').update(key.reveal()).digest('base64');
    const identity = `${name} ${address} ${digest}`;
    const known = pacers.get(identity);
    if (known) return known;
    const { can, asksToSlowDown } = gatewayList[name];
    const made = createPacer(can.pace, { signalAfter, now, asksToSlowDown });
    pacers.set(identity, made);
    return made;
  }
}
