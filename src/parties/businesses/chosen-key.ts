import { type Flaw, flaw } from '../../kernel/parsed.ts';

export const leastChosenKey = 20;
/** So many different characters. */
const leastDifferent = 8;
/** The fewest characters that neither continue a sequence nor repeat earlier ones. */
const leastNew = 12;
/** The shortest run that counts as a sequence or as a repetition. */
const shortestRow = 3;

const tooAlike = flaw('too_simple', `must have at least ${leastDifferent} different characters`);
const tooSimple = flaw(
  'too_simple',
  'must not be made of repeats or sequences, such as 1111, 1234, qwerty or one word several times',
);
const ownName = flaw(
  'too_simple',
  'must not be made of the name, username or e-mail address of the business',
);

const wellKnown = flaw('too_simple', 'must not be made of a well-known phrase');

/** Without blanks and signs: among the first that are guessed. */
const phrases = [
  'correcthorsebatterystaple',
  'thequickbrownfoxjumpsoverthelazydog',
  'tobeornottobethatisthequestion',
  'loremipsumdolorsitamet',
  'maytheforcebewithyou',
];

/** In both directions. */
const sequences = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '`1234567890-=',
  'qwertyuiop[]',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl;',
  'zxcvbnm,./',
];

/**
 * Why a key that its owner chose is too easily guessed. `names` are publicly known names of the owner: the rest of the
 * key must be strong enough without them.
 */
export function flawInChosenKey(key: string, names: readonly string[] = []): Flaw | undefined {
  const lower = key.toLowerCase();
  if (new Set(lower).size < leastDifferent) return tooAlike;
  if (countNew(lower) < leastNew) return tooSimple;
  const letters = lower.replaceAll(/[^a-z0-9]/g, '');
  const unsaid = phrases.reduce((rest, phrase) => rest.replaceAll(phrase, ''), letters);
  if (unsaid !== letters && isWeak(unsaid)) return wellKnown;
  const rest = without(lower, names);
  return rest !== lower && isWeak(rest) ? ownName : undefined;
}

function isWeak(text: string): boolean {
  return new Set(text).size < leastDifferent || countNew(text) < leastNew;
}

/** Counts the characters that neither continue a sequence nor repeat earlier ones. */
function countNew(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; ) {
    const repeat = repeatAt(text, at);
    if (repeat >= shortestRow) {
      at += repeat;
      continue;
    }
    // A whole sequence adds no more than its first character.
    const sequence = sequenceAt(text, at);
    at += sequence >= shortestRow ? sequence : 1;
    count += 1;
  }
  return count;
}

/** Counts the characters from here on that are the same, or stand in one of the sequences. */
function sequenceAt(text: string, at: number): number {
  const sameFrom = countWhile(text, at, (next, before) => next === before);
  const lengths = sequences.flatMap((row) => {
    const step = (by: number) =>
      countWhile(text, at, (next, before) => {
        const place = row.indexOf(before);
        return place !== -1 && row[place + by] === next;
      });
    return [step(1), step(-1)];
  });
  return Math.max(sameFrom, ...lengths);
}

function countWhile(
  text: string,
  at: number,
  follows: (next: string, before: string) => boolean,
): number {
  let to = at + 1;
  while (to < text.length && follows(text[to]!, text[to - 1]!)) to += 1;
  return to - at;
}

/** Counts the characters from here on that stand earlier in the text already, in this order. */
function repeatAt(text: string, at: number): number {
  let length = 0;
  while (at + length < text.length && text.indexOf(text.slice(at, at + length + 1)) < at) {
    length += 1;
  }
  return length;
}

function without(text: string, names: readonly string[]): string {
  const words = names.flatMap((name) => {
    const lower = name.toLowerCase();
    return [lower, lower.replace(/[^a-z0-9]/g, ''), ...lower.split(/[^a-z0-9]+/)];
  });
  const longestFirst = words
    .filter(({ length }) => length >= 4)
    .sort((a, b) => b.length - a.length);
  return longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), text);
}
