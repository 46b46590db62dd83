import { testPartDeaths } from './parts-deaths.ts';

testPartDeaths('gate');
