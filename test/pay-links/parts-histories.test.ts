import { testPartHistories } from './parts-histories.ts';

testPartHistories('gate');
