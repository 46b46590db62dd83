import { testFilingDeaths } from './filing-deaths.ts';
import { testReturnDeaths } from './returns-deaths.ts';

testFilingDeaths('gate');
testReturnDeaths('gate');
