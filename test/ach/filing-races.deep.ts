import { testFilingRaces, testRefusedFiles } from './filing-races.ts';

testFilingRaces();
testRefusedFiles();
