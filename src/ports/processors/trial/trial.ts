import type { Currency } from '../../../kernel/currency.ts';
import type { GatewayProcessor } from '../gateway-kind.ts';
import type {
  Approval,
  ChargeAnswer,
  ChargeRequest,
  FollowUpRequest,
  InquiryAnswer,
} from '../processor.ts';

/* The contract is tried against a gateway itself: what the connector assumes, beside what is observed. */

/** What a connector assumes of its gateway without a promise of a document, and how that is found out. */
export type Assumption = {
  readonly subject: string;
  readonly assumed: string;
  observe(bench: Bench): Promise<Observation>;
};

/** `agrees` is undefined where nothing was observed. */
export type Observation = { readonly observed: string; readonly agrees: boolean | undefined };

/** What a gateway's sandbox is tried with. */
export type Trial = {
  readonly card: TestCard;
  /** What makes a charge of that card one that is declined; undefined: nothing that is known. */
  readonly declines?: {
    readonly amountCents?: bigint;
    readonly card?: Partial<TestCard>;
  };
  /**
   * Where a gateway does not tell whether an account moves money: whether it behaves as only an account of its sandbox
   * does. It may charge nothing that a live account would approve.
   */
  provesSandbox?(bench: Bench): Promise<boolean>;
  /** What can be observed only here, beside the contract that all keep. */
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
  /** Of the account. */
  readonly currency: Currency;
  readonly processor: GatewayProcessor;
  readonly now: () => Date;
  /** Charges the test card, each time under a new reference and with an amount of its own. */
  charge(more?: Partial<ChargeRequest>): Promise<Charged>;
  /** Charges the test card so that it is declined; undefined where that cannot be had. */
  declined(): Promise<Charged | undefined>;
  cardOf(card: TestCard): ChargeRequest['card'];
  followUp(
    kind: FollowUpRequest['kind'],
    charge: Approval,
    amountCents?: bigint,
  ): Promise<Followed>;
  /** Inquires with growing pauses until the answer is as it is looked for, or no time is left. */
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

/** For the table: what an answer comes to. */
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
