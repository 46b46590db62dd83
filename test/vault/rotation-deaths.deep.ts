import { testRotationDeaths } from './rotation-deaths.ts';

testRotationDeaths();
