import { examples } from './examples.ts';
import { commands, groups } from './index.ts';
import { wrapped } from './layout.ts';

/** The output of `quittance help WORDS`: all commands by purpose, or some of them with every word. */

/** The longest name that the words begin with. */
export function commandNamed(words: readonly string[]): string | undefined {
  return [2, 1]
    .map((count) => words.slice(0, count).join(' '))
    .find((one) => Object.hasOwn(commands, one));
}

/** All commands whose first word it is. */
export function familyOf(first: string): string[] {
  return Object.keys(commands).filter((name) => name.startsWith(`${first} `));
}

/** One command, or all of that name: `business`. Undefined: there is none. */
export function helpAbout(words: readonly string[]): string | undefined {
  const name = commandNamed(words);
  if (name !== undefined) return describe(name);
  const family = familyOf(words[0] ?? '');
  return family.length > 0 ? family.map(describe).join('\n\n\n') : undefined;
}

const beginning = `quittance <command>

quittance all starts the service, as npm start does. quittance help NAME shows a
command, or all that begin with that word, with every option; quittance
--version says which version this is. BUSINESS/ID, as in 100002/17, may be
written as ID beside --business in every command.`;

export const exitCodes =
  'Exit codes: 0 done, 1 refused or something was found, 2 wrong words or file.';

/** All commands. */
export function helpAll(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const parts = Object.entries(groups).map(([heading, group]) => {
    const lines = Object.entries(group).map(([name, { doc }]) =>
      wrapped([`  ${name.padEnd(width)} `, ...summaryOf(doc).split(' ')], ' '.repeat(width + 4)),
    );
    return [heading, ...lines].join('\n');
  });
  const end = 'Settings come from the environment: quittance config';
  return [beginning, ...parts, `${exitCodes}\n${end}`].join('\n\n');
}

/** The first sentence. */
function summaryOf(doc: string): string {
  return /^.*?[.:](?=\s|$)/s.exec(doc)?.[0].replace(/[.:]$/, '') ?? doc;
}

/** As a person types it: with all its words, and once with real values. */
export function usageText(name: string): string {
  const { usage = '' } = commands[name]!;
  // An option and its value stay together.
  const pieces = usage.match(/\[[^\]]*\]|--\S+ [^-[\s]\S*|\S+/g) ?? [];
  return wrapped([`quittance ${name}`, ...pieces], '  ');
}

export function exampleOf(name: string): string {
  return `quittance ${examples[name]}`;
}

function describe(name: string): string {
  const { doc } = commands[name]!;
  return [usageText(name), wrapped(doc.split(' '), ''), `Example: ${exampleOf(name)}`].join('\n\n');
}
