import type { Answer } from '../envelope.ts';
import { readContentType } from './charset.ts';
import { type Pairs, readForm, readPairs } from './form.ts';
import { readArguments } from './http-arguments.ts';
import { type AsmxSettings, type Incoming, type Method, MethodFault } from './method.ts';
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
  // The address may hold a card number: whoever the answer leads to must not be told it.
  return { ...answer, headers: { ...answer.headers, 'Referrer-Policy': 'no-referrer' } };
}

/** POST .../Service.asmx/<name of the method> with a form. What its query says is not read. */
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

/** What a caller of the HTTP bindings is told when there is no result. */
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

// The arrow that joins the messages of a chain was put between them after each was encoded.
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
