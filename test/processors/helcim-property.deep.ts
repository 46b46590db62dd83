import { testHistories } from './gateway-histories.ts';
import { helcim } from './gateways.ts';

testHistories(helcim);
