import { testHistories } from './gateway-histories.ts';
import { authorizeNet } from './gateways.ts';

testHistories(authorizeNet);
