import type { FirstCredentials } from '../businesses/first-start.ts';
import type { Config } from '../config.ts';
import { firstStartFile } from './first-start-file.ts';

/** What a person reads after `npm start`: where it is, and what to do next. */
export function welcome(
  config: Config,
  baseUrl: string,
  first: FirstCredentials | undefined,
): string {
  const file = firstStartFile(config);
  if (!first) return `\nQuittance is ready at ${baseUrl}\n`;
  return `
Quittance is ready at ${baseUrl}

This is its first start. It made a sandbox business for you:

  Username  ${first.username}
  APIKey    ${first.apiKey}

They are not shown again; a copy is in ${file}, readable by you alone.

Next: charge a test card.

  curl -u '${first.username}:${first.apiKey}' ${baseUrl}/api/Default/CreatePayment \\
    -H 'Content-Type: application/json' \\
    -d '{"FirstName":"Ada","LastName":"Park","Email":"ada@example.com","MobilePhone":"2125550123",
         "CCNumber":"4242424242424242","ExpirationMonth":"12","ExpirationYear":"30","CVV":"123",
         "Amount":"12.50","OrderNumber":"FIRST-1"}'

All calls and fields: ${baseUrl}/openapi.json
Other test cards: docs/interface/sandbox.md
`;
}
