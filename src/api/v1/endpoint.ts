import type { RefusalCode } from '../../kernel/refusal.ts';
import type { KeyFacts } from '../../parties/businesses/keys.ts';
import type { Service } from '../../parties/businesses/offering.ts';
import type { Principal } from '../../parties/businesses/principal.ts';
import type { Right } from '../../parties/businesses/rights.ts';
import type { World } from '../../world.ts';
import type { Call } from '../operations/operation.ts';
import type { ReplayHeader } from './replay-headers.ts';
import type { ObjectOf, Properties, Shape } from './shape.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** A call of `/v1`: its caller, its business, and its parameters. */
export type V1Call<P = Properties, Q = ObjectOf<Properties>, B = unknown> = Call & {
  readonly params: { readonly [K in keyof P]: string };
  readonly query: Q;
  readonly body: B;
  /** The key that was shown, and its rights. */
  readonly key: KeyFacts;
  readonly principal: Principal;
  /** Refuses the change if the object is no longer the one that the caller saw (If-Match); called under its lock. */
  match(current: unknown): void;
  /** The media types that the caller takes. */
  readonly accepts: string;
  /** The address of the service, without a slash at its end. */
  readonly ownAddress: string;
  /** The last message that a listener to a stream knows. */
  readonly lastEventId: string | undefined;
  /** True while the caller may still make this call: its key or session holds, with the right. */
  isStillAllowed(): Promise<boolean>;
};

/** An answer that is no JSON: a file, or rows or messages that are sent as they come. */
export type FileAnswer = {
  readonly type: string;
  readonly fileName?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly content: string | Buffer | AsyncIterable<string>;
};

export type Result<A> = {
  readonly body: A;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

/** One row of the table of `/v1`: router, documents, clients and tests are derived from it. */
export type Endpoint<
  P extends Properties = Properties,
  Q extends Properties = Properties,
  B = unknown,
  A = unknown,
> = {
  /** Its name for clients: `payments.create`. */
  readonly id: string;
  readonly method: Method;
  /** With its parameters in braces: `/v1/payments/{paymentId}`. */
  readonly path: string;
  /** One sentence, then the other facts for a caller. */
  readonly doc: string;
  /** The right that a key needs. */
  readonly right: Right;
  /** Another right that is enough by itself. */
  readonly orRight?: Right;
  /** The parameters in the path. */
  readonly params: P;
  readonly query: Q;
  readonly body: Shape<B> | undefined;
  /** Undefined: no content. */
  readonly answer: Shape<A> | undefined;
  /** 200 when left out; 204 without an answer. */
  readonly status?: number;
  /** Other answers of its own, by status. */
  readonly answers?: Readonly<Record<number, string>>;
  /** Media types of files that it also answers with. */
  readonly files?: readonly string[];
  /** Its own refusals, beside those of every call. */
  readonly refuses: readonly RefusalCode[];
  readonly needsPayments?: boolean;
  readonly needsServices?: readonly Service[];
  /** A call that only tells, though its method is not GET: it needs no proof, and no answer is kept under its key. */
  readonly writesNothing?: true;
  /** True if a suspended business may still call it, as everything that only reads. */
  readonly whileSuspended?: true;
  /** True if a replay is answered even when nothing new would be accepted. */
  readonly tellsAgain?: true;
  /** True if the flow stores its Idempotency-Key itself, with its object. */
  readonly keepsKey?: true;
  /** For a flow that reports replays by itself: the headers that it uses. */
  readonly replayHeaders?: readonly ReplayHeader[];
  /** The answer holds a secret that is shown once: no replay repeats it. */
  readonly showsSecret?: true;
  /** Two people may edit it: answers carry an ETag, changes take If-Match. */
  readonly isVersioned?: true;
  /** Its answer goes on until the caller leaves, and does not count as something that a person does. */
  readonly isLive?: true;
  /** Only for sandbox businesses. */
  readonly inSandboxOnly?: true;
  /** Reads or changes more than the rows of one business: row-level security holds it to none. */
  readonly acrossBusinesses?: true;
  /** True if it also reads objects of no business, such as the files of all live ones. */
  readonly readsPlatform?: true;
  /** Only for the business at the root of the tree: the operator. */
  readonly forOperator?: true;
  /** The most bytes of a body, if other than for every JSON request. */
  readonly mostBytes?: number;
  handle(
    world: World,
    call: V1Call<P, ObjectOf<Q>, B>,
  ): Promise<Result<A> | FileAnswer | (A extends undefined ? undefined : never)>;
};

/** An endpoint as documents and clients know it. */
export type Described = Omit<Endpoint, 'handle'> & {
  /** Set for an endpoint for people who sign in: its needs. Programs cannot call it. */
  readonly needs?: OpenNeeds;
};

/**
 * The needs of an endpoint for people: nothing, a session (perhaps without the second factor), a whole one, or a recent
 * proof besides.
 */
export type OpenNeeds = 'nothing' | 'session' | 'whole' | 'proof';

type Draft<P extends Properties, Q extends Properties, B, A> = Omit<
  Endpoint<P, Q, B, A>,
  'params' | 'query' | 'body' | 'answer' | 'refuses'
> & {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: Shape<B>;
  readonly answer?: Shape<A>;
  readonly refuses?: readonly RefusalCode[];
};

/** Keeps the types of one description together; the table holds them as plain `Endpoint`s. */
export function endpoint<
  P extends Properties = Record<never, never>,
  Q extends Properties = Record<never, never>,
  B = undefined,
  A = undefined,
>(description: Draft<P, Q, B, A>): Endpoint {
  const usual = { params: {}, query: {}, body: undefined, answer: undefined, refuses: [] };
  return { ...usual, ...description } as unknown as Endpoint;
}

/** The rights of which a caller needs one. */
export function rightsFor({
  right,
  orRight,
}: Pick<Endpoint, 'right' | 'orRight'>): readonly Right[] {
  return orRight ? [right, orRight] : [right];
}

/** True if it changes nothing. */
export function onlyReads({
  method,
  writesNothing,
}: Pick<Endpoint, 'method' | 'writesNothing'>): boolean {
  return method === 'GET' || writesNothing === true;
}

/** True for a change that compares the object with the version that the caller saw; there is none of a new object. */
export function comparesVersions(
  endpoint: Pick<Endpoint, 'method' | 'writesNothing' | 'isVersioned' | 'status'>,
): boolean {
  return !onlyReads(endpoint) && Boolean(endpoint.isVersioned) && endpoint.status !== 201;
}

/** The resource that it belongs to: `payments`. */
export function resourceOf({ id }: Pick<Endpoint, 'id'>): string {
  return id.slice(0, id.lastIndexOf('.'));
}
