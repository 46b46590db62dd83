import { testFollowUps } from './survival.ts';

testFollowUps();
