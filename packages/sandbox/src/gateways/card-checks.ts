/** The results of checks of the gateways' own test values. */
export function avsOf(address: string, zip: string): string {
  const [isStreet, isZip] = [address.startsWith('888'), zip === '77777'];
  if (isStreet) return isZip ? 'Y' : 'A';
  return isZip ? 'Z' : 'N';
}

export function cvvOf(cvv: string | undefined): string {
  if (cvv === undefined) return 'P';
  return cvv === '999' ? 'M' : 'N';
}
