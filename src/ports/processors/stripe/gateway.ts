import type { GatewayKind } from '../gateway-kind.ts';
import { stripeTrial } from './assumptions.ts';
import { namesOfCards } from './references.ts';
import { stripeShows } from './shows.ts';
import { stripe as connect, stripeCan } from './stripe.ts';
import { readError } from './wire.ts';

export const stripe: GatewayKind = {
  // The key decides whether it is the sandbox or live.
  addresses: { sandbox: 'https://api.stripe.com', live: 'https://api.stripe.com' },
  can: stripeCan,
  shows: stripeShows,
  hides: namesOfCards,
  trial: stripeTrial,
  // With `lock_timeout` something else holds this one payment; the gateway is not too busy.
  asksToSlowDown: (body) => readError(body)?.code !== 'lock_timeout',
  connect({ address: url, key: secretKey, merchant: account }, { callTo, now }) {
    const call = callTo({ url, keepsConnections: false });
    return connect({ call, secretKey, account, now });
  },
};
