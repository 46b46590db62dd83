import { testCharges } from './survival.ts';

testCharges();
