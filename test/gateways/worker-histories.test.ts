import { testHastyConnector, testWorkerHistories } from './worker-histories.ts';

testWorkerHistories('gate');
testHastyConnector();
