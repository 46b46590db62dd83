import type { GatewayKind } from '../gateway-kind.ts';
import { authorizeNetTrial } from './assumptions.ts';
import { authorizeNetCan, authorizeNet as connect } from './authorize-net.ts';
import { authorizeNetShows } from './shows.ts';

const addresses = {
  sandbox: 'https://apitest.authorize.net',
  live: 'https://api.authorize.net',
} as const;

export const authorizeNet: GatewayKind = {
  addresses,
  can: authorizeNetCan,
  shows: authorizeNetShows,
  trial: authorizeNetTrial,
  connect({ address: url, key: transactionKey, merchant: loginId = '' }, { callTo, now }) {
    const call = callTo({ url, keepsConnections: false });
    const isSandbox = url === addresses.sandbox;
    return connect({ call, loginId, transactionKey, isSandbox, now });
  },
};
