import { testMergeRaces } from './merge-races.ts';

testMergeRaces('gate');
