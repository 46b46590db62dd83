/** What a page says to people: its text, and the attributes that are read out or that its script shows. */
export function saidOn(body: string): Set<string> {
  const shown = body
    .replace(/<style.*?<\/style>|<svg.*?<\/svg>/gs, '')
    // Places are called the same in any language.
    .replace(/<select id="(?:stateCode|province)".*?<\/select>/gs, '');
  const texts = shown.split(/<[^>]*>/).map(plain);
  const attributes = [
    ...shown.matchAll(
      /\s(?:aria-label|placeholder|title|alt|data-(?:missing|wrong|past|busy|three|four|three-or-four|check-\w+))="([^"]*)"/g,
    ),
  ].map(([, text]) => plain(text!));
  return new Set([...texts, ...attributes].filter((text) => /\p{L}{2}/u.test(text)));
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** What a page says as its English one does, but for what is called the same everywhere. */
export function leftEnglish(body: string, english: string, sameEverywhere: RegExp): string[] {
  const said = saidOn(english);
  return [...saidOn(body)].filter((text) => said.has(text) && !sameEverywhere.test(text));
}

/** How many elements a page has. */
export function elementsOf(body: string): number {
  return body.match(/<[a-z]/g)!.length;
}
