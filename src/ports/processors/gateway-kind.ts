import type { Secret } from '../../kernel/secret.ts';
import type { HttpCall, HttpCallOptions } from '../../runtime/http-out/http-call.ts';
import type { AccountCheck } from './account-check.ts';
import type { Capabilities, FollowUpRequest, Processor, Rejection, Unknown } from './processor.ts';
import type { Trial } from './trial/trial.ts';

/** A processor at which a business has an account of its own. */
export type GatewayProcessor = Processor & {
  /** Whether the gateway takes the key, and whether it moves money. */
  check(): Promise<AccountCheck>;
};

/** As it is written for a gateway; `withReasons` makes a processor of it. */
export type Connector = GatewayProcessor & {
  /** How the charge stands of which a follow-up was refused, as far as that explains it; unknown: it is not told. */
  standing?(
    of: FollowUpRequest,
    refusal: Rejection | Unknown,
  ): Promise<Standing | Unknown | undefined>;
};

/** `taken`: it can be voided, and not refunded yet; `settled`: the reverse; `empty`: there is nothing to take or undo. */
export type Standing = 'taken' | 'settled' | 'empty';

/** What a business is given by a gateway. */
export type GatewayAccount = {
  readonly address: string;
  readonly key: Secret;
  /** Beside the key: one of its merchant accounts, or the name that goes with it. */
  readonly merchant: string | undefined;
};

/** All that is particular to a gateway. */
export type GatewayKind = {
  /** Where accounts of each environment are, unless they are told to be elsewhere. */
  readonly addresses: Readonly<Record<'sandbox' | 'live', string>>;
  /**
   * The names of the fields that conversations with it are kept with: what a person needs to find out what happened. No
   * secret is among them, and nothing about a payer.
   */
  readonly shows: ReadonlySet<string>;
  /** What the names look like that it gives to cards, where they stand in fields that are kept. */
  readonly hides?: RegExp;
  /** What it is tried with in its sandbox. */
  readonly trial: Trial;
  /** Whether an answer with the status 429 asks to slow down; left out: each does. */
  asksToSlowDown?(body: string): boolean;
  /** What its connector declares. */
  readonly can: Capabilities;
  connect(account: GatewayAccount, line: Line): Connector;
};

/** What a connector is given to reach its gateway; what goes over it is written down, masked. */
export type Line = {
  callTo(options: Pick<HttpCallOptions, 'url' | 'keepsConnections'>): HttpCall;
  readonly now: () => Date;
  readonly signalAfter: (ms: number) => AbortSignal;
};
