import { useEffect, useRef, useState } from 'react';
import type { Query } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { onlyRows, readCsv } from '../data/csv-stream.ts';
import { number } from '../data/format.ts';
import { useKeys } from '../data/keys.ts';
import { saveFile } from '../data/save-file.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import type { List } from './list-spec.ts';
import { Fault, Note } from './show.tsx';

type Props<Row> = {
  spec: List<Row>;
  query: Query;
  /** Of the rows of the filter only those with these ids; left out: all of them. */
  only?: ReadonlySet<string>;
};

/** CSV of exactly the filter, without pages. It tells how far it is, and can be stopped. */
export function ExportButton<Row>({ spec, query, only }: Props<Row>) {
  const { client } = useHere();
  const [rows, setRows] = useState<number>();
  const [error, setError] = useState<unknown>();
  const work = useRef<AbortController>(undefined);
  useEffect(() => () => work.current?.abort(), []);
  async function save() {
    if (work.current) return;
    const own = new AbortController();
    work.current = own;
    setError(undefined);
    setRows(0);
    let isBegun = false;
    try {
      const { after: _, before: __, ...filters } = query;
      const { body } = await spec.read(client, filters).csv();
      isBegun = true;
      const pieces = await readCsv(body!, { onRows: setRows, signal: own.signal });
      const shown = only ? [onlyRows(pieces.join(''), only)] : [...pieces];
      saveFile(new Blob(shown, { type: 'text/csv' }), `${spec.name}.csv`);
    } catch (fault) {
      if (!own.signal.aborted) setError(isBegun ? 'broke off' : fault);
    } finally {
      work.current = undefined;
      setRows(undefined);
    }
  }
  useKeys(only ? {} : { E: () => void save() });
  return (
    <span className="desk-only row">
      {error === 'broke off' ? (
        <Note tone="bad" title={t(common.brokeOff)} />
      ) : (
        <Fault error={error} />
      )}
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
          <Button icon="x" small={only !== undefined} onClick={() => work.current?.abort()}>
            {t(common.stop)}
          </Button>
        </>
      )}
    </span>
  );
}
