import type { Answer } from '../envelope.ts';
import type { Request } from '../request.ts';
import { disco } from './disco.ts';
import { pageSecurity } from './error-page.ts';
import { readPairs } from './form.ts';
import { helpPage, methodPage } from './help-page.ts';
import { plainFault } from './http-binding.ts';
import { type AsmxSettings, type Method, MethodFault } from './method.ts';
import { cacheControl, contentTypes } from './soap-faults.ts';
import { wsdl } from './wsdl.ts';

/** GET of Service.asmx itself: what the service says of itself, as the query asks. */
export function describe(
  methods: readonly Method[],
  settings: AsmxSettings,
  request: Request,
  query: string,
): Answer {
  const { namespace } = settings;
  const address = settings.addressFor(request);
  const [first = ''] = query.split('&', 1);
  const word = first.replace(/=.*$/, '').toLowerCase();
  const hasValue = first.length > word.length + 1;
  if (word === 'wsdl') {
    if (hasValue) return notFound('XML Web service description was not found.');
    return xmlDocument(wsdlFor(methods, namespace, address));
  }
  if (word === 'schema' && hasValue) return notFound('Schema not found.');
  if (word === 'disco' && !hasValue) return xmlDocument(disco(namespace, address));
  return helpFor(methods, { ...settings, address }, query);
}

const written = new WeakMap<readonly Method[], Map<string, string>>();
// The address comes from the caller, so there may be any number of them.
const mostWritten = 16;

/** The same document again costs nothing: whoever wants it need not say who they are. */
function wsdlFor(methods: readonly Method[], namespace: string, address: string): string {
  const known = written.get(methods) ?? new Map<string, string>();
  written.set(methods, known);
  const before = known.get(address);
  if (before !== undefined) return before;
  const document = wsdl(methods, namespace, address);
  if (known.size >= mostWritten) known.clear();
  known.set(address, document);
  return document;
}

function helpFor(
  methods: readonly Method[],
  options: AsmxSettings & { readonly address: string },
  query: string,
): Answer {
  try {
    const name = readPairs(query).get('op');
    const body = name === undefined ? helpPage(methods) : methodPage(methods, name, options);
    return page(body, options.address);
  } catch (error) {
    if (error instanceof MethodFault) return plainFault(error.message);
    throw error;
  }
}

function xmlDocument(body: string): Answer {
  const headers = { 'Content-Type': contentTypes['1.1'], 'Cache-Control': cacheControl.ran };
  return { status: 200, headers, body };
}

function notFound(message: string): Answer {
  return plainFault(message, { 'Cache-Control': cacheControl.ran });
}

function page(body: string, address: string): Answer {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': cacheControl.ran,
    ...pageSecurity(new URL(address).origin),
  };
  return { status: 200, headers, body };
}
