import { testHonestDays, testHonestScenes } from './honest-days.ts';

testHonestDays(100_000);
testHonestScenes(10);
