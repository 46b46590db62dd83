/* How many parts a text takes, told while it is typed. The service counts by the same rule. */

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** These take the room of two. */
const extended = new Set('\f^{}\\[~]|€');
const room = {
  'GSM-7': { alone: 160, inParts: 153 },
  'UCS-2': { alone: 70, inParts: 67 },
} as const;

export type TextParts = {
  readonly alphabet: keyof typeof room;
  readonly used: number;
  /** The number of characters in all parts together. */
  readonly room: number;
  readonly parts: number;
};

export function partsOf(text: string): TextParts {
  const signs = [...text];
  const isGsm7 = signs.every((sign) => basic.has(sign) || extended.has(sign));
  const alphabet = isGsm7 ? 'GSM-7' : 'UCS-2';
  const { alone, inParts } = room[alphabet];
  const sizes = signs.map((sign) => (isGsm7 ? (basic.has(sign) ? 1 : 2) : sign.length));
  const used = sizes.reduce((sum, size) => sum + size, 0);
  if (used <= alone) return { alphabet, used, room: alone, parts: 1 };
  let parts = 1;
  let filled = 0;
  for (const size of sizes) {
    // No character is split between two parts.
    if (filled + size > inParts) {
      parts += 1;
      filled = 0;
    }
    filled += size;
  }
  return { alphabet, used, room: parts * inParts, parts };
}
