import { useState } from 'react';
import { useHere } from '../data/business.tsx';
import type { MovedKind } from '../data/moved-kinds.ts';
import { t } from '../words/language.ts';
import { moving as words } from '../words/moving.ts';
import { later } from './later.tsx';
import { MoreMenu } from './more-menu.tsx';

const ExportDialog = later(async () => (await import('./export-dialog.tsx')).ExportDialog);

const ImportDialog = later(async () => (await import('./import-dialog.tsx')).ImportDialog);

/** Import and export of all rows of a kind, for those who administer the business. */
export function MoveMenu({ kind }: { kind: MovedKind }) {
  const { may } = useHere();
  const [asked, setAsked] = useState<'in' | 'out'>();
  if (!may('administer')) return null;
  const close = () => setAsked(undefined);
  return (
    <>
      <MoreMenu
        items={[
          { text: t(words.importFile), icon: 'file', onChoose: () => setAsked('in') },
          { text: t(words.exportFile), icon: 'save', onChoose: () => setAsked('out') },
        ]}
      />
      {asked === 'in' && <ImportDialog kind={kind} onClose={close} />}
      {asked === 'out' && <ExportDialog kind={kind} onClose={close} />}
    </>
  );
}
