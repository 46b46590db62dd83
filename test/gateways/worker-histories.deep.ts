import { testWorkerHistories } from './worker-histories.ts';

testWorkerHistories();
