import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http';
import { idleMs, openDoor } from '../caller.ts';
import { type Caller, type Fixture, makeFixture } from '../fixture.ts';
import type { Scope } from '../scope.ts';

/** Who shows itself in another way than by a key. */
export type Headed = { readonly headers: Readonly<Record<string, string>> };

export type Asked = {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another address than the first one. */
  readonly at?: string;
  /** Who calls; the first business when left out. */
  readonly as?: Pick<Caller, 'apiKey'> | Headed;
};
export type Told = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they know is there.
  readonly body: any;
};
export type V1 = Fixture & {
  readonly caller: Caller;
  readonly baseUrl: string;
  call(method: string, path: string, asked?: Asked): Promise<Told>;
};

/** A served world with one business, and a way to call `/v1`. */
export async function serveV1(
  t: Scope,
  options: Parameters<typeof makeFixture>[1] = {},
): Promise<V1> {
  const fixture = await makeFixture(t, options);
  const world = await fixture.open();
  const caller = await fixture.addBusiness();
  const { baseUrl, close } = await openDoor(world);
  // Before the fixture, which asks whether anything is left under way.
  t.after(close);
  const agent = new Agent({ keepAlive: true, timeout: idleMs });
  t.after(async () => agent.destroy());

  return {
    ...fixture,
    caller,
    baseUrl,
    async call(method, path, { body, headers, as = caller, at = baseUrl } = {}) {
      const isText = body === undefined || typeof body === 'string';
      const sent = isText ? body : JSON.stringify(body);
      const { response, text } = await exchange(`${at}${path}`, sent, {
        agent,
        method,
        headers: {
          ...('apiKey' in as ? { Authorization: `Bearer ${as.apiKey}` } : as.headers),
          ...(sent !== undefined && { 'Content-Type': 'application/json' }),
          ...headers,
        },
      });
      const told = new Headers(response.headers as Record<string, string>);
      const isJson = text !== '' && /[/+]json/.test(told.get('content-type') ?? '');
      const status = response.statusCode!;
      return { status, headers: told, text, body: isJson ? JSON.parse(text) : undefined };
    },
  };
}

/** With connections that are kept, which is twice as fast as fetch. */
async function exchange(url: string, body: string | undefined, options: RequestOptions) {
  return await new Promise<{ response: IncomingMessage; text: string }>((resolve, reject) => {
    const sent = request(url, options, (response) => {
      const pieces: Buffer[] = [];
      const end = () => resolve({ response, text: Buffer.concat(pieces).toString() });
      const isLive = response.headers['content-type']?.startsWith('text/event-stream');
      response.on('data', (piece) => {
        pieces.push(piece);
        if (!isLive) return;
        // It would go on for ever.
        end();
        response.destroy();
      });
      response.on('error', reject);
      response.on('end', end);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** A card that is approved. */
export const card = { number: '4242424242424242', expiryMonth: 12, expiryYear: 2039, cvv: '937' };
export const aPayment = {
  amount: 1250,
  source: { card },
  customer: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' },
};
