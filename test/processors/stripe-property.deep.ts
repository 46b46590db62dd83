import { testHistories } from './gateway-histories.ts';
import { stripe } from './gateways.ts';

testHistories(stripe);
