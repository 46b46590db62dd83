import type { Config } from '../config.ts';
import type { Request } from './request.ts';

type Proxied = Pick<Config, 'behindProxy'>;

/** Who calls, as far as the network knows. */
export function callerAddress(request: Request, { behindProxy }: Proxied): string {
  // The last one is what the proxy in front saw itself; those before it are hearsay.
  const forwarded = behindProxy === 'yes' ? last(request.headers['x-forwarded-for']) : undefined;
  return forwarded ?? request.socket.remoteAddress ?? 'unknown';
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

/** A Host header, and what stands in for one, holds a name or address and nothing else. */
export const hostForm = /^[\w.~-]+(?::\d{0,5})?$|^\[[\da-f:.]+\](?::\d{0,5})?$/i;

function last(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header.at(-1) : header;
  return text?.split(',').at(-1)?.trim() || undefined;
}
