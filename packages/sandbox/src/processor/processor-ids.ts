/** The bank's own name for a charge: derived, so that the same seed and references give the same run. */
export function processorIds(seed: number): (reference: string) => string {
  return (reference) => {
    let left = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
    let right = Math.imul(~seed ^ 0x7f4a7c15, 0xc2b2ae35);
    for (let i = 0; i < reference.length; i += 1) {
      const code = reference.charCodeAt(i);
      left = Math.imul(left ^ code, 0x5bd1e995);
      left ^= left >>> 15;
      right = Math.imul(right ^ code, 0x01000193);
      right ^= right >>> 13;
    }
    // The letter keeps the runs of digits apart: 13 digits in a row, also around a dash, may look like a card number,
    // and would be masked wherever an answer of the bank is shown.
    return `sim_${digits(left)}x${digits(right)}`;
  };
}

export function authorizationCode(processorId: string): string {
  return processorId.slice(-6);
}

function digits(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return 1_000_000_000 + ((mixed ^ (mixed >>> 15)) >>> 0);
}
