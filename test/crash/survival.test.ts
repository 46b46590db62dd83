import { testCharges, testFollowUps } from './survival.ts';

testCharges('gate');
testFollowUps('gate');
