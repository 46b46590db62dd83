/* The gateways' checks of a 3-D Secure result or of a wallet. Only its ECI is recorded. */

/** Twenty bytes in base64. */
export function isCryptogram(text: string | undefined): boolean {
  return text !== undefined && /^[A-Za-z0-9+/]{27}=$/.test(text);
}

/** True if these are the version and the id of an authentication. */
export function isAuthentication(version: string | undefined, id: string | undefined): boolean {
  return /^2\.\d\.\d$/.test(version ?? '') && /^[\da-f-]{36}$/.test(id ?? '');
}

type PayloadCard = { readonly number: string; readonly month: number; readonly year: number };

/**
 * Reads the payload of a wallet. A real payload is encrypted for its gateway; one of the sandbox has the card in
 * base64. Undefined: it is no payload.
 */
export function openedPayload(payload: string): PayloadCard | undefined {
  try {
    const { data } = JSON.parse(payload) as { readonly data?: unknown };
    const card: Partial<PayloadCard> = JSON.parse(Buffer.from(String(data), 'base64').toString());
    const { number, month, year } = card;
    if (typeof number !== 'string' || !Number.isInteger(month) || !Number.isInteger(year))
      return undefined;
    return { number, month: month!, year: year! };
  } catch {
    return undefined;
  }
}
