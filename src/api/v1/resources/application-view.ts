import { Refusal } from '../../../kernel/refusal.ts';
import {
  type Application,
  applicationStates,
  applications,
} from '../../../parties/applications/application.ts';
import { readApplication, readApplicationMoves } from '../../../parties/applications/store.ts';
import type { Sql } from '../../../runtime/sql.ts';
import type { World } from '../../../world.ts';
import { columnIs, createdBetween } from '../filters.ts';
import type { Listing } from '../list.ts';
import {
  anything,
  id,
  integer,
  list,
  moment,
  object,
  orNull,
  type TypeOf,
  text,
  word,
} from '../shape.ts';
import { inTree } from './business-view.ts';

const fields = {
  id: text('The application, within its business.'),
  businessId: text('The business that applies to take payments.'),
  status: word('What became of it by now.', applicationStates),
  email: text('Who hears of what becomes of it.'),
  requirements: list(text('One of them.'), 'Codes of what is missing.'),
  outcomeCodes: list(text('One of them.'), 'Why it was declined.'),
  expiresAt: orNull(moment('When it ends, while an answer is awaited.')),
  createdAt: moment('When it was handed in.'),
};
const applicationShape = object(fields, { name: 'Application' });
export const wholeShape = object(
  {
    ...fields,
    details: anything('What was told, without secrets.'),
    moves: list(
      object(
        {
          n: integer('Which move it was, from 1.'),
          from: orNull(word('The state before.', applicationStates)),
          to: word('The state after.', applicationStates),
          actor: text('Who did it.'),
          reason: text('Why.'),
          createdAt: moment('When.'),
        },
        { name: 'ApplicationMove' },
      ),
      'Its history, the first move first.',
    ),
  },
  { name: 'ApplicationDetails' },
);

function applicationWire(one: Application): TypeOf<typeof applicationShape> {
  return {
    id: String(one.id),
    businessId: String(one.businessId),
    status: one.state,
    email: one.email,
    requirements: one.requirements,
    outcomeCodes: one.outcomeCodes,
    expiresAt: one.expiresAt?.toISOString() ?? null,
    createdAt: one.createdAt.toISOString(),
  };
}

export async function applicationNamed(
  { db }: Pick<World, 'db'>,
  businessId: bigint,
  named: string,
) {
  const found = await readApplication(db, businessId, BigInt(named));
  if (!found) throw new Refusal('not_found');
  return found;
}

/** An application with its history. */
export async function wholeView(sql: Sql, one: Application): Promise<TypeOf<typeof wholeShape>> {
  const moves = await readApplicationMoves(sql, one.businessId, one.id);
  return {
    ...applicationWire(one),
    details: one.details,
    moves: moves.map(({ n, from, to, actor, reason, at }) => ({
      ...{ n, from: from ?? null, to, actor, reason },
      createdAt: at.toISOString(),
    })),
  };
}

export const applicationListing: Listing<
  (typeof applications)['fields'],
  TypeOf<typeof applicationShape>
> = {
  rows: applications,
  select: applications.of('a'),
  from: 'applications a join businesses b on b.business_id = a.business_id',
  where: inTree,
  key: [
    { sql: 'a.created_at', type: 'timestamptz' },
    { sql: 'a.business_id', type: 'int8' },
    { sql: 'a.id', type: 'int8' },
  ],
  filters: {
    status: columnIs('a.state', word('Its status.', applicationStates)),
    businessId: columnIs('a.business_id', id('Of this business.')),
    ...createdBetween('a.created_at'),
  },
  search: {
    doc: 'the id, the mail address, or a part of the name of the business.',
    where: (q, $) => {
      const asText = $(q);
      const part = `position(lower(${asText}) in lower(b.name)) > 0`;
      return `${part} or lower(a.email) = lower(${asText}) or a.id::text = ${asText}`;
    },
  },
  item: applicationShape,
  wire: applicationWire,
};
