import { testStates } from './states.ts';

testStates('on a Sunday');
