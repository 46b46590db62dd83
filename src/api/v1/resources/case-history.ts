import { Refusal } from '../../../kernel/refusal.ts';
import { acts } from '../../../records/audit-log.ts';
import { readCase } from '../../../records/case-store.ts';
import type { Endpoint } from '../endpoint.ts';
import { columnIs } from '../filters.ts';
import { type Listing, listEndpoint } from '../list.ts';
import { anything, id, moment, object, type TypeOf, text } from '../shape.ts';

const actShape = object(
  {
    at: moment('When.'),
    act: text('What.'),
    actor: text('Who.'),
    facts: anything('The details.'),
  },
  { name: 'CaseAct' },
);

const row = acts.pick('at', 'actor', 'act', 'facts');

const listing: Listing<(typeof row)['fields'], TypeOf<typeof actShape>> = {
  rows: row,
  select: row.of('t'),
  from: 'audit_trail t',
  business: 't.business_id',
  where: ({ params }, $) =>
    `t.object = ${$(`question:${(params as Record<string, string>).caseId}`)}`,
  key: [{ sql: 't.n', type: 'int8' }],
  ascends: true,
  filters: {
    act: columnIs('t.act', text('What was done.', { maxLength: 50 })),
    actor: columnIs('t.actor', text('Who did it.', { maxLength: 200 })),
  },
  item: actShape,
  wire: ({ at, act, actor, facts }) => ({ at: at.toISOString(), act, actor, facts }),
};

const list = listEndpoint(
  {
    id: 'cases.history',
    path: '/v1/cases/{caseId}/history',
    doc: 'Lists what people did about a case, the oldest first.',
    params: { caseId: id('The case.') },
  },
  listing,
);

export const caseHistory: Endpoint = {
  ...list,
  refuses: ['not_found'],
  async handle(world, call) {
    const key = { businessId: call.business.id, id: BigInt(call.params.caseId!) };
    if (!(await readCase(world.db, key))) throw new Refusal('not_found');
    return await list.handle(world, call);
  },
};
