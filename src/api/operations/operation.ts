import type { Flaw, Parsed } from '../../kernel/parsed.ts';
import type { Refusal, RefusalCode } from '../../kernel/refusal.ts';
import type { Business } from '../../parties/businesses/business.ts';
import type { Service } from '../../parties/businesses/offering.ts';
import type { Principal } from '../../parties/businesses/principal.ts';
import type { Guesses } from '../../payments/order.ts';
import type { IdempotencyKey } from '../../runtime/idempotency.ts';
import type { World } from '../../world.ts';
import type { RecordShape, Row } from './records.ts';

/** A parameter: its meaning, whether it is required, and its parser. */
export type Parameter<T = unknown, Required extends boolean = boolean> = {
  readonly doc: string;
  readonly isRequired: Required;
  /** Never logged, hashed with care, refused in query strings. */
  readonly isSecret: boolean;
  /** Stored unmasked, so a card number in it is refused. */
  readonly isVerbatim?: boolean;
  /** A name or number of the caller's choice. A card number in it is refused. */
  readonly isIdentifier?: boolean;
  /** Masking would redirect mail, calls or requests: refused with any secret number of the same request. */
  readonly holdsNoNumber?: boolean;
  /** Too long a text is cut, not refused. */
  readonly isCut?: boolean;
  /** Text for people: numbers in it are masked before it is stored. */
  readonly isFreeText?: boolean;
  /** Other documented spellings of the name. */
  readonly aka: readonly string[];
  /** JSON Schema of the documented form; more is accepted. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Its type in SOAP's schema; all others are text there. */
  readonly soapType?: 'boolean';
  /** The other parameter that decides how this one is parsed and whether it is required. */
  readonly beside?: string;
  /** True where the value of `beside` makes this one optional, though it is required otherwise. */
  readonly isOptionalBeside?: (besideText: string | undefined) => boolean;
  /** Gets the text as sent, trimmed and not blank; also the text of `beside`, if one is named and was sent. */
  parse(text: string, besideText?: string): Parsed<T>;
};

export type Parameters = Readonly<Record<string, Parameter>>;

/**
 * The parsed parameters, inferred from the table. While rules between fields run, a required field may still be
 * missing: that was noted already.
 */
export type Draft<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T | undefined : never;
};

/** The caller, and the caller's present date. */
export type Caller = { readonly business: Business; readonly today: Temporal.PlainDate };

/** Facts of a call beside its parameters. */
export type Call = Caller & {
  /** Arrival time, by the clock of the business. */
  readonly askedAt: Date;
  /** The refusal of anything new: only a replay is answered (`tellsAgain`). */
  readonly against: Refusal | undefined;
  readonly idempotencyKey: IdempotencyKey | undefined;
  /** For the audit log: `api:USERNAME/KEY`. */
  readonly actor: string;
  /** The caller, if two persons must be told apart; undefined without credentials. */
  readonly principal: Principal | undefined;
  readonly tokenMisses: TokenMisses;
  readonly guesses: Guesses;
  readonly lookUps: LookUps;
};

/** The limit on carrier lookups, which cost money. */
export type LookUps = {
  /** Refuses a caller that exceeds the limit. */
  take(): void;
};

/** The limit on guessing tokens. */
export type TokenMisses = {
  /**
   * Runs a lookup that may find nothing. Refuses a caller that asked for too many unknown tokens, also concurrently.
   */
  judge<T>(find: () => Promise<T | undefined>): Promise<T | undefined>;
};

/** The tools of a rule between fields. */
export type Review = {
  /** True if a value was sent under this name, readable or not. */
  sent(field: string): boolean;
  note(field: string, flaw: Flaw): void;
  /** Notes a fault that the passing of time causes: the value may have been valid when first sent. */
  noteLate(field: string, flaw: Flaw): void;
};

/** The universal envelope. The interface fixes which keys are present, so handlers list them. */
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

/** Properties of every operation of either interface. */
type Described<P extends Parameters, Ask> = {
  readonly name: string;
  readonly doc: string;
  /** True if the business must have payments activated. */
  readonly needsPayments: boolean;
  /** Required services. The need for cards or bank accounts is decided when the method is known. */
  readonly needsServices?: readonly Service[];
  /**
   * True if it makes a business: its statements reach businesses below the caller, which are looked up by their
   * parents. All others reach the rows of the caller alone (row-level security).
   */
  readonly makesBusinesses?: true;
  /** True if a suspended business may still call it: refunds, voids and the end of started work. */
  readonly whileSuspended?: true;
  /** True if a replay is answered even when nothing new would be accepted. */
  readonly tellsAgain?: true;
  readonly parameters: P;
  /** The parameter with the order number, if it is not OrderNumber: each answer names it. */
  readonly orderNumberIn?: string;
  /** Its own refusals, beside those of every call. */
  readonly refuses: readonly RefusalCode[];
  /**
   * Rules between fields: maps wire words to domain words and notes every fault. Reads and writes nothing. The result
   * counts only if nothing was noted.
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
  /** The meaning of its own answers, by status; refusals have their own statuses. */
  readonly answers: Readonly<Record<number, string>>;
  /** Headers of its own answers, each with its meaning. */
  readonly headers: Readonly<Record<string, string>>;
  /** True if the answer names the order. */
  readonly namesOrder: boolean;
  handle(world: World, call: Call, ask: Ask): Promise<Reply>;
};

/** Service.asmx, in four bindings. Parameters in the order of the wire, after the credentials. */
export type ServiceOperation<P extends Parameters = Parameters, Ask = unknown> = Described<
  P,
  Ask
> & {
  readonly interface: 'service';
  /** The parameters with credentials, in order; undefined for public operations. */
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

/** One row of the table from which every binding, document and limit is derived. */
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
