/**
 * A text as ACH systems can carry it: printable ASCII, letters in upper case. Accents go, letters of our
 * alphabet's relatives become its own, and what is left over becomes a space: "Søren Núñez" is SOREN NUNEZ.
 * It may come out empty, as a name in another script does.
 */
export function plainText(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^ -~]/gu, (other) => relatives[other] ?? ' ');
  return plain.trim();
}

/** What no decomposition of Unicode takes back to ASCII. All in upper case: they are looked up late. */
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
