const shown = 80;

/** How a text begins, in one column. An address is whole or not there: its beginning leads nowhere. */
export function beginningOf(text: string): string {
  const cut = [...text].slice(0, shown).join('').length;
  for (const { 0: address, index } of text.matchAll(/https?:\/\/\S+/g)) {
    const end = index + address.length;
    if (index < cut && cut < end) return text.slice(0, end);
  }
  return text.slice(0, cut);
}
