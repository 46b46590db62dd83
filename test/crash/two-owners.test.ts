import { testTwoOwners } from './two-owners.ts';

testTwoOwners('gate');
