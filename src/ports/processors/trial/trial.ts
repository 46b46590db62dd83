import type { Currency } from '../../../kernel/currency.ts';
import type { GatewayProcessor } from '../gateway-kind.ts';
import type {
  Approval,
  ChargeAnswer,
  ChargeRequest,
  FollowUpRequest,
  InquiryAnswer,
} from '../processor.ts';

/* The trial of the contract against a gateway itself: the connector's assumptions, beside what is observed. */

/** An assumption of a connector about its gateway that no document promises, and the way to observe it. */
export type Assumption = {
  readonly subject: string;
  readonly assumed: string;
  observe(bench: Bench): Promise<Observation>;
};

/** `agrees` is undefined if nothing was observed. */
export type Observation = { readonly observed: string; readonly agrees: boolean | undefined };

/** The test data of a gateway's sandbox. */
export type Trial = {
  readonly card: TestCard;
  /** The change that makes a charge of that card declined; undefined: none is known. */
  readonly declines?: {
    readonly amountCents?: bigint;
    readonly card?: Partial<TestCard>;
  };
  /**
   * For gateways that do not report whether an account moves money: true if the gateway behaves as only an account of
   * its sandbox does. It may charge nothing that a live account would approve.
   */
  provesSandbox?(bench: Bench): Promise<boolean>;
  /** The assumptions about this gateway alone, beside the common contract. */
  readonly assumptions: readonly Assumption[];
};

export type TestCard = {
  readonly number: string;
  readonly cvv: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly address: string;
  readonly postalCode: string;
};

export type Charged = { readonly request: ChargeRequest; readonly answer: ChargeAnswer };
export type Followed = { readonly request: FollowUpRequest; readonly answer: ChargeAnswer };

export type Bench = {
  /** The currency of the account. */
  readonly currency: Currency;
  readonly processor: GatewayProcessor;
  readonly now: () => Date;
  /** Charges the test card, each time under a new reference and with an amount of its own. */
  charge(more?: Partial<ChargeRequest>): Promise<Charged>;
  /** Charges the test card so that it is declined; undefined if no decline can be made. */
  declined(): Promise<Charged | undefined>;
  cardOf(card: TestCard): ChargeRequest['card'];
  followUp(
    kind: FollowUpRequest['kind'],
    charge: Approval,
    amountCents?: bigint,
  ): Promise<Followed>;
  /** Inquires with growing pauses until `isIt` is true or no time is left. */
  inquireUntil(
    reference: string,
    of: FollowUpRequest | undefined,
    isIt: (answer: InquiryAnswer) => boolean,
  ): Promise<{ readonly answer: InquiryAnswer; readonly seconds: number; readonly isIt: boolean }>;
  /** A reference under which nothing was sent. */
  newReference(): string;
  /** The masked answer of the latest call. */
  latestAnswer(): string;
};

export function notObserved(why: string): Observation {
  return { observed: `not observed: ${why}`, agrees: undefined };
}

export function observed(text: string, agrees: boolean): Observation {
  return { observed: text, agrees };
}

/** An answer in words, for the table. */
export function wordsFor(answer: ChargeAnswer | InquiryAnswer): string {
  switch (answer.outcome) {
    case 'unknown':
    case 'not_sent':
      return `${answer.outcome}: ${answer.reason}`;
    case 'rejected':
      return `rejected: ${answer.message}`;
    case 'declined':
      return `declined: ${answer.code}`;
    default:
      return answer.outcome;
  }
}
