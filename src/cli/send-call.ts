import { type IncomingMessage, request as sendPlain } from 'node:http';
import { request as sendSecurely } from 'node:https';
import { signalAfter } from '../build-world.ts';
import type { Config } from '../config.ts';
import { ExpectedError, type Shell } from './command.ts';
import { readFirstStart } from './first-start.ts';
import { type Profile, readProfiles } from './profile-file.ts';

/** Calls of the running service by HTTP, with the address and the key of a profile. */

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

const callTimeoutMs = 150_000;
/** The most bytes of a body, in either direction. */
export const mostBytes = 16 * 1024 * 1024;

/** The address and key of a call, and in words where both were found. */
export type Caller = Profile & {
  readonly address: string;
  /** The profile and the address, without a password in it. */
  readonly place: string;
  /** The owner of the key; never the key. */
  readonly keyName: string;
};
type Named = Pick<Caller, 'place' | 'keyName'>;

/** For a call that fails or is refused: an unexpected profile is the usual reason. */
export function calledBy({ place, keyName }: Named): string {
  return `called ${place}, by ${keyName}`;
}

/** The profile of that name, or the one in use; its missing parts come from the first start. */
export async function callerOf(
  config: Config,
  shell: Shell,
  name: string | undefined,
): Promise<Caller> {
  const { current, profiles } = await readProfiles(shell);
  const chosen = name ?? current;
  const own = profiles[chosen];
  if (name !== undefined && !own) {
    const names = Object.keys(profiles);
    const others = names.length > 0 ? `there are: ${names.join(', ')}` : 'there is none yet';
    throw new ExpectedError(`there is no profile ${name}; ${others}`);
  }
  const first = own?.key === undefined ? await readFirstStart(config) : undefined;
  const { address, key, ...profile } = { ...first, ...own };
  const at = address === undefined ? 'no address' : new URL(address).origin;
  const place = `with ${own ? `profile ${chosen}` : 'no profile'}, at ${at}`;
  const owner = profile.username === undefined ? '' : ` of ${profile.username}`;
  const source = first ? ' of first-start.json' : '';
  const keyName = key === undefined ? 'no key' : `the key${owner}${source}`;
  if (address === undefined || key === undefined) {
    throw new ExpectedError(
      `it would be ${calledBy({ place, keyName })}: quittance profile set NAME --address URL --key makes a profile of both`,
    );
  }
  return { ...profile, address, key, place, keyName };
}

export function authorization({ username, key = '' }: Profile) {
  if (username === undefined) return { authorization: `Bearer ${key}` };
  return { authorization: `Basic ${Buffer.from(`${username}:${key}`).toString('base64')}` };
}

type Sent = { readonly body: string; readonly headers: Readonly<Record<string, string>> };
type Answer = { readonly status: number; readonly body: string };

export function send(
  by: Named,
  method: Method,
  url: URL,
  { body, headers }: Sent,
): Promise<Answer> {
  const open = url.protocol === 'https:' ? sendSecurely : sendPlain;
  const length = body === '' ? {} : { 'Content-Length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const request = open(url, {
      method,
      headers: { ...headers, ...length },
      signal: signalAfter(callTimeoutMs),
    });
    const failed = (error: NodeJS.ErrnoException) => {
      const why = error.code ?? error.message;
      reject(
        new ExpectedError(
          `no answer from ${url.origin}: ${why}. Does the service run? It was ${calledBy(by)}.`,
        ),
      );
    };
    request.once('error', failed);
    request.once('response', (response) => readAnswer(response).then(resolve, failed));
    request.end(body);
  });
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > mostBytes) throw new Error(`more than ${mostBytes} bytes`);
    pieces.push(piece);
  }
  return { status: response.statusCode ?? 0, body: Buffer.concat(pieces).toString('utf8') };
}

/** JSON with a line for each member; anything else, and numbers that JavaScript would round, as it came. */
export function prettyJson(body: string): string {
  try {
    const hasLongNumber = /[:[,]\s*-?\d[\d.]{15,}/.test(body);
    return hasLongNumber ? body : JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
