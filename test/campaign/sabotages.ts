import { sabotages } from '../sabotage.ts';

/** The broken builds of `test/sabotage.ts` that a campaign can be run with, by a word of a command line. */
const words: Readonly<Record<string, string>> = {
  'fresh-reference': 'draws a reference for every send',
  'ask-first': 'asks before it writes down',
  'unknown-is-failed': 'takes unknown for failed',
  'ledger-apart': 'writes the ledger in a commit of its own',
};

export const sabotageNames = Object.keys(words);

export function sabotageCalled(name: string) {
  const sentence = words[name];
  const sabotage = sentence === undefined ? undefined : sabotages[sentence];
  if (!sabotage) throw new Error(`there is no sabotage called ${name}`);
  return sabotage;
}
