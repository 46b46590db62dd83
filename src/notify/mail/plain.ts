/** Bidirectional controls and invisible characters. */
const unseen = /[\u200b\u200e\u200f\u061c\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
/** Whatever could end a line, or a header. */
const blanks = /[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Text of strangers as one line of limited length. */
export function plain(text: string, most: number): string {
  const line = text.replace(unseen, '').replace(blanks, ' ').trim();
  const signs = [...line];
  return signs.length <= most
    ? line
    : `${signs
        .slice(0, most - 3)
        .join('')
        .trimEnd()}...`;
}
