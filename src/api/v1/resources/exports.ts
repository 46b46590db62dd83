import { exportPages } from '../../../moving/export-pages.ts';
import { formats } from '../../../moving/read-rows.ts';
import { textOfRows } from '../../../moving/row-text.ts';
import { endpoint } from '../endpoint.ts';
import { maybe, word } from '../shape.ts';
import { movedKinds } from './imports.ts';

const types = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' } as const;

const rowsOfKind = endpoint({
  id: 'exports.rows',
  method: 'GET',
  path: '/v1/exports',
  doc:
    'Returns all customers, plans or subscriptions in the form that an import takes, as they come from the database. The ' +
    'id of a subscription, and of a customer without an identifier of yours, is `quittance:BUSINESS/ID`: the id of the ' +
    'business, and its own. What is created meanwhile may be missing.',
  right: 'administer',
  query: {
    kind: word('What is exported.', movedKinds),
    format: maybe(word('NDJSON when left out: an object on each line.', formats)),
  },
  status: 200,
  answers: { 200: 'A file.' },
  files: ['application/x-ndjson', 'text/csv'],
  async handle(world, { business, query: { kind, format = 'ndjson' } }) {
    const pages = exportPages(world.db, business.id, kind);
    return {
      type: types[format],
      fileName: `${kind}.${format}`,
      content: textsOf(pages),
    };

    async function* textsOf(all: AsyncIterable<readonly string[]>): AsyncIterable<string> {
      let isFirst = true;
      for await (const lines of all) {
        yield textOfRows(format, lines, isFirst);
        isFirst = false;
      }
    }
  },
});

export const exportEndpoints = [rowsOfKind];
