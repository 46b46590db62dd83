import { commands, groups } from './index.ts';

/** What `quittance help WORDS` prints: all commands by what they are for, or some of them with every word. */

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
  return family.length > 0 ? family.map(describe).join('\n') : undefined;
}

const beginning = `quittance <command>

quittance all starts the service, as npm start does. quittance help NAME shows a command, or all that begin with that
word, with every option; quittance --version says which version this is. BUSINESS/ID, as in 100002/17, may be
written as ID beside --business in every command.`;

/** All commands. */
export function helpAll(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const parts = Object.entries(groups).map(([heading, group]) => {
    const lines = Object.entries(group).map(
      ([name, { doc }]) => `  ${name.padEnd(width)}  ${summaryOf(doc)}`,
    );
    return [heading, ...lines].join('\n');
  });
  const end = 'Settings come from the environment: quittance config';
  return [beginning, ...parts, end].join('\n\n');
}

const longestSummary = 90;

/** The first sentence, cut at a word where it is long. */
function summaryOf(doc: string): string {
  const first = /^.*?[.:](?=\s|$)/s.exec(doc)?.[0].replace(/[.:]$/, '') ?? doc;
  if (first.length <= longestSummary) return first;
  return `${first.slice(0, first.lastIndexOf(' ', longestSummary - 1))}…`;
}

function describe(name: string): string {
  const { usage, doc } = commands[name]!;
  return `  ${usage ? `${name} ${usage}` : name}\n      ${doc}`;
}
