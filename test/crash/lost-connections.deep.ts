import { testLostCharges, testLostFollowUps, testLostRepeats } from './lost-connections.ts';

testLostCharges();
testLostFollowUps();
testLostRepeats();
