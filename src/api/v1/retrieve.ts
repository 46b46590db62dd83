import { Refusal } from '../../kernel/refusal.ts';
import type { Right } from '../../parties/businesses/rights.ts';
import type { Fields, FieldsRow } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import { type Endpoint, endpoint, type V1Call } from './endpoint.ts';
import { expandShape, type Listing, wires } from './list.ts';
import { maybe, type Properties, type Shape } from './shape.ts';

type Naming = {
  readonly id: string;
  readonly path: string;
  readonly doc: string;
  readonly right?: Right;
  readonly forOperator?: true;
  readonly readsPlatform?: true;
  readonly inSandboxOnly?: true;
  readonly isVersioned?: true;
  /** The parameter in the path, and the column that it names, as in `p.id`. */
  readonly param: string;
  readonly shape: Shape<string>;
  readonly column: string;
};

/** Reads one object of a list, as the list shows it. */
export function retrieveEndpoint<F extends Fields, W>(
  { param, shape, column, ...naming }: Naming,
  listing: Listing<F, W>,
): Endpoint {
  const names = Object.keys(listing.expand ?? {});
  return endpoint({
    right: 'read',
    ...naming,
    method: 'GET',
    params: { [param]: shape } as Properties,
    query: (names.length > 0 ? { expand: maybe(expandShape(names)) } : {}) as Properties,
    answer: listing.item,
    refuses: ['not_found'],
    handle: async (world, call) => {
      const row = await findRow(world, listing, call as V1Call, [column, call.params[param]!]);
      const [body] = await wires(world, listing, call as V1Call, [row]);
      return { body: body! };
    },
  });
}

/** The row of a list with an id; rows of other businesses are not found. */
export async function findRow<F extends Fields>(
  world: Pick<World, 'db'>,
  {
    rows,
    select,
    from,
    joins = '',
    business,
    where,
  }: Omit<Listing<F, never>, 'wire' | 'item' | 'expand'>,
  call: V1Call,
  [column, value]: readonly [column: string, value: string],
): Promise<FieldsRow<F>> {
  const values: unknown[] = [];
  const $ = (one: unknown) => `$${values.push(one)}`;
  const isNumber = /^[1-9]\d{0,17}$/.test(value);
  const conditions = [`${column} = ${$(isNumber ? BigInt(value) : value)}`];
  if (business !== undefined) conditions.push(`${business} = ${$(call.business.id)}`);
  if (where) conditions.push(where(call, $));
  const text = `select ${select} from ${from} ${joins} where ${conditions.join(' and ')}`;
  const found = await rows.readOne(world.db, text, values);
  if (!found) throw new Refusal('not_found');
  return found;
}
