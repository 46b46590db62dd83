/**
 * A text in the characters of ACH systems: printable ASCII, letters in upper case. Accents go, letters related to ours
 * become ours, and the rest becomes a space: "Søren Núñez" is SOREN NUNEZ. The result may be empty, as for a name in
 * another script.
 */
export function plainText(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^ -~]/gu, (other) => relatives[other] ?? ' ');
  return plain.trim();
}

/** Characters that Unicode decomposition does not reduce to ASCII. All in upper case: the lookup comes late. */
const relatives: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'O',
  Ł: 'L',
  Đ: 'D',
  Ð: 'D',
  Þ: 'TH',
  Ħ: 'H',
  Ŧ: 'T',
  ẞ: 'SS',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '‐': '-',
  '–': '-',
  '—': '-',
};

export function isPrintable(text: string): boolean {
  return !/[^ -~]/.test(text);
}
