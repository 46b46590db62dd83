import { xmlLimits } from '../../kernel/xml/fault.ts';
import type { Answer } from '../http/envelope.ts';
import { readContentType } from './charset.ts';
import { type Pairs, readForm, readPairs } from './form.ts';
import {
  type Arguments,
  type AsmxSettings,
  type Incoming,
  type Method,
  MethodFault,
  type MethodParameter,
} from './method.ts';
import { quoted } from './quoted.ts';
import { httpResult } from './result-documents.ts';
import { cacheControl } from './soap-faults.ts';

type Headers = Readonly<Record<string, string>>;

/** GET .../Service.asmx/<name of the method>?<query> */
export async function answerGet(
  method: Method,
  call: Incoming,
  query: string,
  settings: AsmxSettings,
): Promise<Answer> {
  const answer = await answerCall(method, call, () => readPairs(query), settings);
  // The address may hold a card number, so no Referer header may carry it.
  return { ...answer, headers: { ...answer.headers, 'Referrer-Policy': 'no-referrer' } };
}

/** POST .../Service.asmx/<name of the method> with a form. The query is ignored. */
export async function answerPost(
  method: Method,
  call: Incoming,
  contentTypeHeader: string | undefined,
  body: Buffer,
  settings: AsmxSettings,
): Promise<Answer> {
  const contentType = readContentType(contentTypeHeader);
  if (contentType.mediaType !== 'application/x-www-form-urlencoded') {
    return plainFault(`Request format is invalid: ${quoted(contentTypeHeader ?? '')}.`);
  }
  return await answerCall(method, call, () => readForm(body, contentType), settings);
}

/** The answer of the HTTP bindings when there is no result. */
export function plainFault(message: string, headers?: Headers): Answer {
  return {
    status: 500,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': cacheControl.refused,
      ...headers,
    },
    body: `${message.replaceAll(special, (found) => references[found] ?? found)}\n`,
  };
}

// The arrow between chained messages was added after each message was encoded.
const special = / ---> |[&<>"']/g;
const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

async function answerCall(
  method: Method,
  call: Incoming,
  read: () => Pairs,
  { namespace }: AsmxSettings,
): Promise<Answer> {
  let cached: string = cacheControl.refused;
  try {
    const args = readArguments(method.parameters, read());
    cached = cacheControl.ran;
    const { value, headers } = await method.run(args, call);
    const document = httpResult(method.result, value, namespace);
    return {
      status: 200,
      headers: {
        ...(document !== undefined && { 'Content-Type': 'text/xml; charset=utf-8' }),
        'Cache-Control': cacheControl.ran,
        ...headers,
      },
      body: document ?? '',
    };
  } catch (error) {
    if (!(error instanceof MethodFault)) throw error;
    return plainFault(error.message, { 'Cache-Control': cached, ...error.headers });
  }
}

/** Parses arguments from a query or form. The first fault is reported. */
export function readArguments(parameters: readonly MethodParameter[], pairs: Pairs): Arguments {
  const args = new Map<string, string | boolean>();
  for (const { name, type } of parameters) {
    const text = pairs.get(name.toLowerCase());
    if (text === undefined) throw new MethodFault(`Missing parameter: ${name}.`, 'client');
    if (text.length > xmlLimits.text) {
      throw new MethodFault(`${name} must have at most ${xmlLimits.text} characters.`, 'client');
    }
    args.set(name, type === 'boolean' ? readBoolean(text) : text);
  }
  return args;
}

/** The SOAP bindings accept 1 and 0 too; the HTTP bindings never did. */
function readBoolean(text: string): boolean {
  const word = text.trim().toLowerCase();
  if (word === 'true') return true;
  if (word === 'false') return false;
  throw new MethodFault(
    `Cannot convert ${quoted(text)} to System.Boolean.\r\n` +
      'Parameter name: type ---> String was not recognized as a valid Boolean.',
    'client',
  );
}
