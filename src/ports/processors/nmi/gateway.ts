import type { GatewayKind } from '../gateway-kind.ts';
import { nmiTrial } from './assumptions.ts';
import { nmi as connect, isNmiSandbox, nmiAddresses, nmiCan } from './nmi.ts';
import { nmiShows } from './shows.ts';

export const nmi: GatewayKind = {
  addresses: nmiAddresses,
  can: nmiCan,
  shows: nmiShows,
  trial: nmiTrial,
  connect({ address: url, key: securityKey, merchant: processorId }, { callTo }) {
    // If a kept connection dies with a charge on it, the charge is unknown.
    const call = callTo({ url, keepsConnections: false });
    return connect({ call, securityKey, processorId, isSandbox: isNmiSandbox(url) });
  },
};
