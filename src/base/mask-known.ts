/** Fewer digits may be anything. */
const shortest = 7;
const shown = 4;
const isoDate = /^(\d{4})-(\d\d)-(\d\d)$/;

/**
 * Masks a number that is known wherever it stands in a text, be it written in groups, but for its last four
 * digits; and a date, as YYYY-MM-DD, in every form in which it could have been sent. The length stays.
 */
export function maskKnown(known: string, text: string): string {
  const date = isoDate.exec(known);
  if (date) return text.replace(formsOf(date), (found) => stars(found, found.length));
  if (known.length < shortest || !/^\d+$/.test(known)) return text;
  const written = new RegExp([...known].join('[\\s.\\/\\p{Pd}]{0,3}'), 'gu');
  return text.replace(written, (found) => stars(found, known.length - shown));
}

function formsOf([, year, month, day]: readonly string[]): RegExp {
  const short = (part: string) => `0?${Number(part)}`;
  const between = '[\\s.\\/\\p{Pd}]';
  const american = [short(month!), short(day!), year].join(between);
  const yearFirst = [year, short(month!), short(day!)].join(between);
  const glued = `${month}${day}${year}|${year}${month}${day}`;
  return new RegExp(`(?<!\\d)(?:${american}|${yearFirst}|${glued})(?!\\d)`, 'gu');
}

function stars(found: string, most: number): string {
  let left = most;
  return found.replace(/\d/g, (digit) => {
    left -= 1;
    return left >= 0 ? '*' : digit;
  });
}
