import { testFilingDeaths } from './filing-deaths.ts';

testFilingDeaths();
