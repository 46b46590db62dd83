/** What a digit adds to a Luhn sum when it stands at a doubled place. */
export const luhnDouble = [0, 2, 4, 6, 8, 1, 3, 5, 7, 9] as const;

/** Whether the last digit is the check digit of those before it, as on every payment card. */
export function luhnValid(text: string): boolean {
  if (!allDigits(text)) return false;
  let sum = 0;
  for (let at = text.length - 1, doubled = false; at >= 0; at -= 1, doubled = !doubled) {
    const digit = text.charCodeAt(at) - 48;
    sum += doubled ? luhnDouble[digit]! : digit;
  }
  return sum % 10 === 0;
}

/** The Federal Reserve's routing symbols: their first two digits. 00 is the government, 80 travelers' checks. */
const federalReservePrefixes = [
  [0, 12],
  [21, 32],
  [61, 72],
  [80, 80],
] as const;

/** A routing number that the Federal Reserve could have given out. */
export function abaValid(text: string): boolean {
  if (!abaCheckDigitValid(text)) return false;
  const prefix = Number(text.slice(0, 2));
  return federalReservePrefixes.some(([from, to]) => prefix >= from && prefix <= to);
}

/** Nine digits whose sum, weighed 3 7 1 3 7 1 3 7 1, is a multiple of ten. Nine zeros are nobody's. */
export function abaCheckDigitValid(text: string): boolean {
  if (text.length !== 9 || !allDigits(text) || text === '000000000') return false;
  const digit = (at: number) => text.charCodeAt(at) - 48;
  const threes = digit(0) + digit(3) + digit(6);
  const sevens = digit(1) + digit(4) + digit(7);
  const ones = digit(2) + digit(5) + digit(8);
  return (3 * threes + 7 * sevens + ones) % 10 === 0;
}

/** At least one digit and nothing else; digits of other scripts are not digits here. */
export function allDigits(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return text.length > 0;
}

/** 0000… and the like pass some checks and are never a real number. */
export function allSameDigit(text: string): boolean {
  return allDigits(text) && text === text.charAt(0).repeat(text.length);
}
