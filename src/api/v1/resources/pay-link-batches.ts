import { hash } from 'node:crypto';
import { readEqualMade } from '../../../invoicing/pay-links/check-link.ts';
import { Refusal, type RefusalCode } from '../../../kernel/refusal.ts';
import { Secret } from '../../../kernel/secret.ts';
import type { IdempotencyKey } from '../../../runtime/idempotency.ts';
import { someAtOnce } from '../../../runtime/some-at-once.ts';
import type { World } from '../../../world.ts';
import { identifier } from '../../operations/fields.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import {
  bool,
  field,
  integer,
  list,
  maybe,
  moment,
  object,
  orNull,
  type TypeOf,
  text,
  word,
} from '../shape.ts';
import { checkPayLink, makePayLink, type NewPayLink, newPayLink } from './new-pay-link.ts';
import { madeLink, payLinkShape } from './pay-link-view.ts';

const mostRows = 500;

const newRow = object(
  {
    ...newPayLink.properties,
    copy: maybe(
      integer('Which one of several equal rows of a round it is; 0 when left out.', 0, 1_000_000),
    ),
  },
  { name: 'NewPayLinkRow', doc: 'An invoice of many.' },
);

const rowResult = object(
  {
    row: integer('Which row of the request; the first has 0.'),
    outcome: word(
      'Whether its link was created, exists from an earlier request, or was refused. Possible: a dry run refuses nothing ' +
        'about it and finds no earlier link.',
      ['created', 'exists', 'refused', 'possible'],
    ),
    payLink: orNull(payLinkShape),
    madeAt: orNull(
      moment(
        'When its link was made. Where it is possible: when an equal row was made last, under another key or in another ' +
          'round of the last 30 days.',
      ),
    ),
    error: orNull(
      object(
        {
          code: text('For programs, as in problem details.'),
          detail: text('What was wrong with the row.'),
          fields: list(text('Its name.'), 'The wrong fields of the row.'),
        },
        { name: 'RowError', doc: 'Why nothing was made of the row.' },
      ),
    ),
  },
  { name: 'PayLinkResult', doc: 'What became of a row.' },
);
type Result = TypeOf<typeof rowResult>;

export const createMany = endpoint({
  id: 'payLinks.createMany',
  method: 'POST',
  path: '/v1/pay-links/batches',
  doc:
    'Makes many invoices with their addresses. Each row succeeds or fails by itself, and has its own result. With an ' +
    'Idempotency-Key the same request again makes only what is not there yet; with the name of a round, so does any ' +
    'request with the same rows. A dry run answers what making would, and writes nothing.',
  right: 'charge',
  body: object(
    {
      rows: list(newRow, 'The invoices.', mostRows),
      round: maybe(
        field(
          identifier(
            'The name of the round in which all of them are asked to pay. For 30 days each row is made once in a round, ' +
              'whatever rows are beside it. It takes the place of an Idempotency-Key.',
            'externalId',
          ),
        ),
      ),
      dryRun: maybe(bool('Only tell what would become of the rows.')),
    },
    { name: 'NewPayLinks', doc: 'Many invoices.' },
  ),
  answer: object(
    { results: list(rowResult, 'One for each row, in their order.') },
    { name: 'PayLinkResults', doc: 'What became of the rows.' },
  ),
  refuses: ['service_not_included'],
  needsPayments: true,
  needsServices: ['invoicing'],
  keepsKey: true,
  // Each row is a request of its own.
  replayHeaders: [],
  mostBytes: 2_000_000,
  async handle(world, call) {
    const { rows: sent, round, dryRun = false } = call.body;
    const rows = sent.map((one, at) => rowOf(call.idempotencyKey, round, one, at));
    const results: Result[] = [];
    await someAtOnce(rows, async (row) => {
      const work = dryRun
        ? checkRow(world, call as V1Call, row)
        : makeRow(world, call as V1Call, row);
      results[row.at] = await work.catch((error) => refusedAs(row, error));
      return 1;
    });
    if (!dryRun) return { body: { results } };
    return {
      body: { results: await withEqual(world, call as V1Call, rows, withoutTwins(rows, results)) },
    };
  },
});

type Row = {
  readonly at: number;
  readonly link: NewPayLink;
  readonly key: IdempotencyKey | undefined;
};

/** A header can carry no line break, so that no other request has one of these keys. */
function rowOf(
  whole: IdempotencyKey | undefined,
  round: string | undefined,
  { copy = 0, ...link }: TypeOf<typeof newRow>,
  at: number,
): Row {
  const key =
    round === undefined
      ? whole && `\nrow ${at} ${hash('sha256', whole.key)}`
      : `\nround ${hash('sha256', JSON.stringify([round, copy, link]))}`;
  return { at, link, key: key === undefined ? undefined : { key, content: contentOf(link) } };
}

function contentOf(link: NewPayLink): Secret {
  return new Secret(JSON.stringify(['payLinks.createMany', link]));
}

async function makeRow(world: World, call: V1Call, { at, link: sent, key }: Row): Promise<Result> {
  const { link, isNew } = await makePayLink(world, call, sent, key);
  return {
    row: at,
    outcome: isNew ? 'created' : 'exists',
    payLink: await madeLink(world, call, link.id),
    madeAt: link.createdAt.toISOString(),
    error: null,
  };
}

async function checkRow(world: World, call: V1Call, { at, link: sent, key }: Row): Promise<Result> {
  const link = await checkPayLink(world, call, sent, key);
  if (!link) return { row: at, outcome: 'possible', payLink: null, madeAt: null, error: null };
  return {
    row: at,
    outcome: 'exists',
    payLink: await madeLink(world, call, link.id),
    madeAt: link.createdAt.toISOString(),
    error: null,
  };
}

function refusedAs({ at }: Pick<Row, 'at'>, error: unknown): Result {
  if (!(error instanceof Refusal)) throw error;
  const { code, message: detail, details } = error;
  const fields = details.map(({ field: name }) => name);
  const told = { code, detail, fields };
  return { row: at, outcome: 'refused', payLink: null, madeAt: null, error: told };
}

/** The first of the rows with one key or order number is made; the others are replayed or refused. */
function withoutTwins(rows: readonly Row[], results: readonly Result[]): Result[] {
  const first = new Map<string, string>();
  return results.map((result, at) => {
    if (result.outcome !== 'possible') return result;
    const { link, key } = rows[at]!;
    const content = JSON.stringify(link);
    const names: [string | undefined, RefusalCode][] = [
      [key && `key ${key.key}`, 'idempotency_key_reused'],
      [link.orderNumber && `order ${link.orderNumber}`, 'order_number_reused'],
    ];
    for (const [name, code] of names) {
      const before = name && first.get(name);
      if (before === content) return { ...result, outcome: 'exists' };
      if (before) return refusedAs({ at }, new Refusal(code));
    }
    for (const [name] of names) if (name) first.set(name, content);
    return result;
  });
}

async function withEqual(
  world: World,
  { business }: V1Call,
  rows: readonly Row[],
  results: readonly Result[],
): Promise<Result[]> {
  const open = results.filter(({ outcome }) => outcome === 'possible');
  const made = await readEqualMade(
    world,
    business.id,
    open.map(({ row }) => contentOf(rows[row]!.link)),
  );
  const at = new Map(open.map(({ row }, n) => [row, made[n]?.toISOString() ?? null]));
  return results.map((result) => ({ ...result, madeAt: at.get(result.row) ?? result.madeAt }));
}
