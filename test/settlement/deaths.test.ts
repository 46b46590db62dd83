import { testDeaths } from './deaths.ts';

testDeaths('gate');
