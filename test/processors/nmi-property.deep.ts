import { testHistories, testSabotages } from './gateway-histories.ts';
import { nmi } from './gateways.ts';

testHistories(nmi);
testSabotages(nmi);
