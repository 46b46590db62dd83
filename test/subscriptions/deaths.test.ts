import { changes, charges } from './death-stories.ts';
import { testDeaths } from './deaths.ts';

const few = ['a renewal that nobody answers', 'another card for what is owed'];
testDeaths(
  [...charges, ...changes].filter(({ name }) => few.includes(name)),
  'gate',
);
