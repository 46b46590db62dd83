import { testFollowUpOwners } from './followup-owners.ts';

testFollowUpOwners('gate');
