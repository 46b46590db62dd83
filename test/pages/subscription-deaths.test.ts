import { testCardDeaths } from './subscription-deaths.ts';

testCardDeaths('gate');
