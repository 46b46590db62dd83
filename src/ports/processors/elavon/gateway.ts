import type { GatewayKind } from '../gateway-kind.ts';
import { elavonTrial } from './assumptions.ts';
import { readUser } from './desk.ts';
import { elavon as connect, elavonCan } from './elavon.ts';
import { elavonShows } from './shows.ts';

export const elavon: GatewayKind = {
  addresses: {
    sandbox: 'https://api.demo.convergepay.com/VirtualMerchantDemo',
    live: 'https://api.convergepay.com/VirtualMerchant',
  },
  can: elavonCan,
  shows: elavonShows,
  trial: elavonTrial,
  connect({ address: url, key: pin, merchant = '' }, { callTo }) {
    const call = callTo({ url, keepsConnections: false });
    return connect({ call, user: readUser(merchant), pin, isDemo: isDemo(url) });
  },
};

/** True for the demo, which has another path than the real gateway, and other accounts. */
function isDemo(address: string): boolean {
  return new URL(address).pathname.startsWith('/VirtualMerchantDemo');
}
