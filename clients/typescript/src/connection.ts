import type { Problem } from './derived/types.ts';
import { ApiError, ConnectionError, QuittanceError } from './errors.ts';
import { type LiveEvent, type LiveOptions, type LiveReset, liveEvents } from './live.ts';
import { type Page, Pages } from './pages.ts';
import { isWorthRetrying, newIdempotencyKey, retryAfterIn, sleep, waitBefore } from './retries.ts';

export type QuittanceOptions = {
  /** The address of the service, such as `https://pay.example.com`. */
  readonly baseUrl: string;
  /** A page of the service itself has `session` instead. */
  readonly apiKey?: string | undefined;
  /** Of a person who is signed in: the browser sends its cookie, and each change carries this word. */
  readonly session?: { readonly antiForgery: string } | undefined;
  /** The business that calls are for: one below that of the key. */
  readonly business?: string | undefined;
  /** How often a call is made again after a network fault, 429 or 503; 3 when left out. */
  readonly retries?: number | undefined;
  /** How long one attempt may take, and a live stream be silent; 60,000 when left out. */
  readonly timeoutMs?: number | undefined;
  /** A service that asks for a longer pause than this is not called again; 60,000 when left out. */
  readonly longestWaitMs?: number | undefined;
  /** In the place of the one that the platform has. */
  readonly fetch?: typeof fetch | undefined;
};

export type CallOptions = {
  readonly business?: string | undefined;
  readonly signal?: AbortSignal | undefined;
};

export type WriteOptions = CallOptions & {
  /** Made for every write when left out. Give one that you store to go on after your own program ended. */
  readonly idempotencyKey?: string | undefined;
  /** `answerOf(object).etag`: the change is refused if the object is no longer the one that you saw. */
  readonly ifMatch?: string | undefined;
};

export type Request = {
  readonly method: string;
  readonly path: string;
  readonly query?: object;
  readonly body?: unknown;
  /** Statuses of errors whose content is the described object all the same. */
  readonly outcomes?: readonly number[];
  /** The last event that a listener knows. */
  readonly lastEventId?: string | undefined;
  readonly options: WriteOptions;
};

type LiveRequest = Request & { readonly options: LiveOptions };

/** How an object was answered. */
export type Answer = {
  /** 202: the outcome is not known yet. */
  readonly status: number;
  readonly requestId: string | undefined;
  /** For `ifMatch`. */
  readonly etag: string | undefined;
  /** True if an earlier answer to the same idempotency key was repeated. */
  readonly isReplay: boolean;
  /** True if it is the payment of an earlier request for the same order: this one charged nothing. */
  readonly isOrderReplay: boolean;
};

const answers = new WeakMap<object, Answer>();

/** How an object that a method returned was answered; undefined for an object of a list. */
export function answerOf(object: object): Answer | undefined {
  return answers.get(object);
}

/** A part of a path. What would lead to another path is refused. */
export function part(value: string): string {
  const text = String(value);
  if (/^\.{0,2}$/.test(text)) throw new QuittanceError('An id must not be empty, "." or "..".');
  return encodeURIComponent(text);
}

export class Resource {
  protected readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }
}

type Sent = { readonly url: string; readonly init: RequestInit };
type Got = { readonly response: Response; readonly text: string };

/** Makes calls, and makes them again where that is certain to carry them out once. */
export class Connection {
  readonly #options: QuittanceOptions;
  readonly #base: string;

  constructor(options: QuittanceOptions) {
    if (!URL.canParse(options.baseUrl)) throw wrongBase();
    const { protocol, username, password, search, hash, href } = new URL(options.baseUrl);
    if (!/^https?:$/.test(protocol) || username || password || search || hash) throw wrongBase();
    if (!options.apiKey === !options.session) {
      throw new QuittanceError('One of apiKey and session is required.');
    }
    this.#options = options;
    this.#base = href.replace(/\/+$/, '');
  }

  async call<T>(request: Request): Promise<T> {
    const { response, text } = await this.#exchange(request, 'application/json', readText);
    if (text === '') return undefined as T;
    const value = parsed(text);
    if (value === undefined) throw new ApiError(response.status, {}, aboutOf(response));
    if (typeof value === 'object' && value !== null) answers.set(value, answerIn(response));
    return value as T;
  }

  list<T>(request: Request): Pages<T> {
    const query = request.query as { readonly after?: string; readonly before?: string };
    const { after: _, before: __, ...rest } = query;
    return new Pages<T>(
      query,
      (cursor) => this.call<Page<T>>({ ...request, query: { ...rest, ...cursorIn(cursor) } }),
      () => this.file({ ...request, query: { ...rest, limit: undefined } }, 'text/csv'),
    );
  }

  /** An answer whose body is a stream, which the signal of the caller ends too. */
  async file(request: Request, accept = '*/*'): Promise<Response> {
    const { response } = await this.#exchange(request, accept, async () => '');
    const { signal } = request.options;
    if (!signal || !response.body) return response;
    return new Response(response.body.pipeThrough(new TransformStream(), { signal }), response);
  }

