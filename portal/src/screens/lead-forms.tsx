import { useState } from 'react';
import type { LeadForm, LeadFormsListQuery } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { number } from '../data/format.ts';
import { useKeys } from '../data/keys.ts';
import { Button } from '../parts/button.tsx';
import { createdColumn, statusColumn } from '../parts/columns.tsx';
import { LeadFormDialog } from '../parts/lead-form-dialog.tsx';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { oneState } from '../parts/one-state.ts';
import { leadTabs, RouteTabs } from '../parts/route-tabs.tsx';
import { Copy } from '../parts/show.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { leads as words } from '../words/leads.ts';

const spec: ListSpec<LeadForm, LeadFormsListQuery> = {
  name: 'leadForms',
  title: words.forms,
  icon: 'file',
  read: (client, query) => client.leadForms.list(query),
  id: ({ id }) => id,
  label: ({ name }) => name,
  href: ({ id }) => `/lead-forms/${id}`,
  search: words.searchForms,
  columns: [
    { title: common.name, onPhone: 1, cell: ({ name }) => name },
    statusColumn(),
    {
      title: words.questions,
      isNumber: true,
      onPhone: 3,
      cell: ({ questions }) => number(questions.length),
    },
    { title: words.originId, cell: ({ originId }) => originId },
    { title: words.address, cell: ({ address }) => <Copy text={address} /> },
    { title: words.intro, stretches: true, cell: ({ intro }) => intro },
    createdColumn(2),
  ],
  filters: [
    oneState(['open', 'closed']),
    { kind: 'text', title: words.originId, name: 'originId' },
    { kind: 'days', title: common.created, from: 'createdFrom', to: 'createdTo' },
  ],
  empty: { title: words.emptyForms, text: words.emptyFormsText },
};

export default function LeadForms() {
  const { may } = useHere();
  const [isMaking, setMaking] = useState(false);
  const mayMake = may('administer');
  useKeys(mayMake ? { N: () => setMaking(true) } : {});
  return (
    <>
      <ListScreen
        spec={spec}
        tabs={<RouteTabs tabs={leadTabs} />}
        actions={
          mayMake && (
            <Button look="main" icon="plus" hotkey="N" onClick={() => setMaking(true)}>
              {t(words.newForm)}
            </Button>
          )
        }
      />
      {isMaking && <LeadFormDialog onClose={() => setMaking(false)} />}
    </>
  );
}
