import { useState } from 'react';
import type { Customer, CustomersListQuery } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { phone } from '../data/format.ts';
import { useKeys } from '../data/keys.ts';
import { Button } from '../parts/button.tsx';
import { createdColumn } from '../parts/columns.tsx';
import { NewCustomerDialog } from '../parts/customer-dialogs.tsx';
import { customerName } from '../parts/customer-parts.tsx';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { MoveMenu } from '../parts/move-menu.tsx';
import { State } from '../parts/show.tsx';
import { common } from '../words/common.ts';
import { customers as words } from '../words/customers.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';

const spec: ListSpec<Customer, CustomersListQuery> = {
  name: 'customers',
  title: titles.customers,
  icon: 'people',
  read: (client, query) => client.customers.list(query),
  id: ({ id }) => id,
  label: customerName,
  href: ({ id }) => `/customers/${id}`,
  api: ({ id }) => `/v1/customers/${id}`,
  search: words.search,
  live: ['customer.'],
  columns: [
    { title: common.name, onPhone: 1, cell: (one) => <b>{customerName(one)}</b> },
    {
      title: common.status,
      onPhone: 2,
      cell: ({ status }) => status !== 'active' && <State state={status} />,
    },
    {
      title: common.phone,
      onPhone: 3,
      cell: (one) => <span className="digits">{phone(one.phone)}</span>,
    },
    { title: common.email, stretches: true, cell: ({ email }) => email },
    { title: words.city, cell: ({ city, state }) => [city, state].filter(Boolean).join(', ') },
    {
      title: words.externalId,
      cell: ({ externalId }) => <span className="mono">{externalId}</span>,
    },
    createdColumn(4),
  ],
  filters: [
    {
      kind: 'word',
      title: common.status,
      name: 'status',
      values: [
        ['active', words.stateActive],
        ['inactive', words.stateInactive],
        ['do_not_contact', words.stateDoNotContact],
      ],
    },
    { kind: 'days', title: common.created, from: 'createdFrom', to: 'createdTo' },
    { kind: 'text', title: common.email, name: 'email' },
    { kind: 'text', title: common.phone, name: 'phone' },
    { kind: 'text', title: words.externalId, name: 'externalId' },
  ],
  views: [{ title: words.stateDoNotContact, query: { status: 'do_not_contact' } }],
  empty: { title: words.empty, text: words.emptyText },
};

export default function Customers() {
  const { may } = useHere();
  const [isAdding, setAdding] = useState(false);
  const mayAdd = may('charge');
  useKeys(mayAdd ? { N: () => setAdding(true) } : {});
  return (
    <>
      <ListScreen
        spec={spec}
        actions={
          <>
            <MoveMenu kind="customers" />
            {mayAdd && (
              <Button look="main" icon="plus" hotkey="N" onClick={() => setAdding(true)}>
                {t(words.newCustomer)}
              </Button>
            )}
          </>
        }
      />
      {isAdding && <NewCustomerDialog onClose={() => setAdding(false)} />}
    </>
  );
}
