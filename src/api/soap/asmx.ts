import type { Log } from '../../kernel/log.ts';
import { BodyFault, readBody } from '../http/body.ts';
import { bodyLimits } from '../http/body-limits.ts';
import { type Answer, internalError } from '../http/envelope.ts';
import { asmxPath, isBelowAsmx } from '../http/paths.ts';
import type { Request } from '../http/request.ts';
import { describe } from './documents.ts';
import { errorPage } from './error-page.ts';
import { answerGet, answerPost, plainFault } from './http-binding.ts';
import type { AsmxSettings, Incoming, Method } from './method.ts';
import { quoted } from './quoted.ts';
import { createSoapBinding, type SoapBinding } from './soap-binding.ts';
import { faultAnswer, SoapFault, StatusOnly, statusAnswer } from './soap-faults.ts';

/** `answer` handles every path below Service.asmx, in any letter case. */
export type Asmx = {
  answer(request: Request, requestId: string): Promise<Answer>;
  /** A refusal before routing, in the format of the address. */
  refuse(request: Request, status: number, message: string): Answer;
};

type Service = {
  readonly methods: readonly Method[];
  readonly byName: ReadonlyMap<string, Method>;
  readonly settings: AsmxSettings;
  readonly soap: SoapBinding;
};

export function createAsmx(methods: readonly Method[], settings: AsmxSettings, log: Log): Asmx {
  const byName = new Map(methods.map((method) => [method.name, method]));
  const service = { methods, byName, settings, soap: createSoapBinding(methods, settings) };
  return {
    refuse,
    async answer(request, requestId) {
      try {
        return await route(service, request, requestId);
      } catch (error) {
        log.error('request.failed', { requestId, error });
        return failed(request, internalError(requestId));
      }
    },
  };
}

async function route(service: Service, request: Request, requestId: string): Promise<Answer> {
  const { path, query } = split(request.url!);
  const { method: verb } = request;
  if (path !== '') return await callByPath(service, request, requestId, path, query);
  if (verb === 'GET') return describe(service.methods, service.settings, request, query);
  if (verb !== 'POST') {
    const page = errorPage(405, 'Request format is unrecognized.');
    return { ...page, headers: { ...page.headers, Allow: 'GET, POST' } };
  }
  const body = await readBody(request, bodyLimits.service);
  if (body instanceof BodyFault) return refuse(request, body.status, body.message);
  return await service.soap({ request, requestId, binding: 'soap' }, body);
}

/** The HTTP bindings: the path names the operation. */
async function callByPath(
  { byName, methods, settings }: Service,
  request: Request,
  requestId: string,
  path: string,
  query: string,
): Promise<Answer> {
  const { method: verb } = request;
  const place = `Request format is unrecognized for URL unexpectedly ending in '${quoted(path)}'.`;
  // A caller that posts is a program, so it gets no HTML page.
  if (path === '/' && verb === 'POST') return plainFault(place);
  if (path === '/' || (verb !== 'GET' && verb !== 'POST')) return errorPage(500, place);
  const name = decoded(path.slice(1));
  const method = byName.get(name);
  if (!method) return plainFault(noSuchMethod(methods, name), noReferrer);
  if (verb === 'GET') {
    return await answerGet(method, { request, requestId, binding: 'get' }, query, settings);
  }
  const body = await readBody(request, bodyLimits.service);
  if (body instanceof BodyFault) return plainFault(body.message);
  const call: Incoming = { request, requestId, binding: 'post' };
  return await answerPost(method, call, request.headers['content-type'], body, settings);
}

// The address may hold the secrets of a correct one.
const noReferrer = { 'Referrer-Policy': 'no-referrer' };

function noSuchMethod(methods: readonly Method[], name: string): string {
  const lower = name.toLowerCase();
  const similar = methods.find((method) => method.name.toLowerCase() === lower);
  return similar
    ? `Invalid method name '${quoted(name)}',  method names are case sensitive.   The method name ` +
        `'${similar.name}' with the same name but different casing was found.\r\nParameter name: methodName`
    : `${quoted(name)} Web Service method name is not valid.`;
}

/** Clients read a fault only from status 500; only a wrong media type has a status of its own. */
function refuse(request: Request, status: number, message: string): Answer {
  const { path } = split(request.url!);
  if (path !== '') return plainFault(message);
  if (request.method !== 'POST') return { ...plainFault(message), status };
  const version = versionAsked(request);
  if (status === 415) return statusAnswer(new StatusOnly(415, version));
  const text = `Server was unable to read request. ---> ${message}`;
  return faultAnswer(new SoapFault(version, 'client', text));
}

function failed(request: Request, message: string): Answer {
  const isSoap = request.method === 'POST' && split(request.url!).path === '';
  if (!isSoap) return plainFault(message);
  const text = `Server was unable to process request. ---> ${message}`;
  return faultAnswer(new SoapFault(versionAsked(request), 'server', text));
}

function versionAsked({ headers }: Request): '1.1' | '1.2' {
  return headers['content-type']?.toLowerCase().startsWith('application/soap+xml') ? '1.2' : '1.1';
}

/** The path after Service.asmx, and the query. */
function split(target: string): { path: string; query: string } {
  const mark = target.indexOf('?');
  const sent = mark === -1 ? target : target.slice(0, mark);
  const whole = sent.replace(/^\/{2,}/, '/');
  let path = whole.slice(asmxPath.length);
  // Callers append the file's name to the base address, as with their old one.
  if (isBelowAsmx(path)) path = path.slice(asmxPath.length);
  return { path, query: mark === -1 ? '' : target.slice(mark + 1) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
