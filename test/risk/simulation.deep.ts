import { testHonestDays } from './honest-days.ts';

testHonestDays(100_000);
