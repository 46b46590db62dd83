import { testRaces } from './races.ts';

testRaces('gate');
