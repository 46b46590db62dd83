import { useState } from 'react';
import { useHere } from '../data/business.tsx';
import type { Form } from '../data/csv-stream.ts';
import { useDownload } from '../data/download.ts';
import { number } from '../data/format.ts';
import type { MovedKind } from '../data/moved-kinds.ts';
import { saveFile } from '../data/save-file.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { moving as words } from '../words/moving.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Select } from './field.tsx';
import { Fault } from './show.tsx';

const titles = {
  customers: words.customersOut,
  plans: words.plansOut,
  subscriptions: words.subscriptionsOut,
} as const;
const forms: readonly Form[] = ['csv', 'ndjson'];

/** All rows of a kind in the form that an import takes. */
export function ExportDialog({ kind, onClose }: { kind: MovedKind; onClose(): void }) {
  const { client } = useHere();
  const [form, setForm] = useState<Form>('csv');
  const { rows, error, download, stop } = useDownload();

  async function save() {
    await download({
      form,
      ask: () => client.exports.rows({ kind, format: form }),
      save(pieces) {
        saveFile(new Blob(pieces, { type: 'text/plain' }), `${kind}.${form}`);
        onClose();
      },
    });
  }

  const told = rows === undefined ? undefined : t(common.rowsSoFar(number(rows)));
  return (
    <Dialog
      title={t(titles[kind])}
      onClose={onClose}
      onSubmit={() => void save()}
      foot={
        <>
          {rows !== undefined && <Button onClick={stop}>{t(common.stop)}</Button>}
          <Button type="submit" look="main" icon="save" working={told}>
            {t(words.exportNow)}
          </Button>
        </>
      }
    >
      <p>{t(words.exportAbout)}</p>
      <Select
        label={t(words.form)}
        value={form}
        disabled={rows !== undefined}
        options={forms.map((one) => [one, t(words[one])] as const)}
        onChange={(value) => setForm(forms.find((one) => one === value) ?? 'csv')}
      />
      <Fault error={error} />
    </Dialog>
  );
}
