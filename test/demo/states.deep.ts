import { testStates } from './states.ts';

testStates('in the afternoon', 'in the night', 'in the early morning');
