import { rights } from '../../../parties/businesses/rights.ts';
import { roleNames, roles } from '../../../parties/users/roles.ts';
import { text as textColumn } from '../../../runtime/column.ts';
import { shape } from '../../../runtime/table.ts';
import { type Listing, listEndpoint } from '../list.ts';
import { list, object, type TypeOf, text, word } from '../shape.ts';

const roleShape = object(
  {
    name: word('Its name.', roleNames),
    description: text('For whom it is.'),
    rights: list(word('One of them.', rights), 'What its users may do.'),
  },
  { name: 'Role' },
);
const roleRows = shape({ name: textColumn });
const roleTable = roleNames.map((one, i) => `(${i}, '${one}')`).join(', ');

const roleListing: Listing<(typeof roleRows)['fields'], TypeOf<typeof roleShape>> = {
  rows: roleRows,
  select: 'r.name',
  from: `(values ${roleTable}) as r(n, name)`,
  key: [{ sql: 'r.n', type: 'int4' }],
  ascends: true,
  filters: {},
  search: {
    doc: 'a part of its name.',
    where: (q, $) => `position(lower(${$(q)}) in r.name) > 0`,
  },
  item: roleShape,
  wire(row) {
    const named = roleNames.find((one) => one === row.name)!;
    return { name: named, description: roles[named].doc, rights: roles[named].rights };
  },
};

export const roleEndpoints = [
  listEndpoint(
    {
      id: 'roles.list',
      path: '/v1/roles',
      doc: 'Lists the roles that users can have, the least first.',
    },
    roleListing,
  ),
];
