import type { Flaw, Parsed } from '../base/parsed.ts';
import type { Refusal, RefusalCode } from '../base/refusal.ts';
import type { Secret } from '../base/secret.ts';
import type { Business } from '../businesses/business.ts';
import type { Guesses } from '../payments/order.ts';
import type { World } from '../world.ts';
import type { RecordShape, Row } from './records.ts';

/** What a caller may send under one name: its meaning, whether it must be there, and how it is read. */
export type Parameter<T = unknown, Required extends boolean = boolean> = {
  readonly doc: string;
  readonly isRequired: Required;
  /** Never logged, hashed with care, refused in query strings. */
  readonly isSecret: boolean;
  /** Kept to the letter, so that nothing can be masked in it: a card number in it is refused. */
  readonly isVerbatim?: boolean;
  /** A mask would send mail, calls or requests elsewhere: refused with any secret number of the same request. */
  readonly holdsNoNumber?: boolean;
  /** Words for people: numbers in it are masked before anybody keeps it. */
  readonly isFreeText?: boolean;
  /** Other spellings of the name that callers were told. */
  readonly aka: readonly string[];
  /** JSON Schema of what is documented; more is accepted. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** How SOAP's schema types it: there all else is text, whatever is read from it. */
  readonly soapType?: 'boolean';
  /** The text as sent, trimmed and not blank. */
  parse(text: string): Parsed<T>;
};

export type Parameters = Readonly<Record<string, Parameter>>;

/**
 * What the parameters give: inferred from the table, so the table is the only place that says it. While
 * rules between fields are judged, a required field may still be missing: that was noted already.
 */
export type Draft<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T | undefined : never;
};

/** Who calls, and the date that is today there. */
export type Caller = { readonly business: Business; readonly today: Temporal.PlainDate };

/** What is known of a call beside its parameters. */
export type Call = Caller & {
  /** Why nothing new is taken: only who asks again is told what was made before (`tellsAgain`). */
  readonly against: Refusal | undefined;
  readonly retryKey: { readonly key: string; readonly content: Secret } | undefined;
  readonly tokenMisses: TokenMisses;
  readonly guesses: Guesses;
  readonly lookUps: LookUps;
};

/** The brake on questions to a carrier that cost money. */
export type LookUps = {
  /** Refuses a caller that asked too many. */
  take(): void;
};

/** The brake on guessing tokens. */
export type TokenMisses = {
  /** Refuses a caller that asked for too many tokens that are not there. */
  check(): void;
  note(): void;
};

/** What a rule between fields may ask and say. */
export type Review = {
  /** Whether something was sent under this name, be it readable or not. */
  sent(field: string): boolean;
  note(field: string, flaw: Flaw): void;
  /** Of what may have been right when it was asked first, and is wrong now because time passed. */
  noteLate(field: string, flaw: Flaw): void;
};

/** The universal answer. Which keys are there is to the letter of the interface, so handlers say it. */
export type Reply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Envelope;
};
export type Envelope = {
  readonly IsSuccess: boolean;
  readonly Message: string;
  readonly Data: Readonly<Record<string, unknown>> | null;
  readonly OrderNumber?: string | null;
  readonly SMSID?: string | null;
  readonly Errors?: readonly { Field: string; Code: string; Message: string }[];
};

/** What is said of every operation, whichever interface it belongs to. */
type Described<P extends Parameters, Ask> = {
  readonly name: string;
  readonly doc: string;
  /** Whether the business must have payments activated. */
  readonly needsPayments: boolean;
  /** Whether a suspended business may still ask for it: what gives money back, or ends what was begun. */
  readonly whileSuspended?: true;
  /** Whoever asks again is told what was made before, also when nothing new would be taken. */
  readonly tellsAgain?: true;
  readonly parameters: P;
  /** The parameter that is the number of the order, where it is not called OrderNumber: each answer names it. */
  readonly orderNumberIn?: string;
  /** What it may be refused for, beside what every call may be. */
  readonly refuses: readonly RefusalCode[];
  /**
   * Rules between fields: wire words become domain words, everything wrong is noted. Nothing is looked up
   * and nothing is written. What it returns counts only if nothing was noted.
   */
  read(values: Draft<P>, caller: Caller, review: Review): Ask | undefined;
};

/** JSON under /api/Default. */
export type DefaultOperation<P extends Parameters = Parameters, Ask = unknown> = Described<
  P,
  Ask
> & {
  readonly interface: 'default';
  /** JSON Schema of Data in the answer. */
  readonly data: Readonly<Record<string, unknown>>;
  /** What its own answers mean, by status; what it is refused for has statuses of its own. */
  readonly answers: Readonly<Record<number, string>>;
  /** Headers of its own answers, each with its meaning. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the answer names the order. */
  readonly namesOrder: boolean;
  handle(world: World, call: Call, ask: Ask): Promise<Reply>;
};

/** Service.asmx, in four bindings. Its parameters stand in the order of the wire, behind the credentials. */
export type ServiceOperation<P extends Parameters = Parameters, Ask = unknown> = Described<
  P,
  Ask
> & {
  readonly interface: 'service';
  /** The parameters that say who calls, in their order; undefined where anybody may. */
  readonly credentials: CredentialNames | undefined;
} & (
    | {
        /** The text of the universal envelope. */
        readonly result: 'text';
        handle(world: World, call: Call, ask: Ask): Promise<Reply>;
      }
    | {
        /** A list of these. */
        readonly result: RecordShape;
        handle(world: World, call: Call, ask: Ask): Promise<readonly Row[]>;
      }
    | { readonly result: 'empty'; handle(world: World, call: Call, ask: Ask): Promise<void> }
  );

/** The two pairs of names under which Username and API key travel, in the order of the wire. */
export const credentialNames = {
  usual: { order: ['Token', 'Username'], username: 'Username', apiKey: 'Token' },
  events: {
    order: ['ewBusinessUser', 'ewBusinessToken'],
    username: 'ewBusinessUser',
    apiKey: 'ewBusinessToken',
  },
} as const;
export type CredentialNames = (typeof credentialNames)[keyof typeof credentialNames];

/** One line of the table from which every binding, document and limit is derived. */
export type Operation = DefaultOperation | ServiceOperation;

/** Keeps the types of one description together; the list holds them as plain `Operation`s. */
export function operation<P extends Parameters, Ask>(
  description: DefaultOperation<P, Ask>,
): DefaultOperation {
  return description as unknown as DefaultOperation;
}

export function serviceOperation<P extends Parameters, Ask>(
  description: ServiceOperation<P, Ask>,
): ServiceOperation {
  return description as unknown as ServiceOperation;
}
