import { testRaces } from './followup-races.ts';

testRaces('gate');
