import { sabotages } from '../sabotage.ts';

/** The broken builds of `test/sabotage.ts`, each by its sentence as one word of a command line. */
const byName = new Map(
  Object.entries(sabotages).map(([sentence, one]) => [sentence.replaceAll(' ', '-'), one]),
);

export const sabotageNames = [...byName.keys()];

export function sabotageCalled(name: string) {
  const sabotage = byName.get(name);
  if (!sabotage) throw new Error(`there is no sabotage called ${name}`);
  return sabotage;
}
