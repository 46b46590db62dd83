import { nearest } from '../kernel/nearest.ts';
import { commandNamed, familyOf } from './help.ts';
import { commands } from './index.ts';

/** Words of other programs that people type, and that no edit distance leads to. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  start: ['all'],
  run: ['all'],
  server: ['serve'],
  service: ['all', 'status'],
  worker: ['work'],
  up: ['all'],
  check: ['doctor', 'processor check'],
  health: ['status', 'doctor'],
  ps: ['status'],
  info: ['status'],
  log: ['logs tail'],
  settings: ['config'],
  env: ['config'],
  upgrade: ['migrate'],
  update: ['migrate'],
  dump: ['backup'],
  charge: ['post /v1/payments'],
  pay: ['post /v1/payments'],
  invoice: ['payment show --invoice NUMBER'],
  order: ['payment show --order NUMBER'],
  key: ['business rotate-key', 'business create-key'],
  unknown: ['payment unknown'],
  gateway: ['processor list', 'processor connect'],
  sms: ['message list', 'message send'],
  email: ['mail list'],
};

/** Tasks without a command, and how they are done. */
const otherMeans: Readonly<Record<string, string>> = {
  stop:
    'there is no command that stops the service: send SIGTERM to its process, which quittance status names, or run ' +
    'systemctl stop quittance',
  restart:
    'there is no command that restarts the service: send SIGTERM to its process, which quittance status names, and run ' +
    'quittance all; or run systemctl restart quittance',
};

/** The way to what no command does, or to the form of a command line; undefined: the words are of neither kind. */
export function adviceFor(words: readonly string[]): string | undefined {
  const [first = '', ...rest] = words;
  if (rest.length === 0 && Object.hasOwn(otherMeans, first)) return otherMeans[first];
  if (!first.startsWith('-')) return undefined;
  const name = rest.map((_, i) => commandNamed(rest.slice(i))).find((one) => one !== undefined);
  const option = first.replace(/=.*$/s, '');
  return `options stand behind the command, as in quittance ${name ?? 'COMMAND'} ${option}`;
}

const mostMeant = 5;

/** Commands that were probably meant by words that name none, the likeliest first. */
export function commandsMeantBy(first: string, second: string): string[] {
  const all = Object.keys(commands);
  const family = familyOf(first);
  if (family.length > 0) return second === '' ? [] : nearest(`${first} ${second}`, family);
  const word = first.toLowerCase();
  const near = new Set([
    ...(otherWords[word] ?? []),
    ...familyOf(singular(word)).filter((name) => second === '' || name.endsWith(` ${second}`)),
    // A verb alone, as in `refund`.
    ...all.filter(
      (name) => name.split(' ')[1] === word && (second === '' || name.startsWith(second)),
    ),
    ...nearest(`${first} ${second}`.trim(), all),
    ...nearest(first, all),
    ...nounsNear(word, all).flatMap((noun) => ofNoun(noun, second, all)),
    ...nearest(word, verbsOf(all)).flatMap((verb) =>
      all.filter((name) => name.endsWith(` ${verb}`)),
    ),
  ]);
  return [...near].slice(0, mostMeant);
}

/** Two letters may be wrong in a noun of five and more. */
function nounsNear(word: string, names: readonly string[]): string[] {
  const nouns = [...new Set(names.map((name) => name.split(' ')[0]!))];
  return nearest(word, nouns, word.length < 5 ? 1 : 2);
}

/** The command of that noun and verb, if one is near; else all of the noun. */
function ofNoun(noun: string, verb: string, names: readonly string[]): string[] {
  const own = names.filter((name) => name === noun || name.startsWith(`${noun} `));
  const near = verb === '' ? [] : nearest(`${noun} ${verb}`, own);
  return near.length > 0 ? near : own;
}

function verbsOf(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => name.split(' ')[1] ?? []))];
}

/** `businesses` has the commands of `business`. */
function singular(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ches')) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : `${word}s`;
}
