import { testDoors } from './idempotency.ts';

testDoors([['CreatePayment']], 'gate');
