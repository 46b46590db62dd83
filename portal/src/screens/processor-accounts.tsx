import { useState } from 'react';
import type {
  ProcessorAccount,
  ProcessorAccountsListQuery,
} from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useKeys } from '../data/keys.ts';
import { Button } from '../parts/button.tsx';
import { createdColumn, statusColumn, timeColumn } from '../parts/columns.tsx';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { oneState } from '../parts/one-state.ts';
import { ConnectDialog, roleOf } from '../parts/processor-dialogs.tsx';
import { gatewayNames, accounts as words } from '../words/accounts.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';

const spec: ListSpec<ProcessorAccount, ProcessorAccountsListQuery> = {
  name: 'processorAccounts',
  title: words.title,
  icon: 'card',
  read: (client, query) => client.processorAccounts.list(query),
  id: ({ id }) => id,
  label: ({ id }) => id,
  href: ({ id }) => `/processor-accounts/${id}`,
  search: words.search,
  columns: [
    { title: common.name, onPhone: 1, cell: ({ id }) => <b>{id}</b> },
    statusColumn(),
    { title: words.processor, onPhone: 3, cell: ({ processor }) => gatewayNames[processor] },
    { title: common.currency, onPhone: 2, cell: ({ currency }) => currency },
    { title: words.use, cell: roleOf },
    { title: words.merchant, stretches: true, cell: ({ merchant }) => merchant },
    timeColumn(words.checked, ({ checkedAt }) => checkedAt),
    createdColumn(),
  ],
  filters: [
    oneState(['active', 'stopped']),
    {
      kind: 'word',
      title: words.processor,
      name: 'processor',
      values: (Object.keys(gatewayNames) as (keyof typeof gatewayNames)[]).map(
        (id) => [id, [gatewayNames[id], gatewayNames[id]]] as const,
      ),
    },
    { kind: 'days', title: common.created, from: 'createdFrom', to: 'createdTo' },
  ],
  empty: { title: words.empty, text: words.emptyText },
};

export default function ProcessorAccounts() {
  const { may } = useHere();
  const [isAsked, setAsked] = useState(false);
  const mayChange = may('administer');
  useKeys(mayChange ? { N: () => setAsked(true) } : {});
  return (
    <>
      <ListScreen
        spec={spec}
        actions={
          mayChange && (
            <Button look="main" icon="plus" hotkey="N" onClick={() => setAsked(true)}>
              {t(words.connect)}
            </Button>
          )
        }
      />
      {isAsked && <ConnectDialog onClose={() => setAsked(false)} />}
    </>
  );
}
