import { isIP } from 'node:net';
import { isLoopback, isPublicAddress } from '../base/public-address.ts';
import { inTime } from './in-time.ts';

/** Every address that a name stands for now. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** Where it may lead: to the public network, or to this machine itself too. */
export type Reach = 'public' | 'public_or_own_machine';

/**
 * What to connect to: the addresses that were judged here, and not the name, which may stand for another one a
 * moment later. One that may not be reached spoils them all: nobody who means well has both.
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

/** This machine has its names without being asked. */
async function addressesOf(
  name: string,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  if (isIP(name) !== 0) return [name];
  if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
  return await inTime(resolve(name), signal).catch(() => undefined);
}
