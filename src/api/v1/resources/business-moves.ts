import { businessStates } from '../../../parties/businesses/business.ts';
import { pastMoves } from '../../../parties/businesses/moves.ts';
import type { Endpoint } from '../endpoint.ts';
import { columnIs, createdBetween } from '../filters.ts';
import { type Listing, listEndpoint } from '../list.ts';
import { id, integer, moment, object, orNull, type TypeOf, text, word } from '../shape.ts';
import { businessBelow, inTree } from './business-view.ts';

const moveShape = object(
  {
    n: integer('Which move it was, from 1.'),
    from: orNull(word('The state before; null for the first one.', businessStates)),
    to: word('The state after.', businessStates),
    actor: text('Who did it.'),
    reason: text('Why.'),
    createdAt: moment('When.'),
  },
  { name: 'BusinessMove' },
);

const moveListing: Listing<(typeof pastMoves)['fields'], TypeOf<typeof moveShape>> = {
  rows: pastMoves,
  select: pastMoves.of('m'),
  from: 'business_moves m join businesses b on b.business_id = m.business_id',
  where: (call, $) =>
    `m.business_id = ${$(BigInt((call.params as { businessId: string }).businessId))} and ${inTree(call, $)}`,
  key: [{ sql: 'm.n', type: 'int4' }],
  filters: {
    to: columnIs('m.to_state', word('The state after.', businessStates)),
    actor: columnIs('m.actor', text('Who did it.', { maxLength: 200 })),
    ...createdBetween('m.moved_at'),
  },
  search: {
    doc: 'a part of who did it, or of why.',
    where: (q, $) => {
      const part = `lower(${$(q)})`;
      return ['m.actor', 'm.reason']
        .map((column) => `position(${part} in lower(${column})) > 0`)
        .join(' or ');
    },
  },
  item: moveShape,
  wire: ({ n, from, to, actor, reason, at }) => ({
    ...{ n, from: from ?? null, to, actor, reason },
    createdAt: at.toISOString(),
  }),
};

const movesInTree = listEndpoint(
  {
    id: 'businesses.listMoves',
    acrossBusinesses: true,
    path: '/v1/businesses/{businessId}/moves',
    doc: 'Lists the changes of state of a business, the latest first.',
    params: { businessId: id('The business of the key, or one below it.') },
  },
  moveListing,
);

export const listBusinessMoves: Endpoint = {
  ...movesInTree,
  refuses: ['not_found'],
  async handle(world, call) {
    await businessBelow(world, call, call.params.businessId!);
    return await movesInTree.handle(world, call);
  },
};
