import { StacklessError } from '../../kernel/stackless-error.ts';
import { xmlText } from '../../kernel/xml/text.ts';
import type { Answer } from '../http/envelope.ts';
import { envelopeNamespaces, type SoapVersion } from './soap-request.ts';

// A refused operation is mostly no fault: what its caller gets is made by `failed` in methods.ts.
export const contentTypes = {
  '1.1': 'text/xml; charset=utf-8',
  '1.2': 'application/soap+xml; charset=utf-8',
} as const satisfies Record<SoapVersion, string>;

export const cacheControl = {
  /** For every answer of an operation, also a failure. */
  ran: 'private, max-age=0',
  /** For a request that reached no operation. */
  refused: 'private',
} as const;

type FaultCode = 'client' | 'server' | 'mustUnderstand' | 'versionMismatch';
const codes: Record<SoapVersion, Record<FaultCode, string>> = {
  '1.1': {
    client: 'soap:Client',
    server: 'soap:Server',
    mustUnderstand: 'soap:MustUnderstand',
    versionMismatch: 'soap:VersionMismatch',
  },
  '1.2': {
    client: 'soap:Sender',
    server: 'soap:Receiver',
    mustUnderstand: 'soap:MustUnderstand',
    versionMismatch: 'soap:VersionMismatch',
  },
};

/** A request that reaches no operation and gets no envelope: only a status. */
export class StatusOnly extends StacklessError {
  readonly status: 400 | 415;
  readonly version: SoapVersion;

  constructor(status: 400 | 415, version: SoapVersion) {
    super(`answered ${status}`);
    this.status = status;
    this.version = version;
  }
}

/** A fault for a SOAP caller. Always status 500: clients read a fault from no other. */
export class SoapFault extends StacklessError {
  readonly version: SoapVersion;
  readonly code: FaultCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    version: SoapVersion,
    code: FaultCode,
    text: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(text);
    this.version = version;
    this.code = code;
    this.headers = headers;
  }
}

export function faultAnswer({ version, code, message, headers }: SoapFault): Answer {
  return {
    status: 500,
    headers: {
      'Content-Type': contentTypes[version],
      'Cache-Control': cacheControl.refused,
      ...headers,
    },
    body: envelope(version, faultBody(version, code, message), code === 'versionMismatch'),
  };
}

export function statusAnswer({ status, version }: StatusOnly): Answer {
  const headers = { 'Content-Type': contentTypes[version], 'Cache-Control': cacheControl.refused };
  return { status, headers, body: '' };
}

const beginnings = {
  '1.1': beginning('1.1'),
  '1.2': beginning('1.2'),
};

export function envelope(version: SoapVersion, body: string, isMismatch = false): string {
  const header = isMismatch ? upgrade : '';
  return `${beginnings[version]}${header}<soap:Body>${body}</soap:Body></soap:Envelope>`;
}

function beginning(version: SoapVersion): string {
  return (
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${envelopeNamespaces[version]}"` +
    ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">'
  );
}

function faultBody(version: SoapVersion, code: FaultCode, message: string): string {
  const word = codes[version][code];
  const text = xmlText(message);
  // A fault about a header has no detail: detail is about the body.
  const hasDetail = code !== 'mustUnderstand';
  return version === '1.1'
    ? `<soap:Fault><faultcode>${word}</faultcode><faultstring>${text}</faultstring>` +
        `${hasDetail ? '<detail />' : ''}</soap:Fault>`
    : `<soap:Fault><soap:Code><soap:Value>${word}</soap:Value></soap:Code><soap:Reason>` +
        `<soap:Text xml:lang="en">${text}</soap:Text></soap:Reason>` +
        `${hasDetail ? '<soap:Detail />' : ''}</soap:Fault>`;
}

const { '1.1': soap11, '1.2': soap12 } = envelopeNamespaces;
const upgrade =
  `<soap:Header><soap12:Upgrade xmlns:soap12="${soap12}">` +
  `<soap12:SupportedEnvelope qname="soap:Envelope" xmlns:soap="${soap11}" />` +
  `<soap12:SupportedEnvelope qname="soap12:Envelope" xmlns:soap12="${soap12}" />` +
  '</soap12:Upgrade></soap:Header>';
