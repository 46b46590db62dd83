/** The call as a command. The key is a placeholder: the session of a browser is nobody else's. */
export function curlOf(path: string, businessId: string): string {
  return [
    `curl '${location.origin}${path}'`,
    `  -H "Authorization: Bearer $QUITTANCE_KEY"`,
    `  -H 'Quittance-Business: ${businessId}'`,
  ].join(' \\\n');
}
