import { testWalks } from './walked-periods.ts';

testWalks(50);
