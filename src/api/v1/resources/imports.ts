import { Refusal } from '../../../kernel/refusal.ts';
import { importAudited } from '../../../moving/audited-import.ts';
import { customerKind } from '../../../moving/customers.ts';
import { FileFlaw } from '../../../moving/file-flaw.ts';
import type { Kind, Report } from '../../../moving/import.ts';
import { planKind } from '../../../moving/plans.ts';
import type { FileRow } from '../../../moving/read-rows.ts';
import { subscriptionKind } from '../../../moving/subscriptions.ts';
import { refuseWithout, type Service } from '../../../parties/businesses/offering.ts';
import { endpoint } from '../endpoint.ts';
import {
  anything,
  bool,
  integer,
  type Json,
  list,
  maybe,
  object,
  orNull,
  type Shape,
  text,
  word,
} from '../shape.ts';

export const movedKinds = ['customers', 'plans', 'subscriptions'] as const;
export type MovedKind = (typeof movedKinds)[number];

type Moved = {
  // biome-ignore lint/suspicious/noExplicitAny: each kind has columns of its own.
  readonly kind: Kind<any>;
  readonly needs: readonly Service[];
};
const moved: Readonly<Record<MovedKind, Moved>> = {
  customers: { kind: customerKind, needs: [] },
  plans: { kind: planKind, needs: ['subscriptions'] },
  subscriptions: { kind: subscriptionKind, needs: ['subscriptions'] },
};

const mostRows = 500;

const anyRow = anything('A row: its columns by name, as in a file of NDJSON.');
const row: Shape<Json> = {
  ...anyRow,
  schema: { type: 'object', additionalProperties: true },
  // A row that is no object is refused by itself.
  read: (value, at, reading) => anyRow.read(value, at, reading) as Json,
};

const rowResult = object(
  {
    row: integer('Which row of the request; the first has 0.'),
    id: orNull(text('The id of the row, if it could be read.')),
    outcome: word(
      'Joined: a customer without an identifier of yours got that of the row. Exists: it is there already and stays as it is.',
      ['created', 'joined', 'exists', 'refused'],
    ),
    made: orNull(text('The id here; of a plan its code. A dry run makes nothing that has one.')),
    why: orNull(text('Why it was refused. It never quotes a value.')),
  },
  { name: 'ImportResult', doc: 'What became of a row.' },
);

const createOne = endpoint({
  id: 'imports.create',
  method: 'POST',
  path: '/v1/imports',
  doc:
    'Imports customers, plans or subscriptions. Each row has its own id, and one that is there already stays as it is: the ' +
    'same rows may be sent again. Rows succeed or fail by themselves. Send a long file in portions.',
  right: 'administer',
  body: object(
    {
      kind: word('What the rows are.', movedKinds),
      rows: list(row, 'The rows.', mostRows),
      dryRun: maybe(bool('Only tell what would become of the rows.')),
    },
    { name: 'NewImport', doc: 'Rows from another system.' },
  ),
  answer: object(
    {
      created: integer('How many were created.'),
      joined: integer('How many were joined to a customer.'),
      exists: integer('How many are there already.'),
      refused: integer('How many were refused.'),
      results: list(rowResult, 'One for each row, in their order.'),
    },
    { name: 'ImportResults', doc: 'What became of the rows.' },
  ),
  refuses: ['service_not_included', 'busy'],
  // The ids of the rows are their keys.
  keepsKey: true,
  replayHeaders: [],
  mostBytes: 2_000_000,
  async handle(world, { business, actor, body }) {
    const { kind: noun, rows: sent, dryRun: isDry = false } = body;
    const { kind, needs } = moved[noun];
    refuseWithout(business, ...needs);
    const reports: Report[] = [];
    const counts = await importAudited(world, {
      business,
      kind,
      noun,
      actor,
      signedBy: undefined,
      rows: rowsOf(sent),
      isDry,
      async report(some) {
        reports.push(...some);
      },
    }).catch((error) => {
      throw error instanceof FileFlaw ? new Refusal('busy') : error;
    });
    const results = reports.map(({ line, id = null, outcome, made = null, why = null }) => {
      return { row: line, id, outcome, made, why };
    });
    return { body: { ...counts, results } };
  },
});

async function* rowsOf(sent: readonly unknown[]): AsyncIterable<FileRow> {
  for (const [line, values] of sent.entries()) {
    const isObject = typeof values === 'object' && values !== null && !Array.isArray(values);
    yield isObject ? { line, values: values as Json } : { line, flaw: 'is no JSON object' };
  }
}

export const importEndpoints = [createOne];
