/** What the fonts that every reader of PDF has can show beside ASCII and Latin-1. */
const more = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Letters that no mark can be taken off. */
const likewise: Readonly<Record<string, string>> = {
  ...{ ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ħ: 'h', Ħ: 'H', ı: 'i', ŋ: 'n', Ŋ: 'N', ŧ: 't', Ŧ: 'T' },
  ...{ ĸ: 'k', ſ: 's', '−': '-', '‐': '-', '‑': '-', '‒': '-', '―': '—', '′': "'", '″': '"' },
};

/** In place of a sign that cannot be shown, so that one sees that there is one. */
const unknown = '?';

/**
 * A text as those fonts can show it: other Latin letters lose their marks, and what is of another script becomes
 * question marks. E-mail and page show everything; this is for the PDF alone.
 */
export function winAnsi(text: string): string {
  return [...text.normalize('NFC')].map(shown).join('');
}

function shown(sign: string): string {
  if (has(sign)) return sign;
  const bare = likewise[sign] ?? [...sign.normalize('NFKD').replace(/\p{M}/gu, '')].join('');
  return bare !== '' && [...bare].every(has) ? bare : unknown;
}

function has(sign: string): boolean {
  const code = sign.codePointAt(0)!;
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || more.has(sign);
}
