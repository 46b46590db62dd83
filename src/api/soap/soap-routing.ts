import type { ContentType } from './charset.ts';
import type { Method } from './method.ts';
import { quoted } from './quoted.ts';
import { SoapFault } from './soap-faults.ts';
import type { SoapRequest, SoapVersion } from './soap-request.ts';

/** The parts of a request, outside of its envelope, that name the operation. */
export type Wanted = {
  readonly isSoap12: boolean;
  /** SOAPAction, without its quotes; undefined if absent, or for SOAP 1.2. */
  readonly header: string | undefined;
  /** The action of SOAP 1.2's content type. */
  readonly parameter: string | undefined;
};

export function wantedBy(type: ContentType, soapAction: string | undefined): Wanted {
  const isSoap12 = type.mediaType === 'application/soap+xml';
  return {
    isSoap12,
    header: isSoap12 || soapAction === undefined ? undefined : unquoted(decoded(soapAction.trim())),
    parameter: isSoap12 ? type.parameters.get('action') : undefined,
  };
}

/** Only whole double quotes are quotes. */
function unquoted(text: string): string {
  return text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}

function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export type Methods = {
  /** By the address that SOAPAction holds. */
  readonly byAction: ReadonlyMap<string, Method>;
  readonly byName: ReadonlyMap<string, Method>;
  readonly namespace: string;
};

/** The operation that SOAPAction names, whatever the body holds. Checked before the body is read. */
export function methodOfHeader({ byAction }: Methods, header: string): Method {
  const method = byAction.get(header);
  if (method) return method;
  const message = `Server did not recognize the value of HTTP Header SOAPAction: ${quoted(header)}.`;
  throw new SoapFault('1.1', 'client', message);
}

/** The operation that SOAP 1.2's action names, or else the first element in the body. */
export function methodOfRequest(
  methods: Methods,
  parameter: string | undefined,
  { calls }: SoapRequest,
  version: SoapVersion,
): Method {
  const named = parameter === undefined ? undefined : methods.byAction.get(parameter);
  if (named) return named;
  const first = calls[0]?.name;
  const called =
    first?.namespace === methods.namespace ? methods.byName.get(first.local) : undefined;
  if (called) return called;
  const message = parameter
    ? `Unable to handle request. The action '${quoted(parameter)}' was not recognized.`
    : 'Unable to handle request without a valid action parameter. Please supply a valid soap action.';
  throw new SoapFault(version, 'client', message);
}
