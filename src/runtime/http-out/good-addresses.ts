import { isIP } from 'node:net';
import { isLoopback, isPublicAddress } from '../../kernel/public-address.ts';

/** Every address to which a name resolves now. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** Permitted destinations: the public network by https; also by plain http; or this machine as well. */
export type Reach = 'public' | 'public_also_plain' | 'public_or_own_machine';

/**
 * The addresses to connect to. Addresses are checked and then used, not the name, which may resolve to another address
 * a moment later. One forbidden address refuses them all: no honest name has both.
 */
export async function goodAddresses(
  { hostname, protocol }: URL,
  reach: Reach,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<{ readonly addresses: readonly string[] } | { readonly refused: string }> {
  if (protocol !== 'https:' && reach === 'public') return { refused: 'not https' };
  const name = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const found = await addressesOf(name, resolve, signal);
  if (found === undefined || found.length === 0) return { refused: 'name not found' };
  const mayGo = (address: string) =>
    isPublicAddress(address) || (reach === 'public_or_own_machine' && isLoopback(address));
  return found.every(mayGo) ? { addresses: found } : { refused: 'not a public address' };
}

/** Names of this machine are not resolved. */
async function addressesOf(
  name: string,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  if (isIP(name) !== 0) return [name];
  if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
  return await inTime(resolve(name), signal).catch(() => undefined);
}

/** Waits no longer than the signal allows. */
async function inTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
