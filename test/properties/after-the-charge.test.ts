import { testHistories } from './after-the-charge.ts';

testHistories('gate');
