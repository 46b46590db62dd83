import { testHistories } from './gateway-histories.ts';
import { authorizeNet, elavon, helcim, nmi, stripe } from './gateways.ts';

for (const gateway of [authorizeNet, elavon, helcim, nmi, stripe]) testHistories(gateway, 'gate');
