import type { Secret } from '../../kernel/secret.ts';
import type { HttpCall } from '../../runtime/http-out/http-call.ts';
import type { AccountCheck } from './account-check.ts';
import type { Capabilities, FollowUpRequest, Processor, Rejection, Unknown } from './processor.ts';

/** A processor at which a business has an account of its own. */
export type GatewayProcessor = Processor & {
  /** Checks whether the gateway accepts the key, and whether the account moves money. */
  check(): Promise<AccountCheck>;
};

/** A processor as it is written for one gateway; `connector` completes it. */
export type Connector = GatewayProcessor & {
  /**
   * The state of the charge whose follow-up was refused, as far as it explains the refusal. Unknown: the gateway does
   * not report the state.
   */
  standing?(
    of: FollowUpRequest,
    refusal: Rejection | Unknown,
  ): Promise<Standing | Unknown | undefined>;
};

/**
 * `taken`: it can be voided, but not refunded yet; `settled`: the reverse; `empty`: there is nothing to take or undo.
 */
export type Standing = 'taken' | 'settled' | 'empty';

/** The account data that a gateway gives to a business. */
export type GatewayAccount = {
  readonly address: string;
  readonly key: Secret;
  /** One of the merchant accounts under the key, or the name that belongs to the key. */
  readonly merchant: string | undefined;
};

/** Everything that is specific to one gateway. */
export type GatewayKind = {
  /** The address of each environment, unless an account is given another. */
  readonly addresses: Readonly<Record<'sandbox' | 'live', string>>;
  /**
   * The names of the fields that stored conversations show: what a person needs to find out what happened. No field is
   * secret or about a payer.
   */
  readonly shows: ReadonlySet<string>;
  /** Matches the gateway's own names of cards, which are hidden where they occur in shown fields. */
  readonly hides?: RegExp;
  /** True if an answer with the status 429 asks to slow down; left out: every one does. */
  asksToSlowDown?(body: string): boolean;
  /** The capabilities that its connector declares. */
  readonly can: Capabilities;
  connect(account: GatewayAccount, line: Line): GatewayProcessor;
};

/** The means by which a connector reaches its gateway. All traffic over it is recorded, masked. */
export type Line = {
  callTo(address: string): HttpCall;
  readonly now: () => Date;
  readonly signalAfter: (ms: number) => AbortSignal;
};
