import { testFilingRaces } from './filing-races.ts';

testFilingRaces('gate');
