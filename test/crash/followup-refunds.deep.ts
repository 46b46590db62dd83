import { followUpStories } from './followup-stories.ts';
import { testSurvival } from './living.ts';

testSurvival(followUpStories.filter(({ asks }) => asks.kind === 'refund'));
