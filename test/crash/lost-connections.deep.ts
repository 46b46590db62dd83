import { testLostCharges, testLostFollowUps } from './lost-connections.ts';

testLostCharges();
testLostFollowUps();
