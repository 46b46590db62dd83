import { testBatchDeaths } from './batch-deaths.ts';

testBatchDeaths('gate');
