import { useState } from 'react';
import type {
  TextTemplate,
  TextTemplatesListQuery,
} from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { asSeen } from '../data/change.tsx';
import { useKeys } from '../data/keys.ts';
import { Button } from '../parts/button.tsx';
import { timeColumn } from '../parts/columns.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { type Column, ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { MoreMenu } from '../parts/more-menu.tsx';
import { TextTemplateDialog } from '../parts/text-template-dialog.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { places } from '../words/places.ts';
import { textTemplates as words } from '../words/text-templates.ts';

const spec: ListSpec<TextTemplate, TextTemplatesListQuery> = {
  name: 'text-templates',
  title: places.textTemplates,
  icon: 'file',
  read: (client, query) => client.textTemplates.list(query),
  id: ({ id }) => id,
  label: ({ name }) => name,
  search: words.search,
  columns: [
    { title: common.name, onPhone: 1, cell: ({ name }) => <b>{name}</b> },
    { title: words.text, onPhone: 3, stretches: true, cell: ({ body }) => body },
    timeColumn(words.changed, ({ updatedAt }) => updatedAt),
  ],
  empty: { title: words.empty, text: words.emptyText },
};

type Asked = { readonly template: TextTemplate; readonly what: 'change' | 'remove' } | 'new';

/** The texts that people of the business write again and again. */
export default function TextTemplates() {
  const { client, may } = useHere();
  const [asked, setAsked] = useState<Asked>();
  const mayKeep = may('charge');
  useKeys(mayKeep ? { N: () => setAsked('new') } : {});
  const close = () => setAsked(undefined);
  const actions: Column<TextTemplate> = {
    title: common.actions,
    isNumber: true,
    onPhone: 2,
    cell: (template) => (
      <MoreMenu
        of={template.name}
        items={[
          {
            text: t(words.change),
            icon: 'gear',
            onChoose: () => setAsked({ template, what: 'change' }),
          },
          {
            text: t(words.remove),
            icon: 'trash',
            onChoose: () => setAsked({ template, what: 'remove' }),
          },
        ]}
      />
    ),
  };
  const isOne = typeof asked === 'object';
  return (
    <>
      <ListScreen
        spec={mayKeep ? { ...spec, columns: [...spec.columns, actions] } : spec}
        actions={
          mayKeep && (
            <Button look="main" icon="plus" hotkey="N" onClick={() => setAsked('new')}>
              {t(words.newTemplate)}
            </Button>
          )
        }
      />
      {asked && (asked === 'new' || asked.what === 'change') && (
        <TextTemplateDialog template={isOne ? asked.template : undefined} onClose={close} />
      )}
      {isOne && asked.what === 'remove' && (
        <ConfirmDialog
          isGrave
          title={t(words.removeOne(asked.template.name))}
          verb={t(words.remove)}
          working={t(words.removing)}
          work={async (options) => {
            const { template } = asked;
            const seen = await asSeen(options, template, () =>
              client.textTemplates.retrieve(template.id),
            );
            return await client.textTemplates.delete(template.id, seen);
          }}
          done={() => ({ text: t(words.removed) })}
          onClose={close}
        >
          {t(words.removeText)}
        </ConfirmDialog>
      )}
    </>
  );
}
