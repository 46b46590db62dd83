import type { GatewayKind } from '../gateway-kind.ts';
import { helcimTrial } from './assumptions.ts';
import { helcim as connect, helcimCan } from './helcim.ts';
import { helcimShows } from './shows.ts';

export const helcim: GatewayKind = {
  // The account decides whether it moves money.
  addresses: { sandbox: 'https://api.helcim.com', live: 'https://api.helcim.com' },
  can: helcimCan,
  shows: helcimShows,
  trial: helcimTrial,
  connect({ address: url, key: apiToken }, { callTo, signalAfter }) {
    const call = callTo({ url, keepsConnections: false });
    return connect({ call, apiToken, signalAfter });
  },
};
