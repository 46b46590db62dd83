export type ConsentWord = 'stop' | 'start' | 'yes' | 'help';

/** What payers write, and what it means: the whole of a text, in any letter case, with any signs around it. */
export const consentWords: Readonly<Record<ConsentWord, readonly string[]>> = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE'],
  start: ['START', 'UNSTOP'],
  /** An answer to many questions, so that it counts only where somebody has opted out. */
  yes: ['YES'],
  help: ['HELP', 'INFO'],
};

const meanings = new Map(
  (Object.keys(consentWords) as ConsentWord[]).flatMap((meaning) =>
    consentWords[meaning].map((word) => [word, meaning] as const),
  ),
);

/** Undefined: it is talk. `Stop!`, `opt-out` and ` STOP ALL ` are words too. */
export function consentWordOf(body: string): ConsentWord | undefined {
  if (body.length > 100) return undefined;
  const letters = body
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
  return meanings.get(letters);
}
