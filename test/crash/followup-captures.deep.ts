import { followUpStories } from './followup-stories.ts';
import { testSurvival } from './living.ts';

// And voids: whatever comes before a settlement.
testSurvival(followUpStories.filter(({ asks }) => asks.kind !== 'refund'));
