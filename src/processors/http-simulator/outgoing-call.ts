import { type CallResult, type HttpCallOptions, httpCall } from '../../base/http-call.ts';

/** Posts a JSON body to a path below an address. */
export type OutgoingCall = (path: string, body: string) => Promise<CallResult>;

export type OutgoingOptions = Omit<HttpCallOptions, 'keepsConnections'>;

/** A connection that was kept saves a payment its round trips; what is unknown after it died is asked for. */
export function outgoingCall(options: OutgoingOptions): OutgoingCall {
  const call = httpCall({ ...options, keepsConnections: true });
  const headers = { 'content-type': 'application/json' };
  return (path, body) => call({ method: 'POST', path, headers, body });
}
