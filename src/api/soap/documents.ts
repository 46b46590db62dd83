import { element, xmlDocument } from '../../kernel/xml/text.ts';
import type { Answer } from '../http/envelope.ts';
import type { Request } from '../http/request.ts';
import { pageSecurity } from './error-page.ts';
import { readPairs } from './form.ts';
import { helpPage, methodPage } from './help-page.ts';
import { plainFault } from './http-binding.ts';
import { type AsmxSettings, type Method, MethodFault } from './method.ts';
import { cacheControl, contentTypes } from './soap-faults.ts';
import { wsdlBindings, wsdlService } from './wsdl-bindings.ts';
import { wsdlMessages, wsdlPortTypes } from './wsdl-messages.ts';
import { wsdlTypes } from './wsdl-types.ts';

/** GET of Service.asmx itself: WSDL, discovery document or help, by the query. */
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
    return xmlAnswer(wsdlFor(methods, namespace, address));
  }
  if (word === 'schema' && hasValue) return notFound('Schema not found.');
  if (word === 'disco' && !hasValue) return xmlAnswer(disco(namespace, address));
  return helpFor(methods, { ...settings, address }, query);
}

const written = new WeakMap<readonly Method[], Map<string, string>>();
// The address comes from the caller, so the cache is bounded.
const mostWritten = 16;

/** Cached, because callers need no credentials. */
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

function xmlAnswer(body: string): Answer {
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

/** The WSDL that clients are generated from. Its order is fixed: some clients select elements by position. */
export function wsdl(methods: readonly Method[], namespace: string, address: string): string {
  const attributes = {
    'xmlns:soapenc': 'http://schemas.xmlsoap.org/soap/encoding/',
    'xmlns:soap12': 'http://schemas.xmlsoap.org/wsdl/soap12/',
    'xmlns:http': 'http://schemas.xmlsoap.org/wsdl/http/',
    'xmlns:tns': namespace,
    'xmlns:mime': 'http://schemas.xmlsoap.org/wsdl/mime/',
    'xmlns:tm': 'http://microsoft.com/wsdl/mime/textMatching/',
    'xmlns:s': 'http://www.w3.org/2001/XMLSchema',
    'xmlns:soap': 'http://schemas.xmlsoap.org/wsdl/soap/',
    targetNamespace: namespace,
    'xmlns:wsdl': 'http://schemas.xmlsoap.org/wsdl/',
  };
  const definitions = element('wsdl:definitions', attributes, [
    ...wsdlTypes(methods, namespace),
    ...wsdlMessages(methods),
    ...wsdlPortTypes(methods),
    ...wsdlBindings(methods, namespace),
    ...wsdlService(address),
  ]);
  return xmlDocument(definitions);
}

/** The discovery document: the address of the WSDL. */
export function disco(namespace: string, address: string): string {
  const attributes = {
    'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
    'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
    xmlns: 'http://schemas.xmlsoap.org/disco/',
  };
  const contract = element('contractRef', {
    ref: `${address}?wsdl`,
    docRef: address,
    xmlns: 'http://schemas.xmlsoap.org/disco/scl/',
  });
  const bindings = ['ServiceSoap', 'ServiceSoap12'].flatMap((name, i) => {
    const prefix = `q${i + 1}`;
    return element('soap', {
      address,
      [`xmlns:${prefix}`]: namespace,
      binding: `${prefix}:${name}`,
      xmlns: 'http://schemas.xmlsoap.org/disco/soap/',
    });
  });
  return xmlDocument(element('discovery', attributes, [...contract, ...bindings]));
}
