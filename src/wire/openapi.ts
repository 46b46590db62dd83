import type { Config } from '../config.ts';
import { operations } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';

/** OpenAPI 3.1 of the JSON interface, derived from the table of operations. */
export function openApi(config: Pick<Config, 'publicUrl'>) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quittance',
      version: '1',
      description:
        'Payments and tokens, the JSON interface. Every call is a POST with one JSON object.',
    },
    servers: [{ url: config.publicUrl || '/' }],
    security: [{ credentials: [] }],
    paths: Object.fromEntries(
      operations.map((operation) => [pathOf(operation), pathItem(operation)]),
    ),
    components: {
      securitySchemes: {
        credentials: {
          type: 'http',
          scheme: 'basic',
          description: 'Username and APIKey, as a business was given them.',
        },
      },
    },
  };
}

function pathOf({ name }: Operation): string {
  return `/api/Default/${name}`;
}

function pathItem(operation: Operation) {
  return operation;
}
