import { testHistories } from './histories.ts';

testHistories('gate');
