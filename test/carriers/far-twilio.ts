import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from '../scope.ts';

type Scope = { after(work: () => Promise<void> | void): void };

export type Heard = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly authorization: string | undefined;
};
export type Answer = { readonly status: number; readonly body: unknown };

export type FarNumber = {
  readonly friendly_name: string;
  readonly phone_number: string;
  readonly sid: string;
  /** Where it asks about calls. */
  voice_url: string | null;
};

export type FarTwilio = {
  readonly url: string;
  readonly heard: readonly Heard[];
  /** Numbers that the account has bought: its name and its number. */
  readonly bought: readonly FarNumber[];
  /** Texts that were taken. */
  readonly texts: readonly URLSearchParams[];
  /** Numbers for sale. */
  readonly offers: string[];
  /** Kinds of lines, by number. */
  readonly lines: Map<string, unknown>;
  /** In place of what it would do by itself: an answer, or what becomes of the connection. */
  instead: ((heard: Heard, response: ServerResponse) => Answer | undefined | 'silence') | undefined;
  /** Called before something is done and behind it, before that is answered; what it throws ends the connection. */
  atMoment: () => void;
};

export const account = `AC${'0123456789abcdef'.repeat(2)}`;
export const token = 'a token of twilio';

/** As the settings name it. */
export function settingsFor({ url }: FarTwilio, publicUrl = 'https://pay.example.com') {
  return {
    TWILIO_ACCOUNT: account,
    TWILIO_TOKEN: token,
    TWILIO_URL: url,
    TWILIO_LOOKUP_URL: url,
    PUBLIC_URL: publicUrl,
  };
}

/** Stands at the other end of the network and behaves as Twilio's documents say it does. */
export async function farTwilio(scope: Scope): Promise<FarTwilio> {
  const heard: Heard[] = [];
  const bought: FarNumber[] = [];
  const texts: URLSearchParams[] = [];
  const offers = ['+16175550201', '+16175550202', '+12125550203'];
  const lines = new Map<string, unknown>();
  const sid = (kind: string, n: number) => kind + String(n).padStart(32, '0');

  const doors: Record<string, (asked: Heard) => Answer> = {
    'POST Messages.json': ({ form }) => {
      texts.push(form);
      return { status: 201, body: { sid: sid('SM', texts.length), status: 'queued' } };
    },
    'GET IncomingPhoneNumbers.json': ({ query }) => {
      const name = query.get('FriendlyName');
      const found = bought.filter(({ friendly_name: given }) => given === name);
      return { status: 200, body: { incoming_phone_numbers: found } };
    },
    'POST IncomingPhoneNumbers.json': ({ form }) => {
      const number = form.get('PhoneNumber')!;
      const at = offers.indexOf(number);
      if (at === -1) return { status: 400, body: { code: 21422, message: 'not available' } };
      offers.splice(at, 1);
      const one = { friendly_name: form.get('FriendlyName')!, phone_number: number };
      const more = { sid: sid('PN', bought.length + 1), voice_url: form.get('VoiceUrl') };
      bought.push({ ...one, ...more });
      return { status: 201, body: bought.at(-1) };
    },
    'POST bought number': ({ path, form }) => {
      const found = bought.find((one) => path.endsWith(`/IncomingPhoneNumbers/${one.sid}.json`));
      if (!found) return { status: 404, body: { code: 20404 } };
      found.voice_url = form.get('VoiceUrl') ?? found.voice_url;
      return { status: 200, body: found };
    },
    'GET Local.json': ({ query }) => {
      const area = query.get('AreaCode') ?? '';
      const near = offers.filter((number) => number.startsWith(`+1${area}`));
      const numbers = near.map((number) => ({ phone_number: number }));
      return { status: 200, body: { available_phone_numbers: numbers } };
    },
    'GET number': ({ path }) => {
      const number = decodeURIComponent(path.split('/').at(-1)!);
      const found = lines.get(number) ?? { type: 'mobile', carrier_name: 'Far Wireless' };
      return { status: 200, body: { valid: true, line_type_intelligence: found } };
    },
  };

  const far: FarTwilio = {
    url: '',
    heard,
    bought,
    texts,
    offers,
    lines,
    instead: undefined,
    atMoment() {},
  };
  const server = createServer(async (request, response) => {
    const asked = await hear(request);
    heard.push(asked);
    try {
      far.atMoment();
      const given = far.instead?.(asked, response);
      if (given === 'silence') return;
      const { status, body } = given ?? answer(asked);
      far.atMoment();
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    } catch {
      response.destroy();
    }
  });

  function answer(asked: Heard): Answer {
    const right = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;
    if (asked.authorization !== right) return { status: 401, body: { code: 20003 } };
    const last = asked.path.split('/').at(-1)!;
    const isLookup = asked.path.startsWith('/v2/PhoneNumbers/');
    const isOurs = asked.path.startsWith(`/2010-04-01/Accounts/${account}/`);
    const isNumber = /^PN\d+\.json$/.test(last);
    const door = isLookup ? 'GET number' : `${asked.method} ${isNumber ? 'bought number' : last}`;
    const open = isLookup || isOurs ? doors[door] : undefined;
    return open ? open(asked) : { status: 404, body: { code: 20404 } };
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(scope, () => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(far, { url: `http://127.0.0.1:${port}` });
}

async function hear(request: IncomingMessage): Promise<Heard> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const { pathname, searchParams } = new URL(request.url!, 'http://x');
  return {
    method: request.method!,
    path: pathname,
    query: searchParams,
    form: new URLSearchParams(Buffer.concat(pieces).toString()),
    authorization: request.headers.authorization,
  };
}

/** As https://www.twilio.com/docs/usage/security tells it, written apart from what checks it. */
export function signatureFor(url: string, form: Record<string, string>, key = token): string {
  let text = url;
  for (const name of Object.keys(form).sort()) text += name + form[name];
  return createHmac('sha1', key).update(Buffer.from(text, 'utf8')).digest('base64');
}
