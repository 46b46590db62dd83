/** GSM-7: seven bits each; the extended characters take twice that. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extended = new Set('\f^{}\\[~]|€');

/** The capacity of a single text, and of each part of a longer one, which begins with a header. */
const room = {
  gsm7: { alone: 160, inParts: 153 },
  ucs2: { alone: 70, inParts: 67 },
};

/**
 * The number of parts that a text is sent, and charged, as. One character outside GSM-7 makes all of them take 16 bits.
 * No character is split.
 */
export function segmentsOf(text: string): number {
  const signs = [...text];
  const isGsm7 = signs.every((sign) => basic.has(sign) || extended.has(sign));
  const { alone, inParts } = isGsm7 ? room.gsm7 : room.ucs2;
  const sizes = signs.map((sign) => (isGsm7 ? (basic.has(sign) ? 1 : 2) : sign.length));
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  return whole <= alone ? 1 : countParts(sizes, inParts);
}

function countParts(sizes: readonly number[], most: number): number {
  let parts = 1;
  let filled = 0;
  for (const size of sizes) {
    if (filled + size > most) {
      parts += 1;
      filled = 0;
    }
    filled += size;
  }
  return parts;
}
