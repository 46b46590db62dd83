import { XmlFault } from '../../kernel/xml/reader.ts';
import type { Answer } from '../http/envelope.ts';
import { decodeBody, readContentType } from './charset.ts';
import { type AsmxSettings, type Incoming, type Method, MethodFault } from './method.ts';
import { quoted } from './quoted.ts';
import { soapResult } from './result-documents.ts';
import { ArgumentFault, readArguments } from './soap-arguments.ts';
import {
  cacheControl,
  contentTypes,
  envelope,
  faultAnswer,
  SoapFault,
  StatusOnly,
  statusAnswer,
} from './soap-faults.ts';
import { readSoapRequest, type SoapRequest, type SoapVersion } from './soap-request.ts';
import { type Methods, methodOfHeader, methodOfRequest, wantedBy } from './soap-routing.ts';

export type SoapBinding = (call: Incoming, body: Buffer) => Promise<Answer>;

/** POST to Service.asmx itself: SOAP in both versions. */
export function createSoapBinding(
  list: readonly Method[],
  { namespace }: AsmxSettings,
): SoapBinding {
  const methods: Methods = {
    byAction: new Map(list.map((method) => [namespace + method.name, method])),
    byName: new Map(list.map((method) => [method.name, method])),
    namespace,
  };

  return async (call, body) => {
    try {
      return await exchange(methods, call, body);
    } catch (error) {
      if (error instanceof SoapFault) return faultAnswer(error);
      if (error instanceof StatusOnly) return statusAnswer(error);
      throw error;
    }
  };
}

async function exchange(methods: Methods, call: Incoming, body: Buffer): Promise<Answer> {
  const { headers } = call.request;
  const type = readContentType(headers['content-type']);
  const wanted = wantedBy(type, headers.soapaction as string | undefined);
  const isXml = type.mediaType === 'text/xml' || wanted.isSoap12;
  if (wanted.header !== undefined && !isXml) throw new StatusOnly(415, '1.1');
  const ofHeader = wanted.header === undefined ? undefined : methodOfHeader(methods, wanted.header);

  const text = decodeBody(body, type);
  const isUnnamed = wanted.header === undefined && !wanted.parameter;
  if (isUnnamed) refuseNoXml(text);
  const usual = wanted.isSoap12 ? '1.2' : '1.1';
  const request = reading(usual, () => readSoapRequest(text));
  const version = versionOf(request, usual);
  if (!isXml) throw new StatusOnly(415, '1.2');
  if (wanted.isSoap12 && version === '1.1') throw new StatusOnly(415, '1.1');
  if (!request.hasBody) throw missing(version, 'Body');

  const method = ofHeader ?? methodOfRequest(methods, wanted.parameter, request, version);
  // Before the operation runs: a "not understood" fault must mean that nothing was done.
  if (request.mustUnderstand !== undefined) {
    const message = `SOAP header ${quoted(request.mustUnderstand)} was not understood.`;
    throw new SoapFault(version, 'mustUnderstand', message, { 'Cache-Control': cacheControl.ran });
  }
  const args = reading(version, () =>
    readArguments(method, request.calls, methods.namespace, text),
  );
  return await run(method, args, call, version, methods.namespace);
}

async function run(
  method: Method,
  args: ReturnType<typeof readArguments>,
  call: Incoming,
  version: SoapVersion,
  namespace: string,
): Promise<Answer> {
  try {
    const { value, headers } = await method.run(args, call);
    return {
      status: 200,
      headers: {
        'Content-Type': contentTypes[version],
        'Cache-Control': cacheControl.ran,
        ...headers,
      },
      body: envelope(version, soapResult(method.name, method.result, value, namespace)),
    };
  } catch (error) {
    if (!(error instanceof MethodFault)) throw error;
    const isOurs = error.blames === 'server';
    const message = isOurs
      ? `Server was unable to process request. ---> ${error.message}`
      : error.message;
    const headers = { 'Cache-Control': cacheControl.ran, ...error.headers };
    throw new SoapFault(version, error.blames, message, headers);
  }
}

/** Not XML, and no operation named: answered as the legacy service did. */
function refuseNoXml(text: string): void {
  const start = text.trimStart();
  if (start.startsWith('<')) return;
  const problem =
    start === ''
      ? 'Root element is missing.'
      : 'Data at the root level is invalid. Line 1, position 1.';
  throw new SoapFault('1.2', 'server', `Server was unable to process request. ---> ${problem}`);
}

function reading<T>(version: SoapVersion, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ArgumentFault) throw unreadable(version, error.message);
    if (!(error instanceof XmlFault)) throw error;
    if (error.kind === 'malformed') throw new StatusOnly(400, version);
    throw unreadable(version, error.message);
  }
}

function versionOf({ root, version }: SoapRequest, usual: SoapVersion): SoapVersion {
  if (version === undefined) {
    const message =
      `Possible SOAP version mismatch: Envelope namespace ${quoted(root.namespace)} was unexpected. ` +
      'Expecting http://schemas.xmlsoap.org/soap/envelope/.';
    throw new SoapFault('1.1', 'versionMismatch', message);
  }
  if (root.local !== 'Envelope') throw missing(usual, 'Envelope');
  return version;
}

function missing(version: SoapVersion, element: 'Envelope' | 'Body'): SoapFault {
  return unreadable(
    version,
    `Request format is invalid: Missing required soap:${element} element.`,
  );
}

function unreadable(version: SoapVersion, problem: string): SoapFault {
  const message = `Server was unable to read request. ---> ${problem}`;
  return new SoapFault(version, 'client', message);
}
