import type { Config } from '../../config.ts';
import { forwardedAddress } from '../../kernel/ip-address.ts';
import type { Request } from './request.ts';

type Proxied = Pick<Config, 'behindProxy'>;

/** The address of the caller. */
export function callerAddress(request: Request, { behindProxy }: Proxied): string {
  const forwarded = behindProxy === 'yes' ? forwardedFor(request) : undefined;
  return forwarded ?? request.socket.remoteAddress ?? 'unknown';
}

/** The caller's address as the proxy in front of us reports it. */
export function forwardedFor({ headers }: Request): string | undefined {
  // Our proxy wrote the last entry; the ones before it can be forged.
  const forwarded = last(headers['x-forwarded-for']);
  // Some proxies append the port, which differs for each connection of a caller.
  return forwarded === undefined ? undefined : forwardedAddress(forwarded);
}

/** The address of this service as the caller uses it, without a slash at its end. */
export function ownAddress(request: Request, config: Proxied & Pick<Config, 'publicUrl'>): string {
  if (config.publicUrl) return config.publicUrl;
  const { headers, socket } = request;
  const isProxied = config.behindProxy === 'yes';
  const scheme = isProxied && last(headers['x-forwarded-proto']) === 'https' ? 'https' : 'http';
  const forwarded = isProxied ? last(headers['x-forwarded-host']) : undefined;
  const host = forwarded !== undefined && hostForm.test(forwarded) ? forwarded : headers.host;
  const address = `${scheme}://${host}`;
  // HTTP/1.0 names no host, and a host such as 999.999.999.999 is none.
  if (host !== undefined && URL.canParse(address)) return address;
  const { localAddress = '', localPort } = socket;
  return `${scheme}://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}

/** A Host header, or its substitute, holds a host name or address and nothing else. */
export const hostForm = /^[\w.~-]+(?::\d{0,5})?$|^\[[\da-f:.]+\](?::\d{0,5})?$/i;

function last(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header.at(-1) : header;
  return text?.split(',').at(-1)?.trim() || undefined;
}
