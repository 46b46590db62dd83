/** An entry, by the name that it has with us. */
export type EntryKey = { readonly businessId: bigint; readonly id: bigint };

const [businessWidth, idWidth] = [6, 9];

/**
 * What stands in the fifteen characters for the receiver's identification. The bank gives them back with a
 * return, so that it finds its entry even where trace numbers came back mangled: business and entry in base
 * 36, each in a place of its own.
 */
export function individualIdOf({ businessId, id }: EntryKey): string {
  return inBase36(businessId, businessWidth) + inBase36(id, idWidth);
}

/** Undefined: no entry of ours is called that. */
export function entryKeyOf(text: string): EntryKey | undefined {
  const name = text.trim().toUpperCase();
  if (!/^[0-9A-Z]{15}$/.test(name)) return undefined;
  return {
    businessId: fromBase36(name.slice(0, businessWidth)),
    id: fromBase36(name.slice(businessWidth)),
  };
}

function inBase36(number: bigint, width: number): string {
  const text = number.toString(36).toUpperCase().padStart(width, '0');
  if (text.length > width) throw new RangeError(`${number} does not fit into ${width} characters`);
  return text;
}

/** Nine characters are below 2^53, so that no digit is lost. */
function fromBase36(text: string): bigint {
  return BigInt(Number.parseInt(text, 36));
}
