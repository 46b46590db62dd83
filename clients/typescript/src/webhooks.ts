import { WebhookError } from './errors.ts';

type HeaderValues = Readonly<Record<string, string | readonly string[] | undefined>>;

export type SignedRequest = {
  /** A `Headers`, or the headers of a request of Node.js. */
  readonly headers: Pick<Headers, 'get'> | HeaderValues;
  /** As it arrived: another spelling of it has another signature. */
  readonly body: string | Uint8Array;
};

export type VerifyOptions = {
  /** How old or early a post may be; 300 when left out. */
  readonly toleranceSeconds?: number | undefined;
  /** Milliseconds; the clock of this machine when left out. */
  readonly now?: number | undefined;
};

export type Webhook = {
  /** Equal on every attempt and replay: a receiver recognizes duplicates by it. */
  readonly id: string;
  readonly timestamp: Date;
  /** What was posted, field by field. */
  readonly fields: Readonly<Record<string, string>>;
};

/**
 * Verifies a post by the rules of Standard Webhooks and returns its fields. While a secret is rotated give both. Throws a
 * WebhookError.
 */
export async function verifyWebhook(
  secrets: string | readonly string[],
  request: SignedRequest,
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<Webhook> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(request, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures)
    throw new WebhookError('A header of the signature is missing.');
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookError('webhook-timestamp is no number of seconds.');
  const body =
    typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body;
  if (!(await isSigned([secrets].flat(), { id, timestamp, body }, signatures))) {
    throw new WebhookError('No signature fits.');
  }
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookError('The post is too old or too early.');
  }
  const fields = Object.fromEntries(new URLSearchParams(new TextDecoder().decode(body)));
  return { id, timestamp: new Date(Number(timestamp) * 1000), fields };
}

type Signed = { readonly id: string; readonly timestamp: string; readonly body: Uint8Array };

async function isSigned(
  secrets: readonly string[],
  { id, timestamp, body }: Signed,
  signatures: string,
): Promise<boolean> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = new Uint8Array(head.length + body.length);
  content.set(head);
  content.set(body, head.length);
  const given = signatures
    .split(' ')
    .slice(0, 20)
    .filter((one) => one.startsWith('v1,'))
    .map((one) => bytesOf(one.slice(3)));
  for (const secret of secrets) {
    const raw = bytesOf(secret.replace(/^whsec_/, ''));
    if (!raw?.length)
      throw new WebhookError('The secret is not one of a webhook: whsec_ and base64.');
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify']);
    for (const one of given) {
      if (one && (await crypto.subtle.verify('HMAC', key, one, content))) return true;
    }
  }
  return false;
}

function headerOf({ headers }: SignedRequest, name: string): string | undefined {
  const value =
    typeof headers.get === 'function'
      ? (headers as Pick<Headers, 'get'>).get(name)
      : (headers as HeaderValues)[name];
  return typeof value === 'string' ? value : undefined;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return undefined;
  }
}
