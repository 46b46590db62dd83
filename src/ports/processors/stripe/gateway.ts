import type { GatewayKind } from '../gateway-kind.ts';
import { stripeTrial } from './assumptions.ts';
import { stripeShows } from './shows.ts';
import { stripe as connect, stripeCan } from './stripe.ts';

export const stripe: GatewayKind = {
  // The key says which of the two it is.
  addresses: { sandbox: 'https://api.stripe.com', live: 'https://api.stripe.com' },
  can: stripeCan,
  shows: stripeShows,
  trial: stripeTrial,
  connect({ address: url, key: secretKey, merchant: account }, { callTo, now }) {
    const call = callTo({ url, keepsConnections: false });
    return connect({ call, secretKey, account, now });
  },
};