  /** Events as they happen. */
  live(request: LiveRequest): AsyncGenerator<LiveEvent | LiveReset, void, undefined> {
    return liveEvents({
      options: request.options,
      longestSilenceMs: this.#options.timeoutMs ?? 60_000,
      open: async (lastEventId) => {
        const opened = { ...request, lastEventId };
        return (await this.#exchange(opened, 'text/event-stream', async () => '', 0)).response;
      },
    });
  }

  async #exchange(
    request: Request,
    accept: string,
    read: (response: Response) => Promise<string>,
    retries = this.#options.retries ?? 3,
  ): Promise<Got> {
    const { longestWaitMs = 60_000 } = this.#options;
    const { signal } = request.options;
    const isWrite = request.method !== 'GET';
    const idempotencyKey = isWrite
      ? (request.options.idempotencyKey ?? newIdempotencyKey())
      : undefined;
    const sent = this.#requestOf(request, accept, idempotencyKey);
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries;
      const got = await this.#attempt(sent, signal, read).catch((fault: unknown) => {
        signal?.throwIfAborted();
        if (isLast) throw new ConnectionError(fault, idempotencyKey);
        return undefined;
      });
      let asked: number | undefined;
      if (got) {
        const { response, text } = got;
        if (response.ok) return got;
        const problem = problemIn(response, text);
        asked = problem?.retryAfterSeconds ?? retryAfterIn(response);
        const isTold = isLast || (asked ?? 0) * 1000 > longestWaitMs;
        if (isTold || !isWorthRetrying(response.status, problem?.code)) {
          if (!problem && isOutcome(request, got)) return got;
          throw new ApiError(
            response.status,
            problem ?? {},
            aboutOf(response, idempotencyKey, asked),
          );
        }
      }
      await sleep(waitBefore(attempt, asked), signal);
    }
  }

  /** What cannot be sent at all fails here, before the first attempt. */
  #requestOf(
    { method, path, query, body, lastEventId, options }: Request,
    accept: string,
    idempotencyKey: string | undefined,
  ): Sent {
    const { apiKey, session, business } = this.#options;
    const named = {
      Authorization: apiKey && `Bearer ${apiKey}`,
      'X-Anti-Forgery': session?.antiForgery,
      Accept: accept,
      'Quittance-Business': options.business ?? business,
      'Idempotency-Key': idempotencyKey,
      'If-Match': options.ifMatch,
      'Last-Event-ID': lastEventId,
      'Content-Type': body === undefined ? undefined : 'application/json',
    };
    const headers = new Headers();
    for (const [name, value] of Object.entries(named)) {
      if (value !== undefined) headers.set(name, value);
    }
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    // A redirect is an error: the key goes to nobody else.
    const init = { method, headers, redirect: 'manual', ...content } as const;
    return { url: `${this.#base}${path}${queryText(query)}`, init };
  }

  async #attempt(
    { url, init }: Sent,
    signal: AbortSignal | undefined,
    read: (response: Response) => Promise<string>,
  ): Promise<Got> {
    const { timeoutMs = 60_000, fetch: send = fetch } = this.#options;
    signal?.throwIfAborted();
    const ended = new AbortController();
    const end = () => ended.abort(signal?.reason);
    const timer = setTimeout(() => ended.abort(new Error('It took too long.')), timeoutMs);
    signal?.addEventListener('abort', end);
    try {
      const response = await send(url, { ...init, signal: ended.signal });
      return { response, text: await (response.ok ? read(response) : readText(response)) };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    }
  }
}

function wrongBase(): QuittanceError {
  return new QuittanceError(
    'baseUrl must be an address of http or https, without credentials and query.',
  );
}

function readText(response: Response): Promise<string> {
  return response.text();
}

function queryText(query: object = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

function cursorIn({ after, before }: { readonly after?: string; readonly before?: string }) {
  return { after, before };
}

/** The described object under the status of an error. */
function isOutcome({ outcomes = [] }: Request, { response, text }: Got): boolean {
  const type = response.headers.get('content-type') ?? '';
  return (
    outcomes.includes(response.status) &&
    type.startsWith('application/json') &&
    parsed(text) !== undefined
  );
}

function problemIn(response: Response, text: string): Partial<Problem> | undefined {
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('application/problem+json')) return undefined;
  const value = parsed(text);
  return typeof value === 'object' && value !== null ? value : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function answerIn({ status, headers }: Response): Answer {
  return {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    etag: headers.get('etag') ?? undefined,
    isReplay: headers.get('idempotent-replayed') === 'true',
    isOrderReplay: headers.get('order-replayed') === 'true',
  };
}

function aboutOf({ headers }: Response, idempotencyKey?: string, retryAfterSeconds?: number) {
  return { requestId: headers.get('x-request-id') ?? undefined, idempotencyKey, retryAfterSeconds };
}
