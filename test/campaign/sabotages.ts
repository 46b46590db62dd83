import type { World } from '../../src/world.ts';
import { sabotages } from '../sabotage.ts';
import {
  followUpSabotages,
  forgetsBatches,
  locksNothing,
  reversesNothing,
} from '../sabotage-followups.ts';

type Breaks = () => (world: World) => World;

/** The broken builds of the other tests, each by its sentence as one word of a command line. */
const byName = new Map<string, Breaks>([
  ...Object.entries(sabotages).map(([says, { breaks }]) => [wordOf(says), breaks] as const),
  ...Object.entries(followUpSabotages).map(
    ([says, { breaks }]) => [`follow-up-${wordOf(says)}`, () => breaks] as const,
  ),
  ...[forgetsBatches, reversesNothing, locksNothing].map(
    (breaks) => [breaks.name, () => breaks] as const,
  ),
]);

export const sabotageNames = [...byName.keys()];

export function sabotageCalled(name: string): Breaks {
  const breaks = byName.get(name);
  if (!breaks) throw new Error(`there is no sabotage called ${name}`);
  return breaks;
}

function wordOf(sentence: string): string {
  return sentence.toLowerCase().replaceAll(' ', '-');
}
