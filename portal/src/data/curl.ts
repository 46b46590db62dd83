/**
 * The call as a command; with a body it is a change. The key is a placeholder: the session of a browser is nobody else's.
 * So is the key of a change, which must be another each time.
 */
export function curlOf(path: string, businessId: string, body?: object): string {
  return [
    `curl '${location.origin}${path}'`,
    `  -H "Authorization: Bearer $QUITTANCE_KEY"`,
    `  -H 'Quittance-Business: ${businessId}'`,
    ...(body === undefined
      ? []
      : [
          '  -H "Idempotency-Key: $(uuidgen)"',
          `  -H 'Content-Type: application/json'`,
          `  -d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ].join(' \\\n');
}
