import { describedEndpoints } from '../api/v1/endpoints.ts';
import { newUuid } from '../build-world.ts';
import { nearest } from '../kernel/nearest.ts';
import { type Command, type Input, UsageError } from './command.ts';
import { readInput } from './read-input.ts';
import {
  authorization,
  type Caller,
  calledBy,
  callerOf,
  type Method,
  mostBytes,
  prettyJson,
  send,
} from './send-call.ts';
import { verbatim } from './values.ts';
import { didYouMean, option, readWords, type Words } from './words.ts';

const shared = { profile: option('NAME', verbatim(50)) };
const forWrites = {
  ...shared,
  idempotencyKey: option('KEY', verbatim(255)),
  ifMatch: option('ETAG', verbatim(200)),
};

export const callCommands = {
  get: caller(
    'GET',
    'Calls a path of the running service and prints the answer. KEY=VALUE goes into the query.',
  ),
  post: caller(
    'POST',
    `Posts to a path of the running service and prints the answer. ${bodyHelp()}`,
  ),
  patch: caller(
    'PATCH',
    `Changes what is at a path of the running service and prints the answer. ${bodyHelp()}`,
  ),
  delete: caller(
    'DELETE',
    'Deletes what is at a path of the running service and prints the answer.',
  ),
} as const;

function bodyHelp(): string {
  return (
    'The body is JSON of the KEY=VALUE words, where KEY:=JSON is a value that is no text, or else standard input. Card ' +
    'numbers belong there: other users of this machine see words. An idempotency key is made where none is given.'
  );
}

function caller(method: Method, doc: string): Command {
  const words: Words = method === 'GET' ? shared : forWrites;
  const options = Object.entries(words).map(
    ([name, { shape }]) =>
      `[--${name.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)} ${shape}]`,
  );
  return {
    doc: `${doc} The address and the key are those of the profile, or of first-start.json. The exit code is 1 for a status of 400 and above.`,
    usage: ['PATH', ...(method === 'DELETE' ? [] : ['[KEY=VALUE ...]']), ...options].join(' '),
    async run(config, given, shell) {
      const [path = '', ...rest] = given;
      if (!path.startsWith('/')) throw new UsageError('PATH must begin with /, as in /v1/payments');
      const fields = rest.filter((word) => isField(word));
      const typed = readWords(
        forWrites,
        rest.filter((word) => !isField(word)),
        noField(method),
      );
      const by = await callerOf(config, shell, typed.profile);
      const isWrite = method === 'POST' || method === 'PATCH';
      const body = isWrite ? await bodyOf(fields, shell.input) : '';
      const headers = {
        ...authorization(by),
        ...(isWrite && { 'Content-Type': 'application/json' }),
        ...(method !== 'GET' && { 'Idempotency-Key': typed.idempotencyKey ?? newUuid() }),
        ...(typed.ifMatch !== undefined && { 'If-Match': typed.ifMatch }),
      };
      const url = addressOf(by, method, path, fields);
      const answer = await send(by, method, url, { body, headers });
      if (answer.body !== '') shell.print(prettyJson(answer.body));
      if (answer.status < 400) return 0;
      const meant = answer.status === 404 ? didYouMean(pathsNear(path)) : '';
      const status = `the service answered ${answer.status}, ${calledBy(by)}`;
      shell.remark(`quittance: ${status}${meant && `.${meant}`}`);
      return 1;
    },
  };
}

/** Paths of /v1 that were probably meant by one that is none of them: of an object that is not there, none is wrong. */
function pathsNear(path: string): string[] {
  const known = [...new Set(describedEndpoints.map((one) => one.path))];
  const given = withoutIds(path);
  if (known.some((one) => withoutIds(one) === given)) return [];
  const near = nearest(given, [...new Set(known.map(withoutIds))]);
  return near.map((one) => known.find((path) => withoutIds(path) === one)!);
}

/** `/v1/payments/17/refunds` and the path of its endpoint are the same here. */
function withoutIds(path: string): string {
  return path.replaceAll(/\/(?:\{[^}]*\}|[^/]*\d[^/]*)(?=\/|$)/g, (part, at) =>
    at === 0 ? part : '/ID',
  );
}

/** Explains a word that is neither a field nor an option. One that may be a body is not repeated. */
function noField(method: Method): ((word: string) => string) | undefined {
  if (method === 'DELETE') return undefined;
  const form = method === 'GET' ? 'KEY=VALUE' : 'KEY=VALUE, or KEY:=1250 for a number';
  return (word) =>
    /^[@{[]/.test(word)
      ? `a word behind the path is ${form}; a whole body comes from standard input, as in < body.json`
      : `"${word}" is no field: write ${form}`;
}

function isField(word: string): boolean {
  return /^[A-Za-z_][\w.[\]-]*:?=/.test(word);
}

function addressOf({ address }: Caller, method: Method, path: string, fields: readonly string[]) {
  const url = new URL(address + path);
  if (method !== 'GET' && method !== 'DELETE') return url;
  for (const field of fields) {
    const at = field.indexOf('=');
    url.searchParams.append(field.slice(0, at), field.slice(at + 1));
  }
  return url;
}

async function bodyOf(fields: readonly string[], input: Input): Promise<string> {
  if (fields.length === 0) {
    const text = input().isTTY ? '' : (await readInput(input, mostBytes)).trim();
    if (text !== '') parse(text, 'standard input');
    return text === '' ? '{}' : text;
  }
  return JSON.stringify(Object.fromEntries(fields.map(fieldOf)));
}

/** `amount:=1250` is a number, `name=Ada` a text. */
function fieldOf(field: string): [string, unknown] {
  const at = field.indexOf('=');
  const value = field.slice(at + 1);
  if (field[at - 1] !== ':') return [field.slice(0, at), value];
  const key = field.slice(0, at - 1);
  return [key, parse(value, key)];
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${what} must be JSON`);
  }
}
