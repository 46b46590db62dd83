import type { Secret } from '../../kernel/secret.ts';
import { type HttpCall, httpCall } from '../../runtime/http-out/http-call.ts';

export type TwilioAccess = {
  /** The account's SID, which is also the username. */
  readonly account: string;
  readonly token: Secret;
  readonly signalAfter: (ms: number) => AbortSignal;
};

export type Reply =
  | { readonly kind: 'answered'; readonly status: number; readonly data: Data }
  | { readonly kind: 'not_sent' }
  | { readonly kind: 'unknown' };

/** Parsed JSON, with only the fields that were understood. */
export type Data = Readonly<Record<string, unknown>>;

export type Api = {
  get(path: string, query: Fields, until?: AbortSignal): Promise<Reply>;
  post(path: string, form: Fields, until?: AbortSignal): Promise<Reply>;
};
/** Names without their capital letter: all names of the API begin with one. */
type Fields = Readonly<Record<string, string>>;

/** The REST API at one address: sends forms, receives JSON. */
export function twilioApi(url: string, { account, token, signalAfter }: TwilioAccess): Api {
  const call: HttpCall = httpCall({
    url,
    callTimeoutMs: 15_000,
    connectTimeoutMs: 5000,
    // A text must not be sent twice, and nothing more is reported about one that may have been sent.
    keepsConnections: false,
    signalAfter,
  });
  const credentials = () => Buffer.from(`${account}:${token.reveal()}`).toString('base64');
  const headers = () => ({ authorization: `Basic ${credentials()}`, accept: 'application/json' });

  return {
    async get(path, query, until) {
      const target = `${path}?${encode(query)}`;
      return read(await call({ method: 'GET', path: target, headers: headers(), body: '', until }));
    },
    async post(path, form, until) {
      const more = { ...headers(), 'content-type': 'application/x-www-form-urlencoded' };
      const body = encode(form);
      return read(await call({ method: 'POST', path, headers: more, body, until }));
    },
  };
}

function encode(fields: Fields): string {
  const named = Object.entries(fields).map(([name, value]) => [capital(name), value] as const);
  return String(new URLSearchParams(Object.fromEntries(named)));
}

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function read(result: Awaited<ReturnType<HttpCall>>): Reply {
  if (result.kind !== 'answered') return { kind: result.kind };
  return { kind: 'answered', status: result.status, data: parse(result.body) };
}

function parse(body: string): Data {
  try {
    return dataIn(JSON.parse(body));
  } catch {
    return {};
  }
}

export function dataIn(value: unknown): Data {
  return typeof value === 'object' && value !== null ? (value as Data) : {};
}

export function listIn(value: unknown): readonly Data[] {
  return Array.isArray(value) ? value.map(dataIn) : [];
}

export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** In the form in which the API writes North American numbers. */
export function international(number: string): string {
  return `+1${number}`;
}

/** Ten digits; undefined for short codes and numbers from other countries. */
export function national(number: unknown): string | undefined {
  return /^\+1(\d{10})$/.exec(String(number))?.[1];
}

/** The id of a resource: two letters and 32 digits. */
export function sidIn(value: unknown): string | undefined {
  return /^[A-Z]{2}[0-9a-fA-F]{32}$/.test(String(value)) ? String(value) : undefined;
}
