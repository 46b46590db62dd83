import type { Query } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { onlyRows } from '../data/csv-stream.ts';
import { useDownload } from '../data/download.ts';
import { number } from '../data/format.ts';
import { useKeys } from '../data/keys.ts';
import { saveFile } from '../data/save-file.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import type { List } from './list-spec.ts';
import { Fault } from './show.tsx';

type Props<Row> = {
  spec: List<Row>;
  query: Query;
  /** Exports only rows with these ids; left out: all rows of the filter. */
  only?: ReadonlySet<string>;
};

/** CSV of exactly the filter, without pages. It tells how far it is, and can be stopped. */
export function ExportButton<Row>({ spec, query, only }: Props<Row>) {
  const { client } = useHere();
  const { rows, error, download, stop } = useDownload();
  async function save() {
    const { after: _, before: __, ...filters } = query;
    await download({
      form: 'csv',
      ask: () => spec.read(client, filters).csv(),
      save(pieces) {
        const shown = only ? [onlyRows(pieces.join(''), only)] : pieces;
        saveFile(new Blob(shown, { type: 'text/csv' }), `${spec.name}.csv`);
      },
    });
  }
  useKeys(only ? {} : { E: () => void save() });
  return (
    <span className="desk-only row">
      <Fault error={error} />
      {rows === undefined ? (
        <Button
          icon="save"
          small={only !== undefined}
          look={only ? 'plain' : 'normal'}
          {...(!only && { hotkey: 'E' })}
          onClick={save}
        >
          {t(common.exportCsv)}
        </Button>
      ) : (
        <>
          <span className="soft digits" role="status">
            {t(common.rowsSoFar(number(rows)))}
          </span>
          <Button icon="x" small={only !== undefined} onClick={stop}>
            {t(common.stop)}
          </Button>
        </>
      )}
    </span>
  );
}
