import { nearest } from '../kernel/nearest.ts';
import { familyOf } from './help.ts';
import { commands } from './index.ts';

/** Words of other programs that people type, and that no edit distance leads to. */
const otherWords: Readonly<Record<string, readonly string[]>> = {
  start: ['all'],
  run: ['all'],
  server: ['serve'],
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

const mostMeant = 5;

/** Commands that were probably meant by words that name none, the likeliest first. */
export function meantBy(first: string, second: string): string[] {
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
    ...nearest(word, verbsOf(all)).flatMap((verb) =>
      all.filter((name) => name.endsWith(` ${verb}`)),
    ),
  ]);
  return [...near].slice(0, mostMeant);
}

function verbsOf(names: readonly string[]): string[] {
  return [...new Set(names.flatMap((name) => name.split(' ')[1] ?? []))];
}

/** `businesses` has the commands of `business`. */
function singular(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ches')) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : `${word}s`;
}
