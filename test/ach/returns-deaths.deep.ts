import { testReturnDeaths } from './returns-deaths.ts';

testReturnDeaths();
