import { testHistories } from './gateway-histories.ts';
import { elavon } from './gateways.ts';

testHistories(elavon);
