import {
  type CallResult,
  type HttpCallOptions,
  httpCall,
} from '../../runtime/http-out/http-call.ts';

/** Posts a JSON body to a path below an address. */
export type OutgoingCall = (path: string, body: string) => Promise<CallResult>;

export type OutgoingOptions = Omit<HttpCallOptions, 'keepsConnections'>;

/** Open connections save a payment its round trips. After one breaks, an inquiry finds out what happened. */
export function outgoingCall(options: OutgoingOptions): OutgoingCall {
  const call = httpCall({ ...options, keepsConnections: true });
  const headers = { 'content-type': 'application/json' };
  return (path, body) => call({ method: 'POST', path, headers, body });
}
