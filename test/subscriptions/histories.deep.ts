import { testHistories } from './histories.ts';

testHistories();
